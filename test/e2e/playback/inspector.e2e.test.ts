import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
// For the name of axe on the window.
import type {} from '../../support/elements/axe.ts';
import { launchChromium } from '../support/browser.ts';
import { cells } from '../../support/division.ts';
import { MediaSite } from '../support/media-page.ts';
import { inRepository } from '../../support/repository.ts';

const FILM = '/media/hls/apart/master.m3u8';
/** With it, a page shows who was let in by whose address. */
const SIGNED = `${FILM}?token=not-for-others`;

const markup = `<!doctype html>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Inspector</title>
  <style>body { margin: 0 }</style>
  <script type="module" src="/vh-elements.js"></script>
  <vh-player cmcd="query" collector-url="/collector" video-id="vi1" muted src="${SIGNED}"></vh-player>`;

describe('the inspector of a player', () => {
  let browser: Browser;
  let site: MediaSite;
  before(async () => {
    browser = await launchChromium();
    site = await MediaSite.serve(inRepository('dist', 'cdn'), markup);
  });
  after(async () => {
    site.close();
    await browser.close();
  });

  async function play(query = '', options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
    const page = await context.newPage();
    await page.goto(`${site.url}${query}`);
    await page.waitForFunction(() => customElements.get('vh-player'));
    await page.evaluate(() => document.querySelector('vh-player')?.play());
    await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 1);
    return page;
  }
  const inspector = (page: Page) => page.getByRole('region', { name: 'Inspector' });

  it('opens with ?vh-inspect, shows facts, requests with their CMCD and events, and no token', async () => {
    const page = await play('?vh-inspect');
    const shown = inspector(page);
    await shown.waitFor();
    const fact = (name: string) => shown.locator(`dt:text-is("${name}") + dd`);
    await fact('State')
      .filter({ hasText: /^playing$/ })
      .waitFor();
    assert.match(await fact('Rendition').innerText(), /^\d+p.*Mbit\/s, of \d/);
    assert.match(await fact('Buffer').innerText(), /^\d+\.\d s ahead/);
    assert.equal(await fact('Media').innerText(), 'vi1');
    assert.match(await fact('Viewing').innerText(), /^[\da-f-]{36}$/);
    const segment = shown.locator('tr', { hasText: 'segment' });
    await segment.first().waitFor();
    await shown
      .locator('td', { hasText: /^CMCD .*sid="/ })
      .first()
      .waitFor();
    assert.match(await segment.first().innerText(), /\b200\b/);
    await shown.locator('tr', { hasText: 'playlist' }).first().waitFor();
    await shown.locator('td:text-is("play")').waitFor();
    assert.doesNotMatch(await shown.innerText(), /not-for-others|token/);
    await shown.getByRole('combobox', { name: 'Kind' }).selectOption('playlist');
    await shown.locator('tr', { hasText: 'segment' }).first().waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('copies a report without a token, and saves it where there is no clipboard', async () => {
    const page = await play('?vh-inspect', { permissions: ['clipboard-read', 'clipboard-write'] });
    const copy = inspector(page).getByRole('button', { name: 'Copy report' });
    await inspector(page).locator('tr', { hasText: 'segment' }).first().waitFor();
    await copy.click();
    await inspector(page).getByText('Copied').waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    const report = JSON.parse(text) as { facts: Record<string, string>; requests: { kind: string }[] };
    assert.equal(report.facts['Media'], 'vi1');
    assert.ok(report.requests.some(({ kind }) => kind === 'segment'));
    assert.doesNotMatch(text, /not-for-others/);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    const [file] = await Promise.all([page.waitForEvent('download'), copy.click()]);
    assert.equal(file.suggestedFilename(), 'vh-player-report.json');
    await page.context().close();
  });

  it('leaves the playback and its keys alone, and gives the focus back', async () => {
    const page = await play();
    const isPaused = () => page.evaluate(() => document.querySelector('vh-player')?.paused);
    await page.locator('vh-player').getByRole('button', { name: 'Pause' }).focus();
    await page.keyboard.press('Shift');
    await page.evaluate(() => document.querySelector('vh-player')?.inspect());
    const close = inspector(page).getByRole('button', { name: 'Close' });
    await close.waitFor();
    await inspector(page).getByRole('heading').click();
    await inspector(page).getByRole('heading').dblclick();
    await close.focus();
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowDown');
    assert.equal(await isPaused(), false);
    await page.keyboard.press('Escape');
    await inspector(page).waitFor({ state: 'detached' });
    assert.equal(await isPaused(), false);
    // It opens again, and follows the next viewing.
    await page.evaluate(() => document.querySelector('vh-player')?.inspect());
    await inspector(page).waitFor();
    await page.context().close();
  });

  for (const width of cells([320, 1280])) {
    for (const look of cells([
      { colorScheme: 'light' },
      { colorScheme: 'dark' },
      { forcedColors: 'active' },
    ] as const)) {
      it(`has no axe violations at ${String(width)} px, ${Object.values(look).join('')}`, async () => {
        const page = await play('?vh-inspect', { viewport: { width, height: 700 }, ...look });
        await inspector(page).locator('tr', { hasText: 'segment' }).first().waitFor();
        await page.addScriptTag({ path: inRepository('node_modules/axe-core/axe.min.js') });
        const violations = await page.evaluate(async () => {
          return (await window.axe.run(document)).violations.map(
            ({ id, nodes }) => `${id} ${JSON.stringify(nodes)}`,
          );
        });
        assert.deepEqual(
          violations.filter((id) => !/^(?:region|landmark|page-has|html-has-lang)/.test(id)),
          [],
        );
        if (process.env['PICTURES']) {
          await page.screenshot({
            path: `${process.env['PICTURES']}/inspector-${String(width)}-${Object.values(look).join('')}.png`,
          });
        }
        await page.context().close();
      });
    }
  }
});

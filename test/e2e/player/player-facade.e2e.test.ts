import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright';
import { renderFacade } from '../../../src/elements/player/facade/render-facade.ts';
import { launchChromium } from '../support/browser.ts';
import { cells } from '../../support/division.ts';
import { watchLayout } from '../support/layout-shifts.ts';
import { PlayerPage } from '../support/player-page.ts';
import { seenContrast } from '../../support/elements/seen-contrast.ts';
import { words } from '../../support/words.ts';

const POSTER = '/media/dusk.jpg';

describe('a <vh-player> that a server has rendered', () => {
  let browser: Browser;
  const sites: PlayerPage[] = [];
  before(async () => (browser = await launchChromium()));
  after(async () => {
    await browser.close();
    for (const site of sites) site.close();
  });

  /** Opens the page, and holds its scripts back until `start` is called. */
  async function open(t: TestContext, attributes: string, facade: string, width = 640) {
    const site = await PlayerPage.serve(
      `<vh-player ${attributes}>${facade}</vh-player><p id="below">Below</p>`,
    );
    sites.push(site);
    const page = await browser.newPage({ viewport: { width, height: 700 } });
    t.after(() => page.close());
    await page.addInitScript(watchLayout);
    let start = () => {};
    const held = new Promise<void>((resolve) => (start = resolve));
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(site.url, { waitUntil: 'commit' });
    await page.getByText('Below').waitFor();
    return { page, start };
  }

  const boxOf = (page: Page, text: string) => page.getByText(text, { exact: true }).boundingBox();
  const facadeOf = (title: string) => renderFacade({ title, poster: POSTER, duration: 62 });

  it('looks finished before any script, and the same after it', async (t) => {
    const attributes = `src="/media/dusk.mp4" heading="Dusk" poster="${POSTER}" load="intent" muted`;
    const { page, start } = await open(t, attributes, await facadeOf('Dusk'));
    const button = page.getByRole('button', { name: words('player.playTitle', { title: 'Dusk' }) });
    await button.waitFor();
    assert.equal(await page.locator('vh-player:defined').count(), 0, 'no script ran yet');
    const before = {
      button: await button.boundingBox(),
      title: await boxOf(page, 'Dusk'),
      below: await boxOf(page, 'Below'),
    };
    assert.ok(await page.getByText('1:02').isVisible());
    assert.equal(before.button?.height, 360);
    const video = await page.locator('video').elementHandle();
    start();
    await page.locator('vh-player:defined').waitFor();
    await button.waitFor();
    const now = {
      button: await button.boundingBox(),
      title: await boxOf(page, 'Dusk'),
      below: await boxOf(page, 'Below'),
    };
    assert.deepEqual(now, before);
    assert.equal(await page.locator('video').count(), 1);
    assert.equal(await page.locator('video').evaluate((present, first) => present === first, video), true);
    assert.equal(await page.getByText('Dusk', { exact: true }).count(), 1);
    assert.deepEqual(await page.evaluate(() => window.layoutShifts()), []);
  });

  for (const width of cells([320, 640])) {
    it(`moves nothing from its first paint to its controls at ${width} px`, async (t) => {
      const attributes = `src="/media/dusk.mp4" heading="Dusk" poster="${POSTER}" muted`;
      const { page, start } = await open(t, attributes, await facadeOf('Dusk'), width);
      start();
      await page.locator('vh-player:defined').waitFor();
      // Not by a press: what moves right after one is not counted.
      await page.locator('vh-player').evaluate((player: HTMLVideoElement) => player.play());
      await page.getByRole('button', { name: words('player.pause') }).waitFor();
      await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0.5);
      await page.screenshot();
      assert.deepEqual(await page.evaluate(() => window.layoutShifts()), []);
    });
  }

  it('can be read while the video is processed', async (t) => {
    const playback = JSON.stringify({ id: 'a', title: 'Dusk', state: 'processing', poster: POSTER });
    const block = `<script type="application/json">${playback}</script>`;
    const { page, start } = await open(t, '', block);
    start();
    await page.getByText(words('player.processing')).waitFor();
    const { contrast } = await seenContrast(page, page.getByText('Dusk', { exact: true }));
    assert.ok(contrast >= 7, String(contrast));
  });

  for (const key of cells([undefined, 'Enter'] as const)) {
    it(`plays by ${key ?? 'a click'} before its script is there`, async (t) => {
      const attributes = `src="/media/dusk.mp4" heading="Dusk" load="intent"`;
      const { page, start } = await open(t, attributes, await facadeOf('Dusk'));
      const button = page.getByRole('button', { name: words('player.playTitle', { title: 'Dusk' }) });
      const before = await button.boundingBox();
      if (key) {
        await page.keyboard.press('Tab');
        await page.keyboard.press(key);
      } else await button.click();
      // A second press is no other wish.
      await button.press('Space');
      await page.getByRole('status').waitFor({ state: 'attached' });
      assert.deepEqual(await button.boundingBox(), before);
      assert.equal(await page.locator('vh-player:defined').count(), 0, 'no script ran yet');
      start();
      await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0.2);
      await page.getByRole('button', { name: words('player.pause') }).waitFor();
      assert.equal(
        await page.locator('vh-player').evaluate((player) => player === document.activeElement),
        true,
      );
      assert.deepEqual(await page.evaluate(() => window.layoutShifts()), []);
    });
  }

  it('plays at a click once its script is there', async (t) => {
    const attributes = `src="/media/dusk.mp4" heading="Dusk" muted`;
    const { page, start } = await open(t, attributes, await facadeOf('Dusk'));
    start();
    await page.locator('vh-player:defined').waitFor();
    await page.getByRole('button', { name: words('player.playTitle', { title: 'Dusk' }) }).click();
    await page.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0.2);
  });
});

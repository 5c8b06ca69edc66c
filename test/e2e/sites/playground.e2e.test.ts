import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright';
import { inRepository } from '../../support/repository.ts';
import { launchChromium } from '../support/browser.ts';
import { DemoProcess } from '../support/demo-process.ts';
import { axeFaults, complaintsOf } from '../support/page-complaints.ts';
import { StaticSite } from '../support/static-site.ts';
import { itWithAll } from '../../support/it-with-all.ts';

const STAGE = '#stage > :is(vh-player, vh-uploader)';

describe('the playground', () => {
  let demo: DemoProcess;
  let browser: Browser;
  let context: BrowserContext;
  let url: string;

  before(async () => {
    [demo, browser] = await Promise.all([DemoProcess.start(), launchChromium()]);
    context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    url = `${await demo.url()}playground.html`;
  });

  after(async () => {
    await browser.close();
    await demo.stop();
  });

  async function open(choice = ''): Promise<{ page: Page; problems: string[] }> {
    const page = await context.newPage();
    const problems = complaintsOf(page);
    await page.goto(url + choice);
    await page.locator('#controls fieldset').first().waitFor();
    return { page, problems };
  }

  const attributesOf = (page: Page, selector = STAGE) =>
    page
      .locator(selector)
      .evaluate((element) =>
        Object.fromEntries(element.getAttributeNames().map((name) => [name, element.getAttribute(name)])),
      );

  it('changes the same element, its code and its address, by the keyboard', async () => {
    const { page, problems } = await open();
    const first = await page.locator(STAGE).elementHandle();
    assert.ok(first);
    await page.getByLabel('Find an attribute or a slot').fill('takes out volume');
    await page.getByText('1 entry').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.equal((await attributesOf(page))['without-volume'], '');
    await page.getByLabel('Find an attribute or a slot').fill('');
    await page.getByLabel('heading', { exact: true }).fill('Dusk & <b>dawn</b>');
    await page.getByLabel('skip-seconds', { exact: true }).fill('many');
    await page.getByText('A number, such as 10.').filter({ visible: true }).waitFor();
    await page.getByRole('radio', { name: 'React' }).press('Space');
    await page.getByLabel('Language').selectOption('he');
    await page.getByRole('button', { name: 'Cinema' }).press('Enter');
    const code = (await page.locator('#code').textContent()) ?? '';
    assert.match(code, /heading=\{"Dusk & <b>dawn<\/b>"\}\n {6}withoutVolume|withoutVolume[^]*heading=/);
    assert.doesNotMatch(code, /skipSeconds/);
    assert.match(
      (await page.locator('#theme-code').textContent()) ?? '',
      /color-scheme: dark;\n {2}--vh-accent: #f2b84b;/,
    );
    // It is still the element that was there.
    assert.ok(
      await first.evaluate((element) => element.isConnected && element.getAttribute('lang') === 'he'),
    );
    const title = page.locator(STAGE).locator('[part~=title]').first();
    assert.equal(await title.textContent(), 'Dusk & <b>dawn</b>');
    // One that acts at the start only needs a new one.
    await page.getByLabel('load', { exact: true }).fill('intent');
    assert.equal(await first.evaluate((element) => element.isConnected), false);

    // Whoever gets the address sees the same.
    const { page: other, problems: others } = await open(new URL(page.url()).hash);
    assert.deepEqual(await attributesOf(other), await attributesOf(page));
    await other.getByRole('radio', { name: 'React' }).check();
    assert.equal(await other.locator('#code').textContent(), await page.locator('#code').textContent());
    assert.equal(
      await other.locator('#theme-code').textContent(),
      await page.locator('#theme-code').textContent(),
    );
    await other.getByRole('button', { name: 'Reset' }).click();
    assert.equal(new URL(other.url()).hash, '');
    assert.deepEqual(Object.keys(await attributesOf(other)), ['backend', 'video-id']);
    assert.deepEqual([...problems, ...others], []);
    await Promise.all([page.close(), other.close()]);
  });

  it('shows its code as it is, under a strict policy, in a page that has nothing else', async () => {
    const text = encodeURIComponent('"Dusk" & <img src=x onerror=alert(1)> {{ 1 }}');
    const { page, problems } = await open(
      `#heading=${text}&slot.top=${text}&muted&skip-seconds=5&--vh-accent=0a7d5a`,
    );
    await page.getByRole('button', { name: 'Copy: Code' }).click();
    await page.locator('#said', { hasText: 'Copied.' }).waitFor();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(code, await page.locator('#code').textContent());
    await page.getByRole('button', { name: 'Copy: Style sheet' }).click();
    await page.getByRole('button', { name: 'Copy: Style sheet' }).filter({ hasText: 'Copied' }).waitFor();
    const styles = await page.evaluate(() => navigator.clipboard.readText());
    const site = await StaticSite.serve({
      folder: inRepository('dist'),
      page: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>${code
        .replaceAll('/vh-elements/', '/cdn/')
        .replace('/theme.css', '/cdn/vh-elements.css?theme')}</html>`,
      headers: {
        'content-security-policy':
          "default-src 'self'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; " +
          'trusted-types lit-html vh-elements',
      },
    });
    const copy = await context.newPage();
    const violations: string[] = [];
    copy.on('pageerror', ({ message }) => violations.push(message));
    copy.on('console', (line) => /policy|trusted/i.test(line.text()) && violations.push(line.text()));
    await copy.route(/\?theme$/, (route) => route.fulfill({ contentType: 'text/css', body: styles }));
    await copy.goto(site.origin);
    const player = copy.locator('vh-player:defined');
    await player.waitFor();
    const { backend, ...copied } = await attributesOf(copy, 'vh-player');
    const { backend: shown, ...wanted } = await attributesOf(page);
    assert.deepEqual([backend, shown], ['/vh', 'vh']);
    assert.deepEqual(copied, wanted);
    assert.equal(await player.locator('[slot=top]').textContent(), decodeURIComponent(text));
    assert.equal(
      await player.evaluate((element) => getComputedStyle(element).getPropertyValue('--vh-accent')),
      '#0a7d5a',
    );
    assert.deepEqual([...violations, ...problems], []);
    await Promise.all([page.close(), copy.close()]);
    site.close();
  });

  it('says in words which colours are too close', async () => {
    const { page, problems } = await open('#_element=vh-uploader');
    await page.getByText(/^All \d+ pairs have enough contrast\.$/).waitFor();
    await page.getByLabel('--vh-on-accent').first().fill('#2f5bea');
    const sum = page
      .getByRole('status')
      .filter({ hasText: 'Too little contrast: Words and signs on buttons.' });
    await sum.waitFor();
    const row = page.getByRole('row', { name: 'Words and signs on buttons' });
    assert.match((await row.textContent()) ?? '', /1\.0:1 ✕ too little: needs 4\.5:1/);
    await page.getByRole('button', { name: 'Default: --vh-on-accent' }).click();
    await page.getByText(/^All \d+ pairs have enough contrast\.$/).waitFor();
    assert.equal(new URL(page.url()).hash, '#_element=vh-uploader');
    assert.deepEqual(problems, []);
    await page.close();
  });

  it('shows the captions that are chosen first', async () => {
    const { page, problems } = await open();
    await page.getByLabel('Deutsch').check();
    await page.getByLabel('English').check();
    await page.locator(STAGE).getByRole('button', { name: 'Play' }).first().click();
    await page.waitForFunction(() => {
      const tracks = [
        ...(document.querySelector<HTMLElement & { textTracks: TextTrackList }>('#stage vh-player')
          ?.textTracks ?? []),
      ];
      return (
        tracks
          .filter(({ mode }) => mode === 'showing')
          .map(({ language }) => language)
          .join() === 'de'
      );
    });
    assert.match(
      (await page.locator('#code').textContent()) ?? '',
      /srclang="de"[^\n]* default \/>\n[^\n]*srclang="en"[^\n]*vtt" \/>/,
    );
    assert.deepEqual(problems, []);
    await page.close();
  });

  itWithAll('is for everybody: any element, width, scheme and direction', async () => {
    for (const [choice, width, colorScheme] of [
      ['', 1280, 'light'],
      ['#_element=vh-uploader&multiple&_scheme=dark', 320, 'light'],
      ['#_element=vh-captions-picker&_language=ar', 390, 'dark'],
      ['#_element=vh-transcript', 1600, 'dark'],
      ['#_element=vh-upload-status&_scheme=light', 768, 'dark'],
    ] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
      const problems = complaintsOf(page);
      await page.goto(url + choice);
      await page.locator('#stage :defined').first().waitFor();
      for (const summary of await page.locator('#controls summary').all())
        if (!(await summary.evaluate(({ parentElement }) => parentElement?.matches('[open]'))))
          await summary.click();
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.equal(await overflow(), 0, `${choice} at ${width}`);
      assert.deepEqual(await axeFaults(page), [], choice);
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      assert.equal(await overflow(), 0, `${choice} at ${width}, from right to left`);
      assert.deepEqual(problems, []);
      await page.close();
    }
  });
});

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { PlayerPage } from '../support/player-page.ts';
import { words } from '../../support/words.ts';

describe('<vh-player> and the menu of captions under a real pointer', () => {
  let browser: Browser;
  let site: PlayerPage;
  let page: Page;
  let player: Locator;

  before(async () => {
    browser = await launchChromium();
    site = await PlayerPage.serve('<vh-player src="/media/hls/master.m3u8" muted loop></vh-player>');
  });
  afterEach(() => page.close());
  after(async () => {
    await browser.close();
    site.close();
  });

  const watch = async (context: BrowserContextOptions) => {
    page = await browser.newPage(context);
    page.setDefaultTimeout(15_000);
    await page.goto(site.url);
    player = page.locator('vh-player');
    await player.evaluate((element: HTMLMediaElement) => element.play());
    await button(words('player.captions')).waitFor();
    await player.evaluate((element: HTMLMediaElement) => element.pause());
  };
  const button = (name: string) => player.getByRole('button', { name, exact: true });
  const language = (name: string) => player.getByRole('menuitemradio', { name });
  const modes = () =>
    player.evaluate((element: HTMLMediaElement) => [...element.textTracks].map(({ mode }) => mode).join());

  it('opens at its button, and closes at another press on it', async () => {
    await watch({ viewport: { width: 960, height: 540 } });
    for (const [name, row] of [
      [words('player.captionsMenu'), 'Deutsch'],
      [words('player.settings'), undefined],
    ] as const) {
      const first = row ? language(row) : player.getByRole('menuitem', { name: words('player.speed') });
      await button(name).click();
      await first.waitFor();
      await button(name).click();
      await first.waitFor({ state: 'hidden' });
      await player.getByRole('button', { name, exact: true, expanded: false }).waitFor();
      await button(name).click({ delay: 400 });
      await first.waitFor();
      await page.keyboard.press('Escape');
      await first.waitFor({ state: 'hidden' });
    }
  });

  it('opens at the other button of a mouse on the captions button, and stays', async () => {
    await watch({ viewport: { width: 960, height: 540 } });
    await button(words('player.captions')).click({ button: 'right' });
    await language('Deutsch').click();
    await language('Deutsch').waitFor({ state: 'hidden' });
    assert.match(await modes(), /^(disabled,showing|showing,disabled)$/);
    await button(words('player.captions')).click();
    assert.equal(await modes(), 'disabled,disabled');
  });

  it('opens under a finger that stays, and stays when it is lifted', async () => {
    await watch({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const box = await button(words('player.captions')).boundingBox();
    assert.ok(box);
    const devtools = await page.context().newCDPSession(page);
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const timestamp = Date.now() / 1000;
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at], timestamp });
    // The browser believes the time that it is given.
    const lifted = timestamp + 0.8;
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: lifted });
    await language('Deutsch').waitFor();
    assert.equal(await modes(), 'disabled,disabled');
    await language('Deutsch').tap();
    await language('Deutsch').waitFor({ state: 'hidden' });
    assert.match(await modes(), /showing/);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Locator } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { PlayerPage } from '../support/player-page.ts';
import { words } from '../../support/words.ts';

describe('the hint over a button of a <vh-player>', () => {
  let browser: Browser;
  let site: PlayerPage;
  before(async () => {
    browser = await launchChromium();
    site = await PlayerPage.serve('<vh-player src="/media/dusk.mp4" muted></vh-player>');
  });
  after(async () => {
    await browser.close();
    site.close();
  });

  async function open(t: TestContext, width: number) {
    const page = await browser.newPage({ viewport: { width, height: 700 } });
    t.after(() => page.close());
    await page.goto(site.url);
    await page.locator('vh-player').evaluate(async (element: HTMLVideoElement) => {
      await element.play();
      element.pause();
    });
    const button = (name: string) => page.locator('vh-player').getByRole('button', { name, exact: true });
    await button(words('player.play')).waitFor();
    return { page, button };
  }
  /** What a viewer reads over a button; undefined where there is nothing. */
  const hintOf = (button: Locator) =>
    button.evaluate((element) => {
      const { visibility, content } = getComputedStyle(element, '::before');
      return visibility === 'visible' && content !== 'none' ? content : undefined;
    });

  it('is its name and its key, under the pointer and under the focus', async (t) => {
    const { page, button } = await open(t, 640);
    const play = button(words('player.play'));
    assert.equal(await hintOf(play), undefined);
    await play.hover();
    await eventually(async () => (await hintOf(play))?.includes(words('player.play')) || undefined);
    await play.focus();
    await page.keyboard.press('Tab');
    const next = page.locator('vh-player').locator(':focus');
    assert.match((await hintOf(next)) ?? '', /\w/);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 640);
  });

  it('goes when the menu of its button is open', async (t) => {
    const { page, button } = await open(t, 640);
    const settings = button(words('player.settings'));
    await settings.hover();
    await eventually(() => hintOf(settings));
    await settings.click();
    await eventually(async () => (await settings.getAttribute('aria-expanded')) === 'true' || undefined);
    assert.equal(await hintOf(settings), undefined);
    await page.keyboard.press('Escape');
  });

  it('has no place in a small player', async (t) => {
    const { button } = await open(t, 320);
    const settings = button(words('player.settings'));
    await settings.hover();
    assert.equal(await hintOf(settings), undefined);
  });
});

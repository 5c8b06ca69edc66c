import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { PlayerPage } from '../support/player-page.ts';
import { words } from '../../support/words.ts';

describe('<vh-player> under a finger', () => {
  let browser: Browser;
  let site: PlayerPage;
  let page: Page;
  let player: Locator;

  before(async () => {
    browser = await launchChromium();
    site = await PlayerPage.serve(
      '<vh-player src="/media/dusk.mp4" muted loop></vh-player><div style="height: 3000px"></div>',
    );
  });
  afterEach(() => page.close());
  after(async () => {
    await browser.close();
    site.close();
  });

  const shown = async (is: boolean) => {
    await page.waitForFunction(
      (wanted) => document.querySelector('vh-player')?.matches(':state(controls)') === wanted,
      is,
    );
  };
  const isPaused = () => player.evaluate((element: HTMLMediaElement) => element.paused);
  const playsOn = async () => {
    const time = await player.evaluate((element: HTMLMediaElement) => element.currentTime);
    await page.waitForFunction((before) => document.querySelector('vh-player')?.currentTime !== before, time);
    assert.equal(await isPaused(), false);
  };
  const centre = async (name: string) => {
    const box = await player.getByRole('button', { name, exact: true }).boundingBox();
    assert.ok(box, name);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const tap = ({ x, y }: { x: number; y: number }) => page.touchscreen.tap(x, y);
  /** Taps while the controls show. On a busy machine they may have gone by now: then a tap shows them before. */
  const tapShown = async (place: { x: number; y: number }) => {
    if (!(await player.evaluate((element) => element.matches(':state(controls)')))) {
      await tap(place);
      await shown(true);
      await playsOn();
    }
    await tap(place);
  };

  /** Opens the page on a telephone and plays, until the controls are gone. */
  const watch = async () => {
    const viewport = { width: 390, height: 844 };
    page = await browser.newPage({ viewport, hasTouch: true, isMobile: true });
    page.setDefaultTimeout(15_000);
    await page.goto(site.url);
    player = page.locator('vh-player');
    await player.evaluate(async (element: HTMLMediaElement) => {
      await customElements.whenDefined('vh-player');
      await element.play();
    });
    await player.getByRole('button', { name: words('player.pause') }).waitFor();
    await shown(false);
  };

  for (const name of [words('player.pause'), words('player.fullscreen'), words('player.unmute')]) {
    it(`shows the controls by the first tap, also where "${name}" will be`, async () => {
      await watch();
      await tap(await centre(name));
      await shown(true);
      await playsOn();
      assert.equal(await page.evaluate(() => document.fullscreenElement), null);
      assert.equal(await player.evaluate((element: HTMLMediaElement) => element.muted), true);
    });
  }

  it('does by the second tap what the button says', async () => {
    await watch();
    const pause = await centre(words('player.pause'));
    await tap(pause);
    await shown(true);
    await playsOn();
    await tapShown(pause);
    await page.waitForFunction(() => document.querySelector('vh-player')?.paused);
    await tap(await centre(words('player.play')));
    await page.waitForFunction(() => document.querySelector('vh-player')?.paused === false);
  });

  it('leaves the seek bar alone by the first tap', async () => {
    await watch();
    const box = await player.getByRole('slider', { name: words('player.seek') }).boundingBox();
    assert.ok(box);
    // The engine may seek, as at a hand-over: not to where the finger is.
    await player.evaluate((element: HTMLMediaElement) =>
      element.addEventListener('seeking', () => {
        if (element.currentTime > element.duration * 0.8) element.setAttribute('data-sought', '');
      }),
    );
    await tap({ x: box.x + box.width * 0.9, y: box.y + box.height / 2 });
    await shown(true);
    await playsOn();
    assert.equal(await player.getAttribute('data-sought'), null);
  });

  it('hides them by a second tap on the picture, and plays on', async () => {
    await watch();
    const picture = { x: 195, y: 60 };
    await tap(picture);
    await shown(true);
    await playsOn();
    await tapShown(picture);
    await shown(false);
    await playsOn();
    // Also over a paused picture, where nothing else would hide them.
    await tap(picture);
    await shown(true);
    await tapShown(await centre(words('player.pause')));
    await page.waitForFunction(() => document.querySelector('vh-player')?.paused);
    await shown(true);
    await tap(picture);
    await shown(false);
    assert.equal(await isPaused(), true);
  });

  it('hides them again when the finger does nothing', async () => {
    await watch();
    await tap({ x: 195, y: 60 });
    await shown(true);
    await shown(false);
    await playsOn();
  });

  it('does nothing when a finger scrolls the page over it', async () => {
    await watch();
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] });
    await touch('touchStart', 180);
    for (let y = 170; y >= 20; y -= 10) await touch('touchMove', y);
    await touch('touchEnd');
    await page.waitForFunction(() => scrollY > 50);
    assert.equal(await player.evaluate((element) => element.matches(':state(controls)')), false);
  });

  it('lets the keyboard come to hidden controls, and shows them', async () => {
    await watch();
    await page.keyboard.press('Tab');
    await shown(true);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('vh-player')?.paused);
  });
});

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import type { WindowMaker } from '../../../src/elements/player/presentation/pip-window/window-maker.ts';
import { launchChromium } from '../support/browser.ts';
import { cells } from '../../support/division.ts';
import { PlayerPage } from '../support/player-page.ts';
import { words } from '../../support/words.ts';

/** The films are short, and a machine may be slow. */
const RATE = 0.25;
/** Seconds that a reading of the clock may be off. */
const CLOCK_ERROR_S = 0.15;

interface Watch {
  /** The video's events since it began to play. */
  events: string[];
  /** Milliseconds on the wall, seconds of the video. */
  clock: [number, number][];
  refused: string[];
}

declare global {
  interface Window {
    watch: Watch;
    documentPictureInPicture: EventTarget & WindowMaker & { readonly window: Window | null };
  }
}

describe('<vh-player> in a window above all others', () => {
  let browser: Browser;
  let site: PlayerPage;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    await page.close();
    site.close();
  });
  after(() => browser.close());

  const play = async (attributes: string) => {
    site = await PlayerPage.serve(`<div id="cinema"><vh-player muted ${attributes}></vh-player></div>`, {
      strict: true,
    });
    page = await browser.newPage();
    await page.addInitScript(() => {
      const watch: Watch = (window.watch = { events: [], clock: [], refused: [] });
      const note = (event: Event) =>
        watch.refused.push((event as SecurityPolicyViolationEvent).violatedDirective);
      addEventListener('securitypolicyviolation', note);
      window.documentPictureInPicture.addEventListener('enter', () =>
        window.documentPictureInPicture.window?.addEventListener('securitypolicyviolation', note),
      );
    });
    await page.goto(site.url);
    await page.getByRole('button', { name: words('player.play') }).click();
    await page.getByRole('button', { name: words('player.pictureInPicture') }).waitFor();
    await page.evaluate((rate) => {
      const player = document.querySelector('vh-player');
      if (!player) throw new TypeError('There is no player.');
      const { watch } = window;
      player.playbackRate = rate;
      for (const type of ['emptied', 'loadstart', 'seeking', 'pause', 'error'])
        player.media.addEventListener(type, () => watch.events.push(type));
      player.media.addEventListener('timeupdate', () =>
        watch.clock.push([performance.now(), player.currentTime]),
      );
    }, RATE);
    await playsOn();
  };
  const playsOn = async () => {
    const time = await page.evaluate(() => document.querySelector('vh-player')?.currentTime ?? 0);
    await page.waitForFunction(
      (from) => (document.querySelector('vh-player')?.currentTime ?? 0) > from,
      time + 0.2,
    );
  };
  const isOut = () => page.evaluate(() => window.documentPictureInPicture.window !== null);
  const until = async (out: boolean) => {
    await page.waitForFunction(
      (wanted) =>
        (window.documentPictureInPicture.window !== null) === wanted &&
        (document.querySelector('vh-player')?.media.ownerDocument !== document) === wanted,
      out,
    );
  };
  /** What the move has cost: events, and jumps of the clock. */
  const cost = async (): Promise<string[]> => {
    const { events, clock, refused } = await page.evaluate(() => window.watch);
    const jumps = clock.slice(1).flatMap(([wall, time], at) => {
      const [wallBefore, timeBefore] = clock[at] ?? [wall, time];
      const played = time - timeBefore;
      const most = ((wall - wallBefore) / 1000) * RATE + CLOCK_ERROR_S;
      return played < 0 || played > most ? [`${timeBefore} → ${time}`] : [];
    });
    return [...events, ...jumps, ...refused];
  };

  for (const [kind, src] of cells([
    ['hls.js', '/media/hls/master.m3u8'],
    ['a file', '/media/dusk.mp4'],
  ] as const)) {
    it(`plays on through the move, and back, with ${kind}`, async () => {
      await play(`src="${src}"`);
      await page.keyboard.press('i');
      await until(true);
      await playsOn();
      await page.getByRole('button', { name: words('player.bringBack') }).click();
      await until(false);
      const button = page.getByRole('button', { name: words('player.pictureInPicture') });
      await button.and(page.locator(':focus')).waitFor();
      await playsOn();
      assert.deepEqual(await cost(), []);
      assert.equal(await page.evaluate(() => document.querySelector('vh-player')?.paused), false);
    });
  }

  it('comes back when the window closes, and goes with the player', async () => {
    await play('src="/media/hls/master.m3u8"');
    await page.getByRole('button', { name: words('player.pictureInPicture') }).click();
    await until(true);
    await page.evaluate(() => window.documentPictureInPicture.window?.close());
    await until(false);
    await playsOn();
    assert.deepEqual(await cost(), []);
    await page.keyboard.press('i');
    await until(true);
    await page.evaluate(() => document.querySelector('vh-player')?.remove());
    await page.waitForFunction(() => window.documentPictureInPicture.window === null);
    assert.equal(await isOut(), false);
  });

  it('fills the screen with what the page names', async () => {
    await play('src="/media/dusk.mp4" fullscreen-target="cinema"');
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.fullscreenElement?.id === 'cinema');
    await page.getByRole('button', { name: words('player.exitFullscreen') }).waitFor();
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.fullscreenElement === null);
    await page.getByRole('button', { name: words('player.fullscreen') }).waitFor();
  });
});

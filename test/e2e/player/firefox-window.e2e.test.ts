import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { bundleForPage } from '../support/bundle-for-page.ts';
import { cells } from '../../support/division.ts';
import { itWithAll } from '../../support/it-with-all.ts';
import { eventually } from '../../support/eventually.ts';
import { hasWhite, launchFirefox, placeIn, textIn } from '../support/firefox.ts';
import { MediaSite } from '../support/media-page.ts';

/** Where Firefox lays its button over a film of 640 × 360 CSS pixels: the film is dark there. */
const BUTTON = { x: 580, y: 210, width: 44, height: 44 };

describe('picture-in-picture in Firefox', () => {
  let browser: Browser;
  let folder: string;
  let site: MediaSite;
  let page: Page;
  before(async () => {
    [browser, folder] = await Promise.all([launchFirefox(), bundleForPage('src/define/vh-player.ts')]);
  });
  afterEach(async () => {
    await page.close();
    site.close();
  });
  after(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  const show = async (body: string) => {
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
<style>body { margin: 0 } vh-player, video, iframe { display: block; width: 640px; height: 360px; border: 0 }</style>
<script type="module" src="/vh-player.js"></script>${body}`;
    site = await MediaSite.serve(folder, html);
    page = await browser.newPage();
    await page.setViewport({ width: 900, height: 700 });
    await page.goto(site.url);
  };
  /** Moves over the film as a viewer does, and looks for the browser's button. */
  const hasBrowserButton = async (where = page) => {
    await where.mouse.move(200, 100);
    await where.mouse.move(210, 110);
    return hasWhite(where, BUTTON);
  };
  const untilPlayed = async () =>
    page.waitForFunction(() => {
      const player = document.querySelector('vh-player');
      return player && player.currentTime > 0.1 && !player.paused;
    });

  for (const [what, body] of cells([
    ['a film that no player plays', '<video src="/media/dusk.mp4" muted autoplay loop></video>'],
    [
      'a player whose page has its own controls',
      '<vh-player src="/media/dusk.mp4" muted autoplay without-controls></vh-player>',
    ],
    [
      'a player whose page has taken out our button',
      '<vh-player src="/media/dusk.mp4" muted loop without-picture-in-picture></vh-player>',
    ],
  ] as const)) {
    it(`leaves the browser's button over ${what}`, async () => {
      await show(body);
      if (body.includes('without-picture')) await page.mouse.click(320, 180);
      await eventually(async () => (await hasBrowserButton()) || undefined);
    });
  }

  it('has our button alone, on the poster, while it plays, at rest and in its window', async () => {
    await show('<vh-player src="/media/dusk.mp4" muted loop preload="auto"></vh-player>');
    await page.waitForFunction(() => (document.querySelector('vh-player')?.readyState ?? 0) > 1);
    assert.equal(await hasBrowserButton(), false, 'on the poster');
    await page.mouse.click(320, 180);
    await untilPlayed();
    await eventually(() => placeIn(page, '.picture-in-picture'));
    assert.equal(await hasBrowserButton(), false, 'while it plays');
    await page.evaluate(() => {
      document.querySelector('vh-player')?.pause();
    });
    assert.equal(await hasBrowserButton(), false, 'at rest');
    const forbids = () => page.evaluate(() => document.querySelector('vh-player')?.disablePictureInPicture);
    assert.equal(await forbids(), false, 'the page has forbidden nothing');
    await page.evaluate(() => {
      document.querySelector('vh-player')?.toggleAttribute('disablepictureinpicture', true);
    });
    await eventually(async () => !(await placeIn(page, '.picture-in-picture')) || undefined);
    assert.equal(await hasBrowserButton(), false, 'the page forbids both');
  });

  itWithAll('shows the video alone from a frame, by our button, and takes it back', async () => {
    await show(`<iframe allow="autoplay" srcdoc='<!doctype html><html lang="en"><title>A frame</title>
<style>body { margin: 0 } vh-player { display: block; width: 640px; height: 360px }</style>
<script type="module" src="/vh-player.js"></script>
<vh-player src="/media/dusk.mp4" muted loop></vh-player>'></iframe>`);
    const frame = await eventually(() => page.frames()[1]);
    await frame.waitForSelector('vh-player:defined');
    await page.mouse.click(320, 180);
    const press = async () => {
      await page.mouse.move(210, 110);
      const { x, y } = await eventually(() => placeIn(frame, '.picture-in-picture'));
      await page.mouse.click(x, y);
    };
    const isAlone = (is: boolean) =>
      frame.waitForFunction((wanted) => (document.pictureInPictureElement !== null) === wanted, {}, is);
    await frame.waitForFunction(() => (document.querySelector('vh-player')?.currentTime ?? 0) > 0.5);
    await eventually(() => placeIn(frame, '.picture-in-picture'));
    await press();
    await isAlone(true);
    await press();
    await isAlone(false);
  });

  for (const src of cells(['/media/hls/master.m3u8', '/media/dusk.mp4'])) {
    it(`takes the whole player into a window, and back: ${src}`, async () => {
      const track =
        '<track default kind="captions" srclang="en" label="English" src="/media/captions/en.vtt">';
      await show(`<vh-player src="${src}" muted loop>${track}</vh-player>`);
      await page.waitForSelector('vh-player:defined');
      await page.mouse.click(320, 180);
      await untilPlayed();
      // The films are short, and a machine may be slow.
      await page.evaluate(() => {
        const player = document.querySelector('vh-player');
        if (!player) throw new TypeError('There is no player.');
        player.playbackRate = 0.25;
        for (const type of ['emptied', 'pause', 'error'])
          player.media.addEventListener(type, () => (document.title += ` ${type}`));
      });
      const isOut = (is: boolean) =>
        page.waitForFunction(
          (out) => (document.querySelector('vh-player')?.media.ownerDocument !== document) === out,
          {},
          is,
        );
      const playsOn = async () => {
        const from = await page.evaluate(() => document.querySelector('vh-player')?.currentTime ?? 0);
        await page.waitForFunction(
          (before) => (document.querySelector('vh-player')?.currentTime ?? before) !== before,
          {},
          from,
        );
      };
      const pages = await browser.pages();
      const { x, y } = await eventually(() => placeIn(page, '.picture-in-picture'));
      await page.mouse.click(x, y);
      await isOut(true);
      const outside = await eventually(async () =>
        (await browser.pages()).find((one) => !pages.includes(one)),
      );
      await playsOn();
      const press = async (selector: string) => {
        await outside.mouse.move(100, 50);
        const place = await eventually(() => placeIn(page, selector));
        await outside.mouse.click(place.x, place.y);
      };
      assert.equal(await page.title(), 'A page', 'it has played through the move');
      await eventually(async () => (await textIn(page, '.cue-frame'))?.includes('A small film') || undefined);
      assert.equal(await hasBrowserButton(outside), false, 'one button');
      await press('.button.pause');
      await page.waitForFunction(() => document.querySelector('vh-player')?.paused);
      await press('.seek');
      await page.waitForFunction(() => {
        const { currentTime = 0, duration = 0 } = document.querySelector('vh-player') ?? {};
        return Math.abs(currentTime - duration / 2) < 0.3;
      });
      await press('.button.settings');
      await eventually(() => placeIn(page, '.sheet'));
      await outside.keyboard.press('Escape');
      await press('.button.play');
      await playsOn();
      const back = await eventually(() => placeIn(page, '.placeholder .action'));
      await page.mouse.click(back.x, back.y);
      await isOut(false);
      await playsOn();
      assert.equal(await page.title(), 'A page pause', 'it has played through the move back');
      await page.keyboard.press('i');
      await isOut(true);
      await page.evaluate(() => {
        document.querySelector('vh-player')?.media.ownerDocument.defaultView?.close();
      });
      await isOut(false);
      await playsOn();
    });
  }
});

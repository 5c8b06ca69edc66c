import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { formatTime } from '../../../src/elements/player/format/format-time.ts';
import { launchChromium } from '../support/browser.ts';
import { cells } from '../../support/division.ts';
import { eventually } from '../../support/eventually.ts';
import { PlayerPage } from '../support/player-page.ts';
import { contrastOf, seenContrast } from '../../support/elements/seen-contrast.ts';
import { words } from '../../support/words.ts';

const PARTS = [0, 0.02, 0.1, 0.5, 0.9, 1];

describe('the seek bar of a <vh-player>', () => {
  let browser: Browser;
  let site: PlayerPage;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    site = await PlayerPage.serve(
      `<style>vh-player::part(media) { filter: brightness(0) }</style>
       <vh-player src="/media/hours/index.m3u8" muted></vh-player>`,
    );
  });
  afterEach(() => page.close());
  after(async () => {
    await browser.close();
    site.close();
  });

  /** Opens a paused film of two hours. */
  const open = async (width: number, direction = 'ltr', options: BrowserContextOptions = {}) => {
    page = await browser.newPage({ viewport: { width, height: 760 }, ...options });
    await page.goto(site.url);
    await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
    await page.locator('vh-player').evaluate(async (element: HTMLVideoElement) => {
      await element.play();
      element.pause();
    });
    await page.getByRole('button', { name: words('player.play'), exact: true }).waitFor();
  };
  /** The inside of the rail, as it is painted. */
  const rail = async () => {
    const box = await page.locator('vh-player .rail').boundingBox();
    assert.ok(box);
    return { left: box.x + 1, width: box.width - 2, y: box.y + box.height / 2 };
  };
  const hint = () => page.locator('vh-player .tip.shown .tip-time').textContent();
  const times = () =>
    page
      .locator('vh-player')
      .evaluate(({ currentTime, duration }: HTMLVideoElement) => ({ currentTime, duration }));
  const time = async () => (await times()).currentTime;
  /** Where the played part ends, and where the thumb's middle is, in pixels of the page. */
  const drawn = async () => {
    const played = await page.locator('vh-player .played').boundingBox();
    const slider = page.getByRole('slider', { name: words('player.seek') });
    const box = await slider.boundingBox();
    assert.ok(played && box);
    const part = await slider.evaluate(
      ({ value, min, max }: HTMLInputElement) => (Number(value) - Number(min)) / (Number(max) - Number(min)),
    );
    // A browser moves the thumb, 16 pixels wide, between the ends of the input.
    return { played: played.x + played.width, thumb: box.x + 8 + (box.width - 16) * part };
  };

  for (const direction of cells(['ltr', 'rtl'])) {
    it(`says where a click lands, from 200 to 1,280 pixels wide, ${direction}`, async () => {
      await open(200, direction);
      for (const viewport of [200, 320, 480, 720, 1280]) {
        await page.setViewportSize({ width: viewport, height: 760 });
        await eventually(async () => {
          const clock = await page.locator('vh-player .clock').boundingBox();
          const now = await page.locator('vh-player .clock .now').boundingBox();
          const isWhole = clock && now && now.x >= clock.x && now.x + now.width <= clock.x + clock.width;
          return isWhole && clock.x + clock.width <= viewport ? true : undefined;
        });
        for (const part of PARTS) {
          const { left, width, y } = await rail();
          const x = left + width * part;
          await page.mouse.move(x, y);
          const said = await hint();
          await page.mouse.down();
          await page.mouse.up();
          const { currentTime, duration } = await times();
          const message = `${String(part * 100)} % of ${String(viewport)} pixels`;
          assert.equal(said, formatTime(currentTime), message);
          assert.ok(
            Math.abs(currentTime / duration - part) * width <= 1,
            `${message}: ${String(currentTime)}`,
          );
          await page.waitForFunction(() => document.querySelector('vh-player')?.seeking === false);
          const { played, thumb } = await drawn();
          assert.ok(Math.abs(played - x) <= 1, `${message}: played to ${String(played - x)} from there`);
          assert.ok(Math.abs(thumb - x) <= 1, `${message}: the thumb is ${String(thumb - x)} from there`);
        }
      }
    });
  }

  it('announces where a press on its thumb or a drag ends, beyond its ends, too', async () => {
    await open(320);
    const { duration } = await times();
    const { left, width, y } = await rail();
    const press = async (x: number) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      assert.equal(await hint(), formatTime(await time()));
    };
    await press(left + width / 2);
    await page.mouse.up();
    await press(left + width / 2 + 5);
    for (const x of [left + width / 2 + 6, left + width * 0.75, left + width * 2]) {
      await page.mouse.move(x, y - 40);
      assert.equal(await hint(), formatTime(await time()));
    }
    // At its end the film may turn out to be longer.
    assert.ok((await time()) >= duration - 0.001, String(duration));
    await page.mouse.up();
  });

  it('is left alone by the other buttons of a mouse', async () => {
    await open(640);
    const { left, width, y } = await rail();
    const reached = await time();
    await page.mouse.click(left + width / 2, y, { button: 'right' });
    await page.mouse.click(left + width / 2, y, { button: 'middle' });
    assert.equal(await time(), reached);
  });

  for (const direction of cells(['ltr', 'rtl'])) {
    it(`says where a finger lands, ${direction}`, async () => {
      await open(390, direction, { hasTouch: true, isMobile: true });
      const client = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y = 0) =>
        client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
      for (const part of PARTS) {
        const { left, width, y } = await rail();
        await touch('touchStart', left + width * part, y);
        assert.equal(await hint(), formatTime(await time()), `${String(part * 100)} %`);
        await touch('touchMove', left + width * 0.6, y);
        assert.equal(await hint(), formatTime(await time()), `moved from ${String(part * 100)} %`);
        await touch('touchEnd');
        const { currentTime, duration } = await times();
        assert.ok(Math.abs(currentTime / duration - 0.6) * width <= 1, String(currentTime));
      }
    });
  }

  it('shows the buffered part in another colour than the rest and the played part', async () => {
    await open(640);
    await page.evaluate(() => {
      const player = document.querySelector('vh-player');
      if (!player) throw new TypeError('The page is not whole.');
      // What a viewer has who goes to the middle of a film and lets it load for a while.
      const buffered = { length: 1, start: () => 1800, end: () => 5400 };
      Object.defineProperty(player.media, 'buffered', { value: buffered });
      player.media.dispatchEvent(new Event('progress'));
    });
    await page.locator('vh-player').press('2');
    await page.locator('vh-player').press('2');
    const { left, width, y } = await rail();
    const colourAt = async (part: number) => {
      const clip = { x: Math.round(left + width * part), y: Math.round(y), width: 4, height: 1 };
      return (await seenContrast(page, clip)).ground;
    };
    await page.mouse.move(0, 0);
    const [before, inside, late] = await eventually(async () => {
      const colours = [await colourAt(0.22), await colourAt(0.5), await colourAt(0.9)] as const;
      return colours[0] !== colours[1] ? colours : undefined;
    });
    assert.ok(contrastOf(before, late) < 1.1, `${before} and ${late}`);
    assert.ok(contrastOf(inside, late) >= 1.8, `${inside} on ${late}`);
    const played = await colourAt(0.1);
    assert.ok(contrastOf(played, inside) >= 3, `${played} beside ${inside}`);
  });
});

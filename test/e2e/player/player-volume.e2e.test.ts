import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { cells } from '../../support/division.ts';
import { PlayerPage } from '../support/player-page.ts';
import { words } from '../../support/words.ts';

/** Pixels: the radius of a thumb without a pointer on it. */
const RADIUS = 6;

describe('the volume slider of a <vh-player>', () => {
  let browser: Browser;
  let site: PlayerPage;
  before(async () => {
    browser = await launchChromium();
    site = await PlayerPage.serve(
      `<style>vh-player::part(media) { filter: brightness(0) }</style>
       <vh-player src="/media/dusk.mp4"></vh-player>`,
    );
  });
  after(async () => {
    await browser.close();
    site.close();
  });

  /** From where to where a row of the slider is light, in pixels from its left; `above` is the row's distance from the middle. */
  const light = async (page: Page, above: number): Promise<[from: number, to: number]> => {
    const box = await page.getByRole('slider', { name: words('player.volume') }).boundingBox();
    assert.ok(box);
    const y = Math.round(box.y + box.height / 2) - above;
    const clip = { x: Math.round(box.x) - 4, y, width: Math.round(box.width) + 8, height: 1 };
    const picture = (await page.screenshot({ clip, animations: 'disabled' })).toString('base64');
    const columns = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const context = new OffscreenCanvas(image.width, 1).getContext('2d');
      context?.drawImage(image, 0, 0);
      const pixels = context?.getImageData(0, 0, image.width, 1).data ?? [];
      return Array.from({ length: image.width }, (_, x) => x).filter((x) => (pixels[x * 4] ?? 0) > 60);
    }, picture);
    return [Math.min(...columns), Math.max(...columns) + 1];
  };

  for (const direction of cells(['ltr', 'rtl']))
    it(`has a line that ends with its thumb, ${direction}`, async (t) => {
      const page = await browser.newPage({ viewport: { width: 720, height: 500 } });
      t.after(() => page.close());
      await page.goto(site.url);
      await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
      const player = page.locator('vh-player');
      await player.evaluate(async (element: HTMLVideoElement) => {
        await element.play();
        element.pause();
      });
      const slider = page.getByRole('slider', { name: words('player.volume') });
      for (const volume of ['0', '1']) {
        await slider.fill(volume);
        await player.evaluate((element: HTMLElement) => element.blur());
        await page.mouse.move(1, 499);
        const thumb = await light(page, 4);
        const line = await light(page, 0);
        const middle = (thumb[0] + thumb[1]) / 2;
        const isAtRight = (volume === '1') === (direction === 'ltr');
        const beyond = isAtRight ? line[1] - middle : middle - line[0];
        assert.ok(Math.abs(beyond - RADIUS) <= 1, `${volume}: ${String(beyond)} beyond the middle`);
        assert.ok(line[1] - line[0] > 60, 'there is a line');
      }
    });
});

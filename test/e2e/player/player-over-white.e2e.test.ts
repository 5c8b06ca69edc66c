import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { PlayerPage } from '../support/player-page.ts';
import { contrastOf, seenContrast } from '../../support/elements/seen-contrast.ts';
import { words } from '../../support/words.ts';

describe('the controls of a <vh-player> over a white film', () => {
  let browser: Browser;
  let site: PlayerPage;
  before(async () => {
    browser = await launchChromium();
    site = await PlayerPage.serve(
      `<style>vh-player::part(media) { filter: brightness(0) invert(1) }</style>
       <vh-player src="/media/dusk.mp4" heading="Dusk over the lake" muted></vh-player>`,
    );
  });
  after(async () => {
    await browser.close();
    site.close();
  });

  it('leave the picture between them unchanged, 320 pixels wide and paused', async (t) => {
    const page = await browser.newPage({ viewport: { width: 320, height: 700 } });
    t.after(() => page.close());
    await page.goto(site.url);
    const player = page.locator('vh-player');
    await player.evaluate(async (element: HTMLVideoElement) => {
      await element.play();
      element.pause();
    });
    await page.getByRole('button', { name: words('player.play'), exact: true }).waitFor();
    const { x, y, height } = (await player.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    const beside = { x: x + 40, y: y + height / 2 - 5, width: 40, height: 10 };
    assert.deepEqual(await seenContrast(page, beside), { ground: '255,255,255', contrast: 1 });
  });

  for (const width of [320, 640, 1200]) {
    it(`can be read, ${width} pixels wide`, async (t) => {
      const page = await browser.newPage({ viewport: { width, height: 700 } });
      t.after(() => page.close());
      await page.goto(site.url);
      const player = page.locator('vh-player');
      await player.evaluate(async (element: HTMLVideoElement) => {
        await element.play();
        element.pause();
      });
      await page.getByRole('button', { name: words('player.play'), exact: true }).waitFor();
      for (const part of ['title', 'time']) {
        const { ground } = await seenContrast(page, page.locator(`vh-player [part~=${part}]`).last());
        const contrast = contrastOf(ground, '255,255,255');
        assert.ok(contrast >= 4.5, `${part}: ${String(contrast)} on ${ground}`);
      }
    });
  }
});

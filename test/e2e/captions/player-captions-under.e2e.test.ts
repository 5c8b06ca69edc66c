import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { PlayerPage } from '../support/player-page.ts';
import { seenContrast } from '../../support/elements/seen-contrast.ts';
import { words } from '../../support/words.ts';

describe('the captions of a <vh-player>', () => {
  let browser: Browser;
  let site: PlayerPage;
  before(async () => {
    browser = await launchChromium();
    site = await PlayerPage.serve(
      `<style>vh-player::part(media) { filter: brightness(0) } vh-player::part(cue) { font-size: 60px; opacity: 0 }</style>
       <vh-player src="/media/long/index.m3u8" muted></vh-player>`,
    );
  });
  after(async () => {
    await browser.close();
    site.close();
  });

  for (const width of [480, 720])
    it(`lie under the hint over the seek bar, ${String(width)} pixels wide`, async (t) => {
      const page = await browser.newPage({ viewport: { width, height: 500 } });
      t.after(() => page.close());
      await page.goto(site.url);
      await page.locator('vh-player').evaluate(async (element: HTMLVideoElement) => {
        await element.play();
        element.pause();
        const track = element.addTextTrack('captions', 'English', 'en');
        track.addCue(new VTTCue(0, 60, '█████'));
        track.mode = 'showing';
        Object.assign(element, { chapters: [{ title: 'A', startTime: 0 }] });
      });
      const cue = page.locator('vh-player [part~=cue]');
      await cue.waitFor();
      const slider = await page.getByRole('slider', { name: words('player.seek') }).boundingBox();
      assert.ok(slider);
      await page.mouse.move(slider.x + slider.width / 2, slider.y + slider.height / 2);
      const tip = page.locator('vh-player .tip.shown');
      await tip.waitFor();
      // Its title is beside the letters of the cue, and its ground must stay as it is.
      const clip = await eventually(async () => {
        const [one, other] = [await tip.boundingBox(), await cue.boundingBox()];
        if (!one || !other || one.y + 12 > other.y + other.height) return undefined;
        return { x: one.x + 2, y: one.y + 2, width: one.width - 4, height: 8 };
      });
      const bare = await seenContrast(page, clip);
      await page.addStyleTag({ content: 'vh-player::part(cue) { opacity: 1 !important }' });
      const covered = await seenContrast(page, clip);
      const grey = (colour: string) => Number(colour.split(',')[0]);
      assert.ok(
        Math.abs(grey(bare.ground) - grey(covered.ground)) < 24,
        `${bare.ground} and ${covered.ground}`,
      );
    });
});

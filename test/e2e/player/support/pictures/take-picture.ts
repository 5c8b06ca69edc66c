import type { Browser } from 'playwright';
import { PlayerPage } from '../../../support/player-page.ts';
import type { PlayerState } from './player-states.ts';

/** Takes the picture of a state of the player as WebP; with `png` also as PNG into that file, to be looked at. */
export async function takePicture(chromium: Browser, state: PlayerState, png?: string): Promise<Buffer> {
  const { name, width = 640, markup, context = {}, act } = state;
  const { direction = 'ltr', language = 'en', ...settings } = context;
  const site = await PlayerPage.serve(markup);
  const page = await chromium.newPage({
    ...settings,
    viewport: { width, height: Math.max(Math.round((width * 9) / 16), 240) },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  try {
    await page.addInitScript(
      ([lang, dir]) => {
        document.addEventListener('DOMContentLoaded', () =>
          Object.assign(document.documentElement, { lang, dir }),
        );
      },
      [language, direction] as const,
    );
    await page.goto(site.url);
    await page.locator('vh-player:defined').waitFor();
    await act?.(page);
    const player = page.locator('vh-player');
    await player.evaluate(async (element) => {
      await document.fonts.ready;
      // What a press has opened is painted, and nothing is on its way; what never ends does not count.
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame().then(frame);
      const ends = (animation: Animation) => animation.effect?.getComputedTiming().endTime !== Infinity;
      const moving = element.getAnimations({ subtree: true }).filter(ends);
      await Promise.allSettled(moving.map(({ finished }) => finished));
      await frame().then(frame);
    });
    const clip = await player.boundingBox();
    if (!clip) throw new TypeError(`The player of ${name} is not to be seen.`);
    const devtools = await page.context().newCDPSession(page);
    const { data } = await devtools.send('Page.captureScreenshot', {
      ...{ format: 'webp', quality: 80, clip: { ...clip, scale: 1 } },
    });
    if (png !== undefined) await page.screenshot({ path: png, clip });
    return Buffer.from(data, 'base64');
  } finally {
    await page.close();
    site.close();
  }
}

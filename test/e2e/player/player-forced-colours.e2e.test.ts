import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Locator, Page } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { PlayerPage } from '../support/player-page.ts';
import { contrastOf, seenContrast } from '../../support/elements/seen-contrast.ts';
import { words } from '../../support/words.ts';

const SCHEMES = ['light', 'dark'] as const;
const FILMS = ['white', 'black'] as const;

describe('<vh-player> under forced colours', () => {
  let browser: Browser;
  let site: PlayerPage;
  before(async () => {
    browser = await launchChromium();
    site = await PlayerPage.serve('<vh-player heading="Dusk" muted></vh-player>');
  });
  after(async () => {
    await browser.close();
    site.close();
  });

  /** Opens the page with a film, and a poster, of one colour. */
  const open = async (
    t: TestContext,
    colorScheme: (typeof SCHEMES)[number],
    film: (typeof FILMS)[number],
  ): Promise<Page> => {
    const page = await browser.newPage({
      ...{
        viewport: { width: 640, height: 400 },
        colorScheme,
        forcedColors: 'active',
        reducedMotion: 'reduce',
      },
    });
    t.after(() => page.close());
    page.setDefaultTimeout(15_000);
    await page.goto(site.url);
    await page.locator('vh-player:defined').waitFor();
    await page.evaluate((colour) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [320, 180];
      const context = canvas.getContext('2d');
      const player = document.querySelector('vh-player');
      if (!context || !player) throw new TypeError('The page is not whole.');
      const paint = () => {
        context.fillStyle = colour;
        context.fillRect(0, 0, 320, 180);
      };
      paint();
      // The stream has a frame for each painting: it needs one now and then.
      player.addEventListener('timeupdate', paint);
      player.poster = canvas.toDataURL();
      player.playback = {
        ...{ kind: 'video', id: 'a', state: 'playable', playlists: [], captions: [], chapters: [] },
        ...{ hls: '/media/hls/master.m3u8', duration: 62 },
      };
      Object.assign(window, { film: canvas.captureStream() });
    }, film);
    await page.getByText('1:02').waitFor();
    return page;
  };

  const colourOf = (page: Page, system: string): Promise<string> =>
    page.evaluate((name) => {
      document.body.style.color = name;
      return (getComputedStyle(document.body).color.match(/\d+/g) ?? []).slice(0, 3).join();
    }, system);

  for (const scheme of SCHEMES) {
    for (const film of FILMS) {
      it(`can be seen before it plays: ${scheme}, a ${film} poster`, async (t) => {
        const page = await open(t, scheme, film);
        const canvas = await colourOf(page, 'Canvas');
        for (const part of [page.getByText('Dusk', { exact: true }), page.getByText('1:02')]) {
          const { ground, contrast } = await seenContrast(page, part);
          assert.equal(ground, canvas);
          assert.ok(contrast >= 4.5, String(contrast));
        }
        const { ground, contrast } = await seenContrast(page, page.locator('vh-player .big'));
        assert.equal(ground, await colourOf(page, 'ButtonFace'));
        assert.ok(contrast >= 4.5, String(contrast));
        assert.ok((await seenContrast(page, page.locator('vh-player'))).contrast >= 4.5);
      });

      it(`can be seen while it plays: ${scheme}, a ${film} film`, async (t) => {
        const page = await open(t, scheme, film);
        await page.evaluate(async () => {
          const player = document.querySelector('vh-player');
          if (!player) throw new TypeError('The page is not whole.');
          player.srcObject = Reflect.get(window, 'film') as MediaStream;
          player.media.addTextTrack('captions', 'English', 'en').mode = 'showing';
          await player.play();
        });
        let moves = 0;
        // On a slow machine the controls would go meanwhile: a pointer that moves keeps them.
        const look = async (part: Locator) => {
          await page.locator('vh-player').hover({ position: { x: 300 + (moves++ % 2), y: 100 } });
          return seenContrast(page, part);
        };
        const canvas = await colourOf(page, 'Canvas');
        for (const name of [
          words('player.pause'),
          words('player.unmute'),
          words('player.captions'),
          words('player.fullscreen'),
        ]) {
          const { ground, contrast } = await look(page.getByRole('button', { name }));
          assert.equal(ground, canvas, name);
          assert.ok(contrast >= 4.5, `${name}: ${String(contrast)}`);
        }
        for (const part of ['.live', '.at-volume input']) {
          const { contrast } = await look(page.locator(`vh-player ${part}`));
          assert.ok(contrast >= 3, `${part}: ${String(contrast)}`);
        }
      });
    }
  }

  it('shows how far it is, and where the focus is', async (t) => {
    const page = await open(t, 'dark', 'white');
    await page.evaluate(async () => {
      const player = document.querySelector('vh-player');
      if (!player) throw new TypeError('The page is not whole.');
      player.playback = undefined;
      player.src = '/media/dusk.mp4';
      await player.play();
      player.pause();
      const sought = new Promise((resolve) => player.addEventListener('seeked', resolve, { once: true }));
      player.currentTime = player.duration / 2;
      await sought;
    });
    const played = await seenContrast(page, page.locator('vh-player .played'));
    const contrast = contrastOf(played.ground, await colourOf(page, 'Canvas'));
    assert.ok(contrast >= 3, String(contrast));
    await page.keyboard.press('Tab');
    const focused = await seenContrast(page, page.locator('vh-player button:focus'));
    assert.ok(focused.contrast >= 4.5, String(focused.contrast));
  });
});

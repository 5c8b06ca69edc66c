import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { bundleForPage } from '../support/bundle-for-page.ts';
import { cells } from '../../support/division.ts';
import { eventually } from '../../support/eventually.ts';
import { MediaSite } from '../support/media-page.ts';
import { WebKitScreen } from '../support/webkit-screen.ts';

/** In the picture, between its title and its controls, below WebKit's own bar. */
const PLACES = Array.from({ length: 24 }, (_, at) => [40 + at * 24, 190] as const);
/** So many different pictures are a film, and no still with something that moves over it. */
const PICTURES = 4;

describe('a film on the screen, in WebKit', () => {
  let screen: WebKitScreen;
  let folder: string;
  before(async () => {
    [screen, folder] = await Promise.all([WebKitScreen.open(), bundleForPage('src/define/vh-player.ts')]);
  });
  after(async () => {
    await screen.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const src of cells(['/media/dusk.mp4', '/media/hls/master.m3u8'])) {
    it(`shows its pictures where it has a poster: ${src}`, async (t) => {
      const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
<style>body { margin: 0 } vh-player { width: 640px }</style>
<script type="module" src="/vh-player.js"></script>
<vh-player src="${src}" poster="/media/dusk.jpg" muted></vh-player>`;
      // It is played once: a seek, such as that of a loop, brings the pictures in any case.
      const site = await MediaSite.serve(folder, page);
      t.after(() => site.close());
      await screen.goTo(site.url);
      const ask = (what: string) => screen.run(`return ${what}`);
      await eventually(async () => (await ask("!!document.querySelector('vh-player:defined')")) || undefined);
      await screen.press(320, 180);
      const clock = async () => (await ask("document.querySelector('vh-player').currentTime")) as number;
      await eventually(async () => (await clock()) > 0.5 || undefined);
      const seen = new Set<string>();
      const look = async () => seen.add((await screen.look(PLACES)).join(' ')).size > PICTURES || undefined;
      assert.ok(await eventually(look));
    });
  }
});

// npm run pictures -- peers [STATE…] [--png FOLDER]: takes docs/pictures/peers-*.webp: this player and four others in
// the same states, with the same stream and nothing of their own changed, a sheet for each state. With --png also as
// PNG into that folder, and each player alone. Wants ffmpeg, once.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright';
import { launchChromium } from '../../../test/e2e/support/browser.ts';
import { PlaySite } from '../playback/play-site.ts';
import { CAPTIONED, makePlayStream, POSTER } from '../playback/play-stream.ts';
import { PEER_STATES, type PeerState } from './peer-states.ts';
import { PEERS, type Peer } from './peers.ts';

/** Bytes of a sheet. */
const MAX_BYTES = 150_000;
const FOLDER = 'docs/pictures';
const WIDTH = 640;
/** Looks at a picture that has to come to rest, at most. */
const LOOKS = 40;

const { values, positionals } = parseArgs({
  options: { png: { type: 'string' } },
  allowPositionals: true,
});
mkdirSync(FOLDER, { recursive: true });
if (values.png) mkdirSync(values.png, { recursive: true });
const wanted = PEER_STATES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const site = await PlaySite.open(
  PEERS.flatMap(({ player, ends = player }) => [player, ends]),
  makePlayStream('.build/play-stream'),
  {
    src: `/stream/${CAPTIONED}`,
    film: { title: 'One day in the hills', poster: `/stream/${POSTER}` },
  },
);
const browser = await launchChromium('--autoplay-policy=no-user-gesture-required');
try {
  for (const state of wanted) {
    const pictures: Buffer[] = [];
    for (const peer of PEERS) pictures.push(await take(browser, state, peer));
    const bytes = await makeSheet(browser, state, pictures);
    process.stdout.write(`peers-${state.name}: ${(bytes / 1000).toFixed(1)} kB\n`);
    if (bytes > MAX_BYTES) process.exitCode = 1;
  }
} finally {
  await browser.close();
  site.close();
}

async function take(chromium: Browser, state: PeerState, peer: Peer): Promise<Buffer> {
  const { width = WIDTH, begin, act, moves = false } = state;
  const player = (state.name === 'end' && peer.ends) || peer.player;
  const height = Math.round((width * 9) / 16);
  // Some menus are longer than the player is high, and stand out of it.
  const page = await chromium.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(15_000);
  try {
    await page.route(/^https:/, (route) => route.abort());
    await page.goto(site.address({ player, begin, width }));
    await act?.(page, peer);
    const picture = await atRest(page, moves);
    if (values.png)
      writeFileSync(
        path.join(values.png, `${state.name}-${peer.player.replace(/[^a-z]+/g, '-')}.png`),
        picture,
      );
    return picture;
  } catch (error) {
    throw new Error(`${peer.label}, ${state.name}`, { cause: error });
  } finally {
    await page.close();
  }
}

/** The picture once it stops moving, or after some frames while it plays. */
async function atRest(page: Page, moves: boolean): Promise<Buffer> {
  let before = await page.screenshot();
  for (let look = 0, same = 0; look < (moves ? 4 : LOOKS) && same < 3; look++) {
    const now = await page.screenshot();
    same = now.equals(before) ? same + 1 : 0;
    before = now;
  }
  return before;
}

async function makeSheet(chromium: Browser, state: PeerState, pictures: readonly Buffer[]): Promise<number> {
  const { width = WIDTH, title, name } = state;
  const figures = PEERS.map(
    ({ label }, at) =>
      `<figure><figcaption>${label}</figcaption><img width="${width}" src="data:image/png;base64,${pictures[at]?.toString('base64') ?? ''}"></figure>`,
  );
  const columns = width < WIDTH ? PEERS.length : 3;
  const page = await chromium.newPage({ viewport: { width: columns * (width + 24) + 24, height: 400 } });
  try {
    await page.setContent(`<!doctype html><style>
      body { display: grid; grid-template-columns: repeat(${columns}, ${width}px); gap: 20px 24px; margin: 0; padding: 20px 24px 24px; background: #fff; color: #16181d; font: 18px system-ui, sans-serif }
      h1 { grid-column: 1 / -1; margin: 0; font-size: 24px }
      figure { margin: 0 } figcaption { margin-bottom: 8px; font-weight: 600 } img { display: block }
      </style><h1>${title}</h1>${figures.join('')}`);
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
    if (values.png)
      await page.screenshot({ path: path.join(values.png, `sheet-${name}.png`), fullPage: true });
    const { width: w, height: h } = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { width: scrollWidth, height: scrollHeight };
    });
    const devtools = await page.context().newCDPSession(page);
    let bytes = Buffer.alloc(0);
    for (const quality of [80, 70, 60, 50, 40, 30]) {
      const { data } = await devtools.send('Page.captureScreenshot', {
        ...{ format: 'webp', quality, captureBeyondViewport: true },
        clip: { x: 0, y: 0, width: w, height: h, scale: 1 },
      });
      bytes = Buffer.from(data, 'base64');
      if (bytes.length <= MAX_BYTES) break;
    }
    writeFileSync(path.join(FOLDER, `peers-${name}.webp`), bytes);
    return bytes.length;
  } finally {
    await page.close();
  }
}

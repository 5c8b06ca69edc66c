// npm run bench -- caption-steps: how many clicks it takes to turn captions on, to another language, and to larger letters, in
// this player and in others, each on a page of its own in Chromium with a film that has captions in two languages. Every click
// is made, and what came of it is looked at. `npm run bench -- caption-steps tree NAME` prints what a player's buttons are called.
import { build } from 'esbuild';
import type { Browser, Locator, Page } from 'playwright';
import { saveFigures } from '../support/bench-results.ts';
import { launchChromium } from '../../test/e2e/support/browser.ts';
import { eventually } from '../../test/support/eventually.ts';
import { inRepository } from '../../test/support/repository.ts';

/** The controls to press, by role and name, in order. */
type Presses = readonly (readonly ['button' | 'menuitem' | 'menuitemradio' | 'slider', RegExp])[];

interface Contestant {
  script: string;
  markup: string;
  /** Absent: the player has no such thing. */
  on: Presses;
  german: Presses;
  larger?: Presses;
}

const TRACKS = `<track kind="captions" srclang="en" label="English" src="/media/captions/en.vtt">
<track kind="captions" srclang="de" label="Deutsch" src="/media/captions/de.vtt">`;
const SIZE = 'style="display:block;width:960px;height:540px"';

/** The way to another language that most players share. */
const BY_SETTINGS: Presses = [
  ['button', /^Settings/],
  ['menuitem', /^Captions/],
  ['menuitemradio', /Deutsch/],
];

const CONTESTANTS: Readonly<Record<string, Contestant>> = {
  'vh-player': {
    script: `import 'vh-elements/define/vh-player.js';`,
    markup: `<vh-player src="/media/hls/master.m3u8" muted loop ${SIZE}></vh-player>`,
    on: [['button', /^Captions/]],
    german: [
      ['button', /^Captions menu/],
      ['menuitemradio', /Deutsch/],
    ],
    larger: [
      ['button', /^Captions menu/],
      ['menuitem', /^Caption style/],
      ['button', /^Large/],
    ],
  },
  'vh-player with a picker in its bar': {
    script: `import 'vh-elements/define/vh-player.js'; import 'vh-elements/define/vh-captions-picker.js';`,
    markup: `<vh-player src="/media/hls/master.m3u8" muted loop ${SIZE}><vh-captions-picker slot="captions"></vh-captions-picker></vh-player>`,
    on: [
      ['button', /^Captions/],
      ['menuitemradio', /English/],
    ],
    german: [
      ['button', /^Captions/],
      ['menuitemradio', /Deutsch/],
    ],
    larger: [
      ['button', /^Captions/],
      ['menuitem', /style|look/i],
      ['button', /large/i],
    ],
  },
  'Plyr': {
    script: `import Plyr from 'plyr'; import 'plyr/dist/plyr.css';
new Plyr(document.querySelector('video'), { loadSprite: false, blankVideo: '' });`,
    markup: `<video src="/media/dusk.mp4" muted loop playsinline ${SIZE}>${TRACKS}</video>`,
    on: [['button', /captions/i]],
    german: BY_SETTINGS,
  },
  'Vidstack': {
    script: `import 'vidstack/player'; import 'vidstack/player/ui'; import 'vidstack/player/layouts/default';
import 'vidstack/player/styles/default/theme.css'; import 'vidstack/player/styles/default/layouts/video.css';`,
    markup: `<media-player src="/media/dusk.mp4" muted loop playsinline load="eager" ${SIZE}><media-provider>${TRACKS}</media-provider>
<media-video-layout></media-video-layout></media-player>`,
    on: [['button', /captions/i]],
    german: BY_SETTINGS,
    larger: [
      ['button', /^Settings/],
      ['menuitem', /^Accessibility/],
      ['menuitem', /^Caption styles/i],
      ['slider', /size/i],
    ],
  },
  'mux-player': {
    script: `import '@mux/mux-player';`,
    markup: `<mux-player src="/media/hls/master.m3u8" muted loop preload="auto" disable-tracking disable-cookies ${SIZE}></mux-player>`,
    on: [
      ['button', /captions/i],
      ['menuitemradio', /English/],
    ],
    german: [
      ['button', /captions/i],
      ['menuitemradio', /Deutsch/],
    ],
  },
  'Video.js 10': {
    script: `import { createElement } from 'react'; import { createRoot } from 'react-dom/client';
import { VideoPlayer, VideoSkin } from '@videojs/react/video'; import { HlsVideo } from '@videojs/react/media/hls-video';
import '@videojs/react/video/skin.css';
const film = createElement(HlsVideo, { src: new URL('/media/hls/master.m3u8', location).href, muted: true, loop: true, playsInline: true });
createRoot(document.querySelector('.place')).render(createElement(VideoPlayer, null, createElement(VideoSkin, null, film)));`,
    markup: `<div class="place" ${SIZE}></div>`,
    on: [['button', /captions/i]],
    german: BY_SETTINGS,
  },
  'Shaka UI': {
    script: `import shaka from 'shaka-player/dist/shaka-player.ui.js'; import 'shaka-player/dist/controls.css';
shaka.polyfill.installAll();
const video = document.querySelector('video');
const player = new shaka.Player();
await player.attach(video);
await player.load('/media/hls/master.m3u8', null, 'application/x-mpegurl');
new shaka.ui.Overlay(player, video.parentElement, video).getControls();`,
    markup: `<div ${SIZE}><video muted loop playsinline style="width:100%;height:100%"></video></div>`,
    on: [
      ['button', /^More settings/],
      ['button', /^Captions/],
      ['menuitemradio', /English/],
    ],
    german: [
      ['button', /^More settings/],
      ['button', /^Captions/],
      ['menuitemradio', /German/],
    ],
  },
};

async function open(browser: Browser, { script, markup }: Contestant): Promise<Page> {
  const { outputFiles } = await build({
    ...{ stdin: { contents: script, resolveDir: process.cwd(), loader: 'js' }, bundle: true, format: 'esm' },
    ...{ outdir: 'bundle', write: false, logLevel: 'error', target: 'es2022' },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const text = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const page = await (await browser.newContext({ viewport: { width: 1000, height: 600 } })).newPage();
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/code.js') return route.fulfill({ contentType: 'text/javascript', body: text('.js') });
    if (pathname === '/code.css') return route.fulfill({ contentType: 'text/css', body: text('.css') });
    if (pathname.startsWith('/media/'))
      return route.fulfill({ path: inRepository('test', pathname.slice(1)) });
    const head =
      '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="stylesheet" href="/code.css">';
    const body = `${head}${markup}<script type="module" src="/code.js"></script>`;
    return route.fulfill({ contentType: 'text/html', body });
  });
  page.setDefaultTimeout(10_000);
  await page.goto('http://player.test/');
  return page;
}

type Language = 'en' | 'de';

/** Words of each file of captions. */
const WORDS = { en: /The sun|A small film/, de: /Die Sonne|Ein kleiner Film/ };

/** Plays, so that the controls are there. */
async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^play/i }).first().click();
  await inVideo(page, ({ currentTime }) => currentTime > 0);
}

/** Waits until something holds of the video element, wherever the player keeps it. */
async function inVideo<Value>(
  page: Page,
  holds: (video: HTMLVideoElement, value: Value | undefined) => boolean,
  value?: Value,
): Promise<void> {
  const look = holds as (video: SVGElement | HTMLElement, value: unknown) => boolean;
  await eventually(async () => (await page.locator('video').first().evaluate(look, value)) || undefined);
}

/** Waits for captions of one of the languages: as a native track that shows, or as words of the player's own on the page. */
async function untilShown(page: Page, languages: readonly Language[]): Promise<void> {
  const isNative = inVideo(
    page,
    ({ textTracks }, wanted) =>
      [...textTracks].some(
        ({ language, mode, kind }) => wanted?.includes(language) && mode === 'showing' && kind !== 'metadata',
      ),
    languages as readonly string[],
  );
  const words = languages.map((language) => page.getByText(WORDS[language]).first().waitFor());
  // Who draws captions itself says so by its button or its menu.
  const isSaid = languages.includes('en')
    ? page
        .getByRole('button', { name: /captions/i, pressed: true })
        .first()
        .waitFor()
    : page
        .getByRole('menuitemradio', { name: /Deutsch|German/, checked: true })
        .first()
        .waitFor();
  await Promise.any([isNative, isSaid, ...words]);
}

const visible = (locator: Locator): Locator => locator.filter({ visible: true }).first();

async function pressAll(page: Page, presses: Presses): Promise<void> {
  for (const [role, name] of presses) {
    await page.mouse.move(300, 300);
    await page.mouse.move(320, 320);
    await visible(page.getByRole(role, { name })).click();
  }
}

/** Makes the presses on a fresh page and looks for what should come of them; answers how many there were. */
async function count(contestant: Contestant, presses: Presses | undefined, wanted: readonly Language[]) {
  if (!presses) return 'none';
  const page = await open(browser, contestant);
  try {
    await play(page);
    await pressAll(page, presses);
    if (wanted.length > 0) await untilShown(page, wanted);
    return presses.length;
  } finally {
    await page.context().close();
  }
}

const [, , what, only] = process.argv;
const browser = await launchChromium();
try {
  for (const [name, contestant] of Object.entries(CONTESTANTS)) {
    if (only !== undefined && only !== name) continue;
    const { on, german, larger } = contestant;
    if (what === 'tree') {
      const page = await open(browser, contestant);
      await play(page);
      console.log(name, await page.locator('body').ariaSnapshot());
      for (const presses of [on, german, larger ?? []]) {
        await pressAll(page, presses).catch((error: unknown) => console.log(String(error).split('\n')[0]));
        console.log(await page.locator('body').ariaSnapshot());
      }
      await page.context().close();
      continue;
    }
    const counts = [await count(contestant, on, ['en', 'de']), await count(contestant, german, ['de'])];
    const said = [...counts, await count(contestant, larger, [])];
    console.log(`| ${[name, ...said].join(' | ')} |`);
    saveFigures('caption-steps', {
      [`clicks to captions, to another language, to larger letters in ${name}`]: said.join(', '),
    });
  }
} finally {
  await browser.close();
}

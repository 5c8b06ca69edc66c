import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * Who plays: a loop without any library, the browser with a file, plain hls.js, this library, or another
 * player with its whole skin. Video.js 10 comes with its React, and once with hls.js in place of its own engine.
 */
export const PLAYERS = [
  'floor',
  'native mp4',
  'hls.js',
  'hls.js light, warmed',
  'vh-player',
  'vh-player, playback in the page',
  'vh-player by esbuild',
  'vh-player by vite',
  'vh-player by rollup',
  'vh-player by webpack',
  'plyr',
  'vidstack',
  'mux-player',
  'shaka ui',
  'video.js 10',
  'video.js 10, hls.js',
] as const;
export type PlayerName = (typeof PLAYERS)[number];

/** The bundler of a page with this library; undefined for the script tag and the others. */
export const bundlerOf = (player: PlayerName): string | undefined => /^vh-player by (.*)$/.exec(player)?.[1];

/** The smallest thing that plays HLS: no choice, no recovery, nothing after the first rendition. */
const FLOOR = `
const video = document.querySelector('video');
const start = async () => {
  const source = new MediaSource();
  video.src = URL.createObjectURL(source);
  const opened = new Promise((resolve) => source.addEventListener('sourceopen', resolve, { once: true }));
  const text = async (url) => (await fetch(url)).text();
  const master = await text(SRC);
  const [, codecs] = /CODECS="([^"]+)"/.exec(master);
  const variant = new URL(master.split('\\n').find((line) => line && !line.startsWith('#')), new URL(SRC, location));
  const playlist = await text(variant);
  const parts = [/#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)[1], ...playlist.split('\\n').filter((line) => line && line[0] !== '#')];
  const fetched = parts.slice(0, 2).map((part) => fetch(new URL(part, variant)).then((answer) => answer.arrayBuffer()));
  await opened;
  const buffer = source.addSourceBuffer('video/mp4; codecs="' + codecs + '"');
  for (let at = 0; at < parts.length; at++) {
    const bytes = await (fetched[at] ?? fetch(new URL(parts[at], variant)).then((answer) => answer.arrayBuffer()));
    await new Promise((resolve) => { buffer.addEventListener('updateend', resolve, { once: true }); buffer.appendBuffer(bytes); });
  }
};
if (AUTOPLAY) { start(); video.play(); }
else video.addEventListener('click', () => { start(); video.play(); });
`;

const hlsAlone = (library: string, settings: string) => `
import Hls from '${library}';
const video = document.querySelector('video');
const start = () => { const hls = new Hls(${settings}); hls.loadSource(SRC); hls.attachMedia(video); video.play(); };
if (AUTOPLAY) start();
else video.addEventListener('click', start);
`;

/** `media` is what Video.js plays with; `begin` is called with that element, once it is there. */
const videoJs = (more: string, media: string, attributes: string, begin: string) => `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { VideoPlayer, VideoSkin, Video } from '@videojs/react/video';
import '@videojs/react/video/skin.css';
${more}
const film = window.film ?? {};
const begun = new WeakSet();
const begin = (video) => {
  if (!video || begun.has(video)) return;
  begun.add(video);
  ${begin}
};
for (const place of document.querySelectorAll('.video-js-10')) createRoot(place).render(
  createElement(VideoPlayer, { title: film.title, poster: film.poster },
    createElement(VideoSkin, null,
      createElement(${media}, { ${attributes}, autoPlay: AUTOPLAY, muted: true, playsInline: true, preload: AUTOPLAY ? 'auto' : 'none' }))),
);`;

/** The file that the browser plays natively. */
export const FILE = 'film.mp4';

const SCRIPTS: Readonly<Partial<Record<PlayerName, string>>> = {
  'floor': FLOOR,
  'hls.js': hlsAlone('hls.js', '{}'),
  'hls.js light, warmed': hlsAlone(
    'hls.js/light',
    '{ startFragPrefetch: true, testBandwidth: false, enableWorker: false }',
  ),
  'plyr': `
import Hls from 'hls.js';
import Plyr from 'plyr';
import 'plyr/dist/plyr.css';
for (const video of document.querySelectorAll('video')) {
  new Plyr(video, { iconUrl: '', loadSprite: false, blankVideo: '' });
  const start = () => { const hls = new Hls(); hls.loadSource(SRC); hls.attachMedia(video); };
  if (AUTOPLAY) { start(); video.play(); }
  else video.addEventListener('play', start, { once: true });
}
`,
  'vidstack': `
import 'vidstack/player';
import 'vidstack/player/ui';
import 'vidstack/player/layouts/default';
import 'vidstack/player/styles/default/theme.css';
import 'vidstack/player/styles/default/layouts/video.css';
import Hls from 'hls.js';
for (const player of document.querySelectorAll('media-player'))
  player.addEventListener('provider-change', ({ detail }) => { if (detail?.type === 'hls') detail.library = Hls; });
`,
  'mux-player': `import '@mux/mux-player';`,
  'shaka ui': `
import shaka from 'shaka-player/dist/shaka-player.ui.js';
import 'shaka-player/dist/controls.css';
shaka.polyfill.installAll();
for (const video of document.querySelectorAll('video')) {
  const player = new shaka.Player();
  const ready = player.attach(video);
  const overlay = new shaka.ui.Overlay(player, video.parentElement, video);
  overlay.getControls();
  const load = () => ready.then(() => player.load(SRC, null, 'application/x-mpegurl')).then(() => video.play());
  if (AUTOPLAY) load();
  else video.parentElement.addEventListener('click', load, { once: true, capture: true });
}
`,
  'video.js 10': videoJs(
    `import { HlsVideo } from '@videojs/react/media/hls-video';`,
    'HlsVideo',
    'src: new URL(SRC, location).href',
    '',
  ),
  'video.js 10, hls.js': videoJs(
    `import Hls from 'hls.js';`,
    'Video',
    'ref: begin',
    `const start = () => { const hls = new Hls(); hls.loadSource(SRC); hls.attachMedia(video); };
  if (AUTOPLAY) start();
  else video.addEventListener('play', start, { once: true });`,
  ),
};

/** How a player stands in its page. */
export interface PlayMarkup {
  src: string;
  autoplay: boolean;
  /** What a page backend writes into the page. */
  playback?: string;
  /** CSS pixels; 1280 by default. */
  width?: number;
  /** Nothing of these in a race. */
  film?: { title: string; poster: string } | undefined;
}

/** The markup of each. */
export function markupOf(player: PlayerName, options: PlayMarkup): string {
  const { src, autoplay, playback = '', width = 1280, film } = options;
  const begin = autoplay ? 'autoplay muted' : 'muted';
  const size = `style="display:block;width:${width}px;height:${Math.round((width * 9) / 16)}px"`;
  const still = film ? `poster="${film.poster}"` : '';
  const named = (attribute: string) => (film ? `${attribute}="${film.title}"` : '');
  switch (player) {
    case 'native mp4':
      return `<video src="${new URL(FILE, new URL(src, 'http://play.invalid')).pathname}" ${begin} playsinline preload="none" onclick="this.play()" ${size}></video>`;
    case 'shaka ui':
      return `<div ${size}><video muted playsinline preload="none" ${still} style="width:100%;height:100%"></video></div>`;
    case 'video.js 10':
    case 'video.js 10, hls.js':
      return `<div class="video-js-10" ${size}></div>`;
    case 'vh-player':
    case 'vh-player by esbuild':
    case 'vh-player by vite':
    case 'vh-player by rollup':
    case 'vh-player by webpack':
      return `<vh-player src="${src}" ${begin} ${still} ${named('heading')} ${size}></vh-player>`;
    case 'vh-player, playback in the page':
      return `<vh-player ${begin} ${size}><script type="application/json">${playback}</script></vh-player>`;
    case 'vidstack':
      return `<media-player src="${src}" ${begin} playsinline ${named('title')} load="${autoplay ? 'eager' : 'play'}" ${size}>
<media-provider>${film ? `<media-poster class="vds-poster" src="${film.poster}" alt=""></media-poster>` : ''}</media-provider><media-video-layout ${film && width >= 480 ? 'small-when="never"' : ''}></media-video-layout></media-player>`;
    case 'mux-player':
      return `<mux-player src="${src}" ${begin} preload="${autoplay ? 'auto' : 'none'}" ${still} ${named('title')} ${named('video-title')} disable-tracking disable-cookies ${size}></mux-player>`;
    default:
      return `<video ${autoplay ? '' : 'preload="none"'} muted playsinline ${size}></video>`;
  }
}

/** The script of each as a site would serve it: bundled, minified, gzipped. None for those by the script-tag file. */
export async function bundleOf(
  player: PlayerName,
  src: string,
): Promise<{ js: Buffer; css: Buffer } | undefined> {
  const script = SCRIPTS[player];
  if (script === undefined) return undefined;
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: process.cwd(), loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outdir: 'bundle',
    write: false,
    legalComments: 'none',
    logLevel: 'error',
    define: {
      'process.env.NODE_ENV': '"production"',
      'SRC': JSON.stringify(src),
      'AUTOPLAY': 'window.autoplays',
    },
  });
  const file = (ending: string) =>
    gzipSync(outputFiles.find(({ path }) => path.endsWith(ending))?.contents ?? '');
  return { js: file('.js'), css: file('.css') };
}

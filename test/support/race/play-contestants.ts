import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Who plays: a loop without any library, hls.js by itself, this library, or another player with its whole skin. */
export const PLAYERS = [
  'floor',
  'hls.js',
  'hls.js light, warmed',
  'vh-player',
  'vh-player, playback in the page',
  'plyr',
  'vidstack',
  'mux-player',
] as const;
export type PlayerName = (typeof PLAYERS)[number];

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
const video = document.querySelector('video');
new Plyr(video, { iconUrl: '', loadSprite: false, blankVideo: '' });
const start = () => { const hls = new Hls(); hls.loadSource(SRC); hls.attachMedia(video); };
if (AUTOPLAY) { start(); video.play(); }
else video.addEventListener('play', start, { once: true });
`,
  'vidstack': `
import 'vidstack/player';
import 'vidstack/player/ui';
import 'vidstack/player/layouts/default';
import 'vidstack/player/styles/default/theme.css';
import 'vidstack/player/styles/default/layouts/video.css';
import Hls from 'hls.js';
const player = document.querySelector('media-player');
player.addEventListener('provider-change', ({ detail }) => { if (detail?.type === 'hls') detail.library = Hls; });
`,
  'mux-player': `import '@mux/mux-player';`,
};

/** The markup of each, for that stream. */
export function markupOf(player: PlayerName, src: string, autoplay: boolean, playback: string): string {
  const begin = autoplay ? 'autoplay muted' : 'muted';
  const size = 'style="display:block;width:1280px;height:720px"';
  switch (player) {
    case 'vh-player':
      return `<vh-player src="${src}" ${begin} ${size}></vh-player>`;
    case 'vh-player, playback in the page':
      return `<vh-player ${begin} ${size}><script type="application/json">${playback}</script></vh-player>`;
    case 'vidstack':
      return `<media-player src="${src}" ${begin} playsinline load="${autoplay ? 'eager' : 'play'}" ${size}>
<media-provider></media-provider><media-video-layout></media-video-layout></media-player>`;
    case 'mux-player':
      return `<mux-player src="${src}" ${begin} preload="${autoplay ? 'auto' : 'none'}" disable-tracking disable-cookies ${size}></mux-player>`;
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
    define: { SRC: JSON.stringify(src), AUTOPLAY: 'window.autoplays' },
  });
  const file = (ending: string) =>
    gzipSync(outputFiles.find(({ path }) => path.endsWith(ending))?.contents ?? '');
  return { js: file('.js'), css: file('.css') };
}

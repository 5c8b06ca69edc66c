import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

declare global {
  interface Window {
    /** Lets the package of this page report a viewing. */
    report: (video: HTMLVideoElement, viewing: string, collector: string) => void;
  }
}

/** Who reports: this library in two formats, and the packages beside which it is measured. */
export const PACKAGES = [
  'vh-player, v1',
  'vh-player, vh',
  '@api.video/player-analytics',
  'mux-embed',
] as const;
export type PackageName = (typeof PACKAGES)[number];

/** The formats of this library's pages; undefined for the other packages. */
export const formatOf = (name: PackageName): string | undefined => /^vh-player, (.*)$/.exec(name)?.[1];

/** As a site integrates each into a page with a video element. This library's session here has no player around it. */
const SCRIPTS: Readonly<Record<PackageName, string>> = {
  'vh-player, v1': `
import { Session } from './dist/session/session.js';
window.report = (media, id, collector) => new Session({ media, id, collector, kind: 'video' });`,
  'vh-player, vh': `
import { vhFormat } from './dist/session/formats/vh-format.js';
import { observationOf } from './dist/session/observe/observation.js';
import { Session } from './dist/session/session.js';
window.report = (media, id, collector) =>
  new Session({ media, id, targets: [{ collector, format: vhFormat }], observation: observationOf(), kind: 'video' });`,
  // Its manual: call each method when its event happens, and destroy() when the tab is closed.
  '@api.video/player-analytics': `
import { PlayerAnalytics } from '@api.video/player-analytics';
window.report = (video, id, collector) => {
  const analytics = new PlayerAnalytics({ pingUrl: collector + '/vod', videoId: id, videoType: 'vod' });
  const on = (type, hear) => video.addEventListener(type, () => hear()?.catch(() => {}));
  let hasPlayed = false;
  let at = 0;
  on('loadedmetadata', () => analytics.ready());
  on('play', () => {
    if (hasPlayed) return analytics.resume();
    hasPlayed = true;
    return analytics.play();
  });
  on('timeupdate', () => {
    if (video.seeking) return undefined;
    at = video.currentTime;
    return analytics.updateTime(at);
  });
  on('seeked', () => {
    const from = at;
    at = video.currentTime;
    return analytics.seek(from, at);
  });
  on('pause', () => analytics.pause());
  on('ended', () => analytics.end());
  addEventListener('pagehide', () => analytics.destroy().catch(() => {}));
};`,
  'mux-embed': `
import mux from 'mux-embed';
window.report = (video, id) =>
  mux.monitor(video, {
    beaconCollectionDomain: location.host,
    disableCookies: true,
    data: { env_key: 'bench', video_id: id },
  });`,
};

/** The script of a page with a video element and this package: bundled and minified, in one piece. */
export async function bundleFor(name: PackageName): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPTS[name], resolveDir: process.cwd(), loader: 'js' },
    ...({ bundle: true, minify: true, format: 'iife', target: 'es2022', write: false } as const),
    ...({ legalComments: 'none', logLevel: 'error' } as const),
  });
  return outputFiles[0]?.text ?? '';
}

/** Bytes after gzip. */
export const gzipped = (code: string): number => gzipSync(code, { level: 9 }).length;

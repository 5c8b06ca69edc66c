import { enginesFor } from './select-adapter.ts';
import { loadAdapter } from './load-adapter.ts';
import { canPlay } from '../support/media-support.ts';
import { whereToBegin } from '../memory/resume-position.ts';
import { Starter, type StartOptions } from '../fast-start/first-segment-loader.ts';
import type { MediaAddress, Viewing } from '../source/playback-source.ts';

/** The start of a viewing's first address, if it is one that is not left to the browser. */
export function makeStarter(options: Omit<StartOptions, 'address'>): Starter | undefined {
  const { media, viewing } = options;
  const address = nextPlayable(viewing, media);
  if (!address || enginesFor(address, options)[0] === 'native') return undefined;
  const startTime = whereToBegin(viewing, options.startTime, options.preferences);
  return new Starter({
    ...options,
    startTime,
    address,
    loadEngine: (needsAll) => loadAdapter('hls.js', needsAll),
  });
}

/** The next address that this browser can play. */
export function nextPlayable(
  viewing: Viewing,
  media: HTMLVideoElement,
  after?: MediaAddress,
): MediaAddress | undefined {
  const rest = viewing.media.slice(after ? viewing.media.indexOf(after) + 1 : 0);
  return rest.find(({ hls, type }) => (!hls && type === undefined) || canPlay(media, type) !== '');
}

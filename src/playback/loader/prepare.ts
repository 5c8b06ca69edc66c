import { adaptersFor, loadAdapter } from './choose-adapter.ts';
import { loadCmcd } from '../parts.ts';
import { canPlay } from '../media/media-support.ts';
import { resumePosition } from '../memory/resume-position.ts';
import type { RequestDecorator } from '../requests/request-decorator.ts';
import { FirstSegmentLoader, type StartOptions } from '../fast-start/first-segment-loader.ts';
import type { MediaAddress, PlaybackSource } from '../source/playback-source.ts';

/** Reports playback in each request of this source; without this code the media play, and their requests report nothing. */
async function decoratorOf(options: Omit<StartOptions, 'address'>): Promise<RequestDecorator | undefined> {
  const { media, source, signal, preferences, request = source } = options;
  if (!preferences.cmcd) return undefined;
  const mode = preferences.cmcd.getAttribute('cmcd');
  const code = await loadCmcd().catch(() => undefined);
  return code && new code.CmcdDecorator({ media, source, signal, request, mode });
}

/** The start of a source's first address, if it is one that is not left to the browser. */
export async function prepareLoader(
  options: Omit<StartOptions, 'address'>,
): Promise<FirstSegmentLoader | undefined> {
  const { media, source, preferences } = options;
  preferences.decorator = await decoratorOf(options);
  const address = nextPlayable(source, media);
  if (!address || adaptersFor(address, options)[0] === 'native') return undefined;
  const startTime = resumePosition(source, options.startTime, options.preferences);
  return new FirstSegmentLoader({
    ...options,
    startTime,
    address,
    loadEngine: (needsAll) => loadAdapter('hls.js', needsAll),
  });
}

/** The next address that this browser can play. */
export function nextPlayable(
  source: PlaybackSource,
  media: HTMLVideoElement,
  after?: MediaAddress,
): MediaAddress | undefined {
  const rest = source.media.slice(after ? source.media.indexOf(after) + 1 : 0);
  return rest.find(({ hls, type }) => (!hls && type === undefined) || canPlay(media, type) !== '');
}

import { VhError } from '../core/errors/vh-error.ts';
import { earlyManifest } from './early-manifest.ts';
import type { FirstSegmentLoader } from './fast-start/first-segment-loader.ts';
import type { MediaLoader } from './loader/media-loader.ts';
import type { PlaybackSource } from './source/playback-source.ts';
import type { StreamPreferences } from './stream/stream-preferences.ts';

/** The media's prerequisites: the code that loads them, and their starter. */
export interface Ready {
  MediaLoader: typeof MediaLoader;
  starter: FirstSegmentLoader | undefined;
  source: PlaybackSource;
}

/** What a start is made of. */
export interface ReadyOptions {
  media: HTMLVideoElement;
  preferences: StreamPreferences;
  signal: AbortSignal;
  request: object;
  /** Resolves the request; with nothing where it has ended. */
  resolve: () => Promise<PlaybackSource | undefined>;
  /** Seconds: where to begin, once that is needed. */
  startTime: () => number;
  /** The code could not be loaded: another call tries again. */
  failed: () => void;
}

/** Loads the code beside the first playlist, and prepares the fast start of the source. */
export async function makeReady(options: ReadyOptions): Promise<Ready | undefined> {
  const { media, preferences, signal, request, resolve, startTime, failed } = options;
  const code = import('./loader/media-loader.ts').catch((cause: unknown) => {
    failed();
    throw new VhError('media-network', 'The code could not be loaded.', { cause });
  });
  code.catch(() => {});
  const source = await resolve();
  if (signal.aborted || !source) return undefined;
  // Not before the code that reports playback in it is there.
  const early = preferences.cmcd ? undefined : earlyManifest(source, media, signal);
  const { MediaLoader: Loader, prepareLoader } = await code;
  const starter = await prepareLoader({
    ...{ media, source, preferences, signal, early, request },
    startTime: startTime(),
  });
  return { MediaLoader: Loader, starter, source };
}

import type { Attempt } from './attempt/attempt.ts';
import type { StartPreparation } from './attempt/prepare-start.ts';
import type { FetchSource, PlaybackRequest } from './source/playback-request.ts';
import type { resolveSource } from './source/resolve-source.ts';
import { sourceOfAddresses, type PlaybackSource } from './source/playback-source.ts';
import type { StreamPreferences } from './stream/stream-preferences.ts';
import { hasMediaSource, prefersNative } from './media/media-support.ts';
import { loadAttempt, loadSource } from './parts.ts';

/** How to get the source of a request. */
export interface SourcePlan {
  /** The source, where the request itself has its addresses. Anything else is to be asked for. */
  known?: PlaybackSource;
  /** Asks for it again; absent if the answer would be the same. */
  ask?: FetchSource;
}

/** How to get the source of a request; undefined for an empty request. */
export function planSource(request: PlaybackRequest): SourcePlan | undefined {
  const { refusal, src, playback, videoId, liveStreamId, backend, sources = [] } = request;
  if (refusal === undefined && src !== undefined) return { known: sourceOfAddresses([{ src }]) };
  // Frameworks set an id that they do not know yet to an empty text.
  if (refusal || playback || videoId || liveStreamId) {
    return typeof playback === 'function' || (typeof playback !== 'object' && backend !== undefined)
      ? { ask: async (reason, signal) => (await loadSource()).fetchSource(request, reason, signal) }
      : {};
  }
  return sources.length > 0 ? { known: sourceOfAddresses(sources) } : undefined;
}

/** Asks for the source of a request that has no addresses; `target` hears what is known of it. */
export async function askForSource(...asked: Parameters<typeof resolveSource>): Promise<void> {
  const code = await loadSource();
  await code.resolveSource(...asked);
}

/** The media's prerequisites: the code that plays them, and what it has prepared. */
export interface Ready {
  Attempt: typeof Attempt;
  start: StartPreparation;
}

/** What a start is made of. */
export interface ReadyOptions {
  media: HTMLVideoElement;
  preferences: StreamPreferences;
  signal: AbortSignal;
  request: object;
  /** Resolves the request; with nothing where it has ended. */
  resolve: () => Promise<PlaybackSource | undefined>;
  /** Seconds: where it begins, as the page says by now. */
  startTime: () => number;
}

/** Loads the code that plays beside the first playlist. */
export async function makeReady(options: ReadyOptions): Promise<Ready | undefined> {
  const { media, preferences, signal, resolve } = options;
  const code = loadAttempt();
  code.catch(() => {});
  const source = await resolve();
  if (signal.aborted || !source) return undefined;
  // Not before the code that reports playback in it is there.
  const early = preferences.cmcd ? undefined : earlyManifest(source, media, signal);
  const { Attempt, StartPreparation } = await code;
  return { Attempt, start: new StartPreparation({ ...options, source, early }) };
}

/** Asks for the list of renditions while the code that reads it is on its way. */
function earlyManifest(
  { media: [address], playlists }: PlaybackSource,
  media: HTMLVideoElement,
  signal: AbortSignal,
): Promise<Response> | undefined {
  if (!address?.hls || playlists.length > 0 || !hasMediaSource() || prefersNative(media)) return undefined;
  const early = fetch(address.url, { signal });
  early.catch(() => {});
  return early;
}

/** Resolves when the browser says that the line is back: what could not be made ready may be then. */
export function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('online', () => resolve(), { signal, once: true });
  });
}

import type { BackoffPolicy } from '../../core/async/backoff.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { poll } from '../requests/polling.ts';
import { probe } from '../requests/probe.ts';
import { fetchSource } from './fetch-source.ts';
import type { PlaybackRequest } from './playback-request.ts';
import type { PlaybackSource } from './playback-source.ts';
import { addTracks } from './track-elements.ts';

export { fetchSource };
export { followCaptionNews, renewTracks } from './track-elements.ts';

/** A page may be open for hours before a broadcast begins. */
const UPCOMING: BackoffPolicy = { retries: 10_000, baseMs: 2_000, capMs: 16_000 };

/** Where the source of a request goes. */
export interface SourceTarget {
  media: HTMLVideoElement;
  /** Without captions and chapters in a background. */
  preferences: { readonly isBackground?: boolean | undefined };
  /** True once the playback loads: it finds out for itself whether a broadcast has begun, and says what else is wrong. */
  isLoading: () => boolean;
  /** Told of a source that the service still makes, or that has not begun; and of one that can be played. */
  report: (event: { type: 'processing' | 'resolved'; source: PlaybackSource }) => void;
}

/** Gets the source of a request, as soon as it is playable, with its tracks. Rejects if it never will be. */
export async function resolveSource(
  request: PlaybackRequest,
  { media, preferences, isLoading, report }: SourceTarget,
  signal: AbortSignal,
): Promise<void> {
  const first = await fetchSource(request, 'start', signal);
  signal.throwIfAborted();
  if (first.state === 'processing') report({ type: 'processing', source: first });
  const source = await untilPlayable(first, request, signal);
  // Before anything plays: a viewer chooses captions first, and the choice costs one small file.
  if (!preferences.isBackground) addTracks(media, source, signal);
  report({ type: 'resolved', source });
  if (source.kind !== 'live-stream') return;
  const tell: SourceTarget['report'] = (event) => {
    if (!signal.aborted && !isLoading()) report(event);
  };
  waitForBroadcast(source, isLoading, tell, signal).catch(() => {});
}

/** Asks again for a source while the service encodes. */
async function untilPlayable(
  first: PlaybackSource,
  request: PlaybackRequest,
  signal: AbortSignal,
): Promise<PlaybackSource> {
  const askAgain = async () => {
    const answer = await fetchSource(request, 'processing', signal);
    return answer.state === 'processing' ? undefined : answer;
  };
  const source = first.state === 'processing' ? await poll(askAgain, signal) : first;
  if (source.state === 'playable') return source;
  throw new VhError('processing-failed', 'The service could not make a video from the upload.');
}

/** Looks whether a live stream has begun, so that nobody need press to learn that it has not. */
async function waitForBroadcast(
  source: PlaybackSource,
  isLoading: () => boolean,
  tell: SourceTarget['report'],
  signal: AbortSignal,
): Promise<void> {
  const address = source.media.find(({ hls }) => hls);
  if (!address || isLoading()) return;
  const look = () => probe(address.url, signal).then(({ media }) => media === 'there');
  if (await look().catch(() => true)) return;
  tell({ type: 'processing', source });
  await poll(async () => isLoading() || (await look().catch(() => false)) || undefined, signal, UPCOMING);
  tell({ type: 'resolved', source });
}

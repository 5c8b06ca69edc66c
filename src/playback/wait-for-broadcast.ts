import type { BackoffPolicy } from '../core/async/backoff.ts';
import type { Store } from '../core/store.ts';
import type { PlaybackState } from './stream/playback-state.ts';
import { poll } from './support/polling.ts';
import { probe } from './support/probe.ts';
import type { PlaybackSource } from './source/playback-source.ts';

/** A page may be open for hours before a broadcast begins. */
const UPCOMING: BackoffPolicy = { retries: 10_000, baseMs: 2_000, capMs: 16_000 };

/**
 * Looks whether a live stream has begun, so that nobody need press to learn that it has not. A playback that loads
 * (`isOver`) looks for itself, and says what else is wrong.
 */
export async function waitForBroadcast(
  source: PlaybackSource,
  store: Store<PlaybackState>,
  isOver: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const address = source.media.find(({ hls }) => hls);
  if (!address || isOver()) return;
  const look = () => probe(address.url, signal).then(({ media }) => media === 'there');
  if (await look().catch(() => true)) return;
  const set = (state: PlaybackState) => {
    if (!signal.aborted && !isOver()) store.set(state);
  };
  set({ status: 'processing', source });
  await poll(async () => isOver() || (await look().catch(() => false)) || undefined, signal, UPCOMING);
  set({ status: 'resolved', source });
}

import type { SessionMedia } from './state-machine.ts';

/** Media that played before the code of sessions was there. */
export interface EarlyPlay {
  /** When they began, as `performance.now()`. */
  mono: number;
  /** When they came to `to`, unless they still play. */
  until: number;
  /** Where they began, and where they had come without a break, in seconds. */
  from: number;
  to: number;
}

/** What media still know of how they began, after the press and with the picture that was seen to come. */
export function earlyPlay(
  { played, playbackRate, paused }: SessionMedia,
  now: number,
  { elapsed = 0, shownAt = now }: { elapsed?: number; shownAt?: number | undefined } = {},
): EarlyPlay | undefined {
  if (!played?.length) return undefined;
  const from = played.start(0);
  const to = played.end(0);
  const ms = ((to - from) * 1000) / playbackRate;
  // A film that was loaded showed a picture before the press.
  const mono = Math.max(elapsed, Math.min(shownAt, now - ms));
  return { from, to, mono, until: paused ? mono + ms : now };
}

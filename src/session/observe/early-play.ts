import type { SessionMedia } from './state-machine.ts';

/** Media that played before the code of sessions was there. */
export interface EarlyPlay {
  /** When they began, as `performance.now()`. */
  mono: number;
  /** Where they began, and where they had come without a break, in seconds. */
  from: number;
  to: number;
}

/** What media still know of how they began; `shownAt` is when a picture was seen to come. */
export function earlyPlay(
  { played, playbackRate }: SessionMedia,
  now: number,
  shownAt = now,
): EarlyPlay | undefined {
  if (!played?.length) return undefined;
  const from = played.start(0);
  const to = played.end(0);
  return { from, to, mono: Math.min(shownAt, now - ((to - from) * 1000) / playbackRate) };
}

import type { SessionMedia } from './state-machine.ts';

/** Media that played before the code of sessions was there, with one seek at most. */
export interface EarlyPlay {
  /** When they began, as `performance.now()`. */
  mono: number;
  /** When the seek ended; without one, as `until`. */
  soughtAt: number;
  /** When they came to `end`, unless they still play. */
  until: number;
  /** Where they began, and where they had come without a break, in seconds. */
  from: number;
  to: number;
  /** Where the seek led, and where they had come from there; without one, as `to`. */
  soughtTo: number;
  end: number;
}

/** What media still know of how they began, after the press and with the picture that was seen to come. */
export function earlyPlay(
  { played, playbackRate, paused, currentTime }: SessionMedia,
  now: number,
  { elapsed = 0, shownAt = now }: { elapsed?: number; shownAt?: number | undefined } = {},
): EarlyPlay | undefined {
  if (!played?.length) return undefined;
  const last = played.length - 1;
  // After a seek, they are no longer in the part in which they began.
  const first = currentTime > played.end(0) ? 0 : last;
  const [from, to, end] = [played.start(first), played.end(first), played.end(last - first)];
  const soughtTo = last > 0 ? played.start(last - first) : to;
  const msOf = (seconds: number) => (seconds * 1000) / playbackRate;
  const rest = msOf(end - soughtTo);
  const whole = msOf(to - from) + rest;
  // A film that was loaded showed a picture before the press.
  const mono = Math.max(elapsed, Math.min(shownAt, now - whole));
  const until = paused ? mono + whole : now;
  return { mono, soughtAt: until - rest, until, from, to, soughtTo, end };
}

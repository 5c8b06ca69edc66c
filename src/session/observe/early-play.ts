import type { Fact } from './fact.ts';
import type { SessionMedia } from './session-media.ts';

/** A fact, when it was, and where the media were, if they have left that place since. */
export type EarlyFact = readonly [fact: Fact, mono: number, playedAt?: number];

/** Media that played before the code of sessions was there. */
export interface EarlyPlay {
  /** When they began, as `performance.now()`. */
  mono: number;
  /** Where they began, in seconds. */
  from: number;
  facts: readonly EarlyFact[];
}

/**
 * What media still know of how they began, after the press and with the picture that was seen to come. Of several seeks, one.
 */
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
  const soughtAt = until - rest;
  const facts: EarlyFact[] = [
    [{ type: 'attach' }, mono, from],
    [{ type: 'frame', shownAt: mono }, mono, from],
    [{ type: 'look' }, soughtAt, to],
    [{ type: 'seeking' }, soughtAt, soughtTo],
    [{ type: 'seeked' }, soughtAt, soughtTo],
    [{ type: 'look' }, until, end],
    [{ type: 'attach' }, until],
  ];
  return { mono, from, facts };
}

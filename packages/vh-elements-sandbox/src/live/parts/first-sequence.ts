/** How many segments a run of a source may be ahead of its time. */
const SEGMENTS_A_RUN = 1_000;

/**
 * The first number of a new presentation, so that numbers keep rising: after a restart of the sandbox too, which has
 * kept nothing but the number of runs. A source may send faster than its time passes, so the clock alone does not do.
 */
export function firstSequence(stream: {
  now: number;
  createdAt: number;
  /** How often a source of the stream has begun. */
  runs: number;
  /** The number that the last presentation would have used next. */
  next: number | undefined;
}): number {
  // A segment is longer than a second.
  const bySeconds = Math.max(0, Math.floor((stream.now - stream.createdAt) / 1000));
  return Math.max(bySeconds, stream.runs * SEGMENTS_A_RUN, stream.next ?? 0);
}

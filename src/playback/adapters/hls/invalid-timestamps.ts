/** A segment may be longer than its playlist says; one that is longer by this factor has invalid timestamps. */
const MOST_TIMES = 4;
/** Seconds that count for no playlist's longest segment. */
const LEAST_S = 30;

/**
 * True for a segment that reaches much further than its playlist allows any of them: one damaged stamp makes it hours
 * long, and the video would freeze on its last frame while its clock advances.
 */
export function hasInvalidTimestamps(
  { duration }: { readonly duration: number },
  playlist: { readonly targetduration: number; readonly live: boolean } | null,
): boolean {
  return playlist?.live === false && duration > Math.max(LEAST_S, playlist.targetduration * MOST_TIMES);
}

/** How late a timer fires at most, in milliseconds; a busy machine makes it more. */
const MAX_LATE_MS = 20;

/** A delay that is up to a millisecond shorter, or some longer, or as it was. Immediate ones stay so. */
export function skewed(ms: number, random: () => number): number {
  if (!(ms >= 1)) return ms;
  const kind = random();
  if (kind < 0.4) return ms - 1;
  return kind < 0.8 ? ms + Math.ceil(random() * MAX_LATE_MS) : ms;
}

/** More places than that are no more than a viewer can distinguish on a bar. */
const MAX_PLACES = 200;

/**
 * How often each place was watched, as a share of the most watched one; empty where that says nothing: no list, less than two
 * places, or all the same. What is no number above 0 is a place that nobody watched, whatever a page, or its server, has written.
 */
export function readHeat(list: unknown): number[] {
  if (!Array.isArray(list) || list.length < 2) return [];
  const count = Math.min(list.length, MAX_PLACES);
  const means = Array.from({ length: count }, (_, place) => {
    const [from, to] = [place, place + 1].map((edge) => Math.round((edge * list.length) / count));
    return meanOf(list, from ?? 0, to ?? 0);
  });
  const [least, most] = [Math.min(...means), Math.max(...means)];
  return most > least ? means.map((mean) => mean / most) : [];
}

function meanOf(list: readonly unknown[], from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) {
    const value = list[at];
    // Small enough that no sum is infinite.
    if (typeof value === 'number' && value > 0) sum += Math.min(value, 1e9) / (to - from);
  }
  return sum;
}

/**
 * True for the same letters with other signs between them, for one letter more, less or other, and for two neighbours that
 * are swapped; in a long name, for two of these.
 */
export function isNearly(given: string, known: string): boolean {
  const [one, other] = [given, known].map((name) => name.replace(/[^a-z]/g, ''));
  if (one === undefined || other === undefined) return false;
  return one === other || distance(one, other) <= (other.length > 7 ? 2 : other.length > 3 ? 1 : 0);
}

/** The fewest letters to add, remove, change, or swap with their neighbour. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const [diagonal = 0, above = 0] = [row[to], row[to + 1]];
      const isSwapped = at > 0 && to > 0 && one[at] === other[to - 1] && one[at - 1] === other[to];
      const swapped = isSwapped ? (before[to - 1] ?? 0) + 1 : Infinity;
      const changed = diagonal + (one[at] === other[to] ? 0 : 1);
      next.push(Math.min(changed, swapped, above + 1, (next[to] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}

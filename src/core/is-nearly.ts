/** True for the same letters with other signs between them, and for one letter more, less or other, or two in a long name. */
export function isNearly(given: string, known: string): boolean {
  const [one, other] = [given, known].map((name) => name.replace(/[^a-z]/g, ''));
  if (one === undefined || other === undefined) return false;
  return one === other || distance(one, other) <= (other.length > 7 ? 2 : other.length > 3 ? 1 : 0);
}

/** The fewest letters to add, remove or change. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const [diagonal = 0, above = 0] = [row[to], row[to + 1]];
      next.push(Math.min(diagonal + (one[at] === other[to] ? 0 : 1), above + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

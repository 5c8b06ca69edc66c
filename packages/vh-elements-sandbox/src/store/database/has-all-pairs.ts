/**
 * A condition: a column of `{key, value}` pairs holds all those of a list that is bound as JSON. Bound as one value, lists of
 * any length share a statement.
 */
export function hasAllPairs(column: string): string {
  return `NOT EXISTS (SELECT 1 FROM json_each(?) AS wanted WHERE NOT EXISTS (
    SELECT 1 FROM json_each(${column}) AS kept
    WHERE json_extract(kept.value, '$.key') = json_extract(wanted.value, '$.key')
      AND json_extract(kept.value, '$.value') = json_extract(wanted.value, '$.value')))`;
}

/**
 * What a property is without its attribute: `undefined`, as if it had never been set. lit would make it null, which is a
 * number to a comparison.
 */
export const asText = (value: string | null): string | undefined => value ?? undefined;
export const asNumber = (value: string | null): number | undefined =>
  value === null ? undefined : Number(value);

/** Bytes, from a number that may have a unit: `2 GB`, `500 kB`. `NaN` for anything else. */
export function parseBytes(text: string | null): number | undefined {
  const exponent = (_unit: string, letter: string) => `e${' kmgt'.indexOf(letter.toLowerCase() || ' ') * 3}`;
  return text === null ? undefined : Number(text.replace(/ *([kmgt]?)b$/i, exponent));
}

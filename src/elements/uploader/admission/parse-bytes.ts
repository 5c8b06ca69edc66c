/** Bytes, from a number that may have a unit: `2 GB`, `500 kB`. `NaN` for anything else. */
export function parseBytes(text: string | null): number | undefined {
  const exponent = (_unit: string, letter: string) => `e${' kmgt'.indexOf(letter.toLowerCase() || ' ') * 3}`;
  return text === null ? undefined : Number(text.replace(/ *([kmgt]?)b$/i, exponent));
}

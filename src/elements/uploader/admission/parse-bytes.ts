/** Bytes, from a number that may have a unit: `2 GB`, `500 kB`, `1 GiB`. `NaN` for anything else. */
export function parseBytes(text: string | null): number | undefined {
  if (text === null) return undefined;
  const [, number, unit = '', binary] = /^(.*?)\s*([kmgt]?)(i?)b?\s*$/i.exec(text) ?? [];
  return Number(number) * (binary ? 1024 : 1000) ** ' kmgt'.indexOf(unit.toLowerCase() || ' ');
}

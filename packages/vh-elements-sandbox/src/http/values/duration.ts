const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};
const ONE = /(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/y;
/** Ten years. */
const LONGEST_MS = 3_653 * 86_400_000;

/** Milliseconds of a duration such as `3h`, `1h30m` or `365d`; undefined for none, and for more than ten years. */
export function readDuration(text: string): number | undefined {
  let sum = 0;
  ONE.lastIndex = 0;
  if (text === '' || text.length > 100) return undefined;
  for (let at = 0; at < text.length; at = ONE.lastIndex) {
    const [, count, unit = ''] = ONE.exec(text) ?? [];
    if (count === undefined) return undefined;
    sum += Number(count) * (UNITS[unit] ?? 0);
  }
  return sum <= LONGEST_MS ? Math.round(sum) : undefined;
}

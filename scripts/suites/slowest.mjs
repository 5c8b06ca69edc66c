/** How many of the slowest files are worth a line. */
const SHOWN = 10;

/**
 * Lines that name the slowest test files of a layer, slowest first. `seconds` is `{file: seconds}`; of a file that was lost with
 * its browser there are none.
 */
export function slowestLines(seconds, shown = SHOWN) {
  return Object.entries(seconds)
    .filter(([, own]) => typeof own === 'number')
    .sort(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([file, own]) => `${own.toFixed(1).padStart(7)} s  ${file}`);
}

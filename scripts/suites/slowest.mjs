/** How many of the slowest files are worth a line. */
const SHOWN = 10;

/** Lines that name the slowest test files of a layer, slowest first. `seconds` is `{file: seconds}`. */
export function slowestLines(seconds, shown = SHOWN) {
  return Object.entries(seconds)
    .sort(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([file, own]) => `${own.toFixed(1).padStart(7)} s  ${file}`);
}

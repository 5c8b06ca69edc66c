/**
 * Judges a run: green or red, and the lines that say why. An unsteady test, one that failed and then passed alone, leaves
 * the run green, up to `maxUnsteady` of them. `known` lists tests that may be unsteady until a day; after it, the run is
 * red until they are steady.
 */
export function judge(
  { passed, failed, failures, warnings, unsteady },
  { maxUnsteady = Infinity, known = [], today },
) {
  const lines = warnings.map((warning) => `\nWarning: ${warning}`);
  if (unsteady.length > 0) lines.push(`\nUnsteady (failed, then passed alone):`, ...unsteady.map(lineOf));
  const reasons = [
    ...overdue(known, today),
    ...(unsteady.length > maxUnsteady
      ? [`${unsteady.length} unsteady tests; the limit is ${maxUnsteady}.`]
      : []),
  ];
  const all = [...failures, ...reasons];
  if (all.length > 0) lines.push(`\nFailed:\n  ${all.join('\n  ')}`);
  const sum = failed + reasons.length;
  lines.push('', `${unsteady.length} unsteady`, `${passed} passed, ${sum} failed`);
  return { isGreen: sum === 0, lines };
}

const lineOf = ({ file, name, message, log }) => `  ${file}: ${name} (${message}) ${log ?? ''}`.trimEnd();

/** Entries of the list whose time is over, whether their tests were unsteady in this run or not. */
function overdue(known, today) {
  return known
    .filter(({ until }) => until < today)
    .map(({ name, since, until }) => `${name} is unsteady since ${since} and had to be steady by ${until}.`);
}

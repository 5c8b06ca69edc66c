/**
 * Judges a run: green or red, and the lines that say why. An unsteady test, one that failed and then passed alone, leaves
 * the run green, up to `maxUnsteady` of them. `known` lists tests that may be unsteady until a day; after it, the run is
 * red until they are steady. A line counts what this machine could not run.
 */
export function judge(
  { passed, failed, failures, warnings, unsteady, leftOut = [] },
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
  lines.push('', ...leftOutLines(leftOut), `${unsteady.length} unsteady`, `${passed} passed, ${sum} failed`);
  return { isGreen: sum === 0, lines };
}

const lineOf = ({ file, name, message, log }) => `  ${file}: ${name} (${message}) ${log ?? ''}`.trimEnd();

/** The parts that did not run, and why: in one line, or none. */
function leftOutLines(leftOut) {
  const counts = new Map();
  for (const { what, count, why } of leftOut) {
    const key = JSON.stringify([what, why]);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const parts = [...counts].map(([key, count]) => {
    const [what, why] = JSON.parse(key);
    return `${count} ${what}${count === 1 ? '' : 's'}, since ${why}`;
  });
  const sum = leftOut.reduce((total, { count }) => total + count, 0);
  return sum > 0 ? [`${sum} left out: ${parts.join('; ')}`] : [];
}

/** Entries of the list whose time is over, whether their tests were unsteady in this run or not. */
function overdue(known, today) {
  return known
    .filter(({ until }) => until < today)
    .map(({ name, since, until }) => `${name} is unsteady since ${since} and had to be steady by ${until}.`);
}

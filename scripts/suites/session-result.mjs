import { oneLine } from './one-line.mjs';

/** A file without any result was lost with its browser, or cannot be run at all: its parent finds out which. */
export function resultOf({ testResults, passed, errors, logs }) {
  if (!testResults) return { lost: true };
  const tests = testsOf(testResults);
  const failures = tests.filter((test) => !test.passed).map(failureOf);
  const succeeded = tests.length - failures.length;
  const brokeOutside = failures.length === 0 && (!passed || errors.length > 0 || tests.length === 0);
  if (brokeOutside) {
    const message = `broke outside its tests (${errors[0]?.message ?? 'no test ran'})`;
    failures.push({ name: 'the file', message });
  }
  const stacks = tests.flatMap(({ name, error }) =>
    error ? `✖ ${name}\n${error.stack ?? error.message}` : [],
  );
  const log = [
    ...logs.map((line) => line.join(' ')),
    ...stacks,
    ...errors.map(({ stack, message }) => stack ?? message),
  ];
  const names = tests.map(({ name }) => name);
  return { passed: succeeded, failed: failures.length, failures, names, log: log.join('\n') };
}

const failureOf = ({ name, error }) => ({ name, message: oneLine(error?.message) });

/** All tests that ran, with those of the suites inside. */
function testsOf({ suites, tests }) {
  return [...tests.filter((test) => !test.skipped), ...suites.flatMap(testsOf)];
}

import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { basename } from 'node:path';

/**
 * Runs compiled test files, each in a process of its own, counts what passed and names what failed. With `forceExit`, a
 * process ends with its last test, whatever is still open in it.
 */
export async function runNodeSuite(files, { concurrency, timeout, forceExit = false }) {
  const events = run({ files, concurrency, timeout, forceExit });
  const counts = { passed: 0, failed: 0, failures: [], seconds: {} };
  events.on('test:complete', (event) => {
    if (isFile(event)) counts.seconds[event.name] = event.details.duration_ms / 1000;
  });
  events.on('test:pass', (event) => {
    if (isFile(event)) {
      counts.failed += 1;
      counts.failures.push(`${event.name} holds no test`);
    } else if (isTest(event)) counts.passed += 1;
  });
  events.on('test:fail', (event) => {
    if (!isTest(event)) return;
    counts.failed += 1;
    counts.failures.push(`${basename(event.file ?? '')}: ${event.name} (${firstLine(event.details.error)})`);
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
  return counts;
}

/** Suites are not tests, and a skipped test has shown nothing. */
const isTest = ({ details, skip }) => details.type !== 'suite' && skip === undefined;

/** A file completes like a test, and one without tests also passes like a test. */
const isFile = ({ name, nesting }) => nesting === 0 && name.endsWith('.test.js');

const firstLine = (error) => String(error?.cause?.message ?? error?.message ?? error).split('\n')[0];

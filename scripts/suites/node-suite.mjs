import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** Runs compiled test files, each in a process of its own, and counts what passed. */
export async function runNodeSuite(files, { concurrency, timeout }) {
  const events = run({ files, concurrency, timeout });
  const counts = { passed: 0, failed: 0 };
  events.on('test:pass', (event) => {
    if (isFile(event)) {
      console.log(`${event.name} holds no test.`);
      counts.failed += 1;
    } else if (isTest(event)) counts.passed += 1;
  });
  events.on('test:fail', (event) => {
    if (isTest(event)) counts.failed += 1;
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
  return counts;
}

/** Suites are not tests, and a skipped test has shown nothing. */
const isTest = ({ details, skip }) => details.type !== 'suite' && skip === undefined;

/** A file without tests reports itself as one. */
const isFile = ({ name, nesting }) => nesting === 0 && name.endsWith('.test.js');

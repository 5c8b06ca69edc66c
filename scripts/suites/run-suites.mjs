import { availableParallelism } from 'node:os';
import { listFiles } from '../list-files.mjs';
import { runBrowserSuite } from './browser-suite.mjs';
import { leaveOut } from './left-out-by-ci.mjs';
import { longestFirst } from './longest-first.mjs';
import { runNodeSuite } from './node-suite.mjs';
import { slowestLines } from './slowest.mjs';

const isBrowserTest = (file) => file.endsWith('.browser.test.ts');
const isEndToEnd = (file) => file.startsWith('test/e2e/') && !isBrowserTest(file);
const isNodeTest = (file) => !isBrowserTest(file) && !isEndToEnd(file);
const compiled = (files) => longestFirst(files).map((file) => `.build/${file.replace(/\.ts$/, '.js')}`);

// Tests wait for disks, timers and browsers for a good part of their time: more of them than processors run at once.
const AT_ONCE = Math.min(8, Math.ceil(availableParallelism() * 1.5));

/** Runs compiled test files, without those that CI leaves out. */
async function runCompiled(name, all, options) {
  const { files, warnings } = leaveOut(name, all);
  return { ...(await runNodeSuite(compiled(files), { concurrency: AT_ONCE, ...options })), warnings };
}

/** The three layers, cheapest first. */
const layers = [
  { name: 'node', owns: isNodeTest, run: (files) => runCompiled('node', files, { timeout: 180_000 }) },
  { name: 'browser', owns: isBrowserTest, run: (files, options) => runBrowserSuite(files, options) },
  {
    name: 'e2e',
    owns: isEndToEnd,
    // A pipe of a browser that was killed may stay open for minutes, and says nothing about the pages.
    run: (files) => runCompiled('e2e', files, { timeout: 480_000, forceExit: true }),
  },
];

/**
 * Runs the tests layer by layer and adds up what passed and failed.
 *
 * `layer` picks one, `browser` one browser, and `filters` the files whose path holds one of them. A later layer runs
 * even when an earlier one failed; a layer without tests is a failure, unless files were picked. `failures` name
 * what failed, and `warnings` say what the numbers hide.
 */
export async function runSuites({ layer, browser, filters = [] }) {
  const all = listFiles('test').filter((file) => file.endsWith('.test.ts'));
  const wanted = all.filter((file) => filters.length === 0 || filters.some((text) => file.includes(text)));
  const total = { passed: 0, failed: 0, failures: [], warnings: [] };
  for (const { name, owns, run } of layers.filter(({ name }) => !layer || name === layer)) {
    const files = wanted.filter(owns);
    if (files.length === 0 && filters.length > 0) continue;
    const counts = await runLayer(name, files, (list) => run(list, { only: browser }));
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.failures.push(...counts.failures);
    total.warnings.push(...(counts.warnings ?? []));
  }
  if (total.passed + total.failed === 0) {
    total.failed = 1;
    total.failures.push('No test ran: nothing under test/ matches.');
  }
  return total;
}

async function runLayer(name, files, run) {
  console.log(`\n── ${name} tests: ${files.length} files`);
  const start = Date.now();
  const counts = await run(files).catch((error) => {
    console.log(error);
    return { passed: 0, failed: 1, failures: [`the ${name} tests broke off (${error.message})`] };
  });
  if (counts.passed + counts.failed === 0) {
    counts.failed = 1;
    counts.failures.push(`no ${name} test ran`);
  }
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  const slowest = slowestLines(counts.seconds ?? {});
  if (slowest.length > 1) console.log(`\nThe slowest ${name} tests:\n${slowest.join('\n')}\n`);
  console.log(`── ${name} tests: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s`);
  return counts;
}

/** Says what failed and what the numbers hide, last of all: a log is read from its end. */
export function printSummary({ failures, warnings }) {
  for (const warning of warnings) console.log(`\nWarning: ${warning}`);
  if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join('\n  ')}`);
}

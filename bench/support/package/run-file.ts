// node run-file.js LAYER FILE BROWSER: runs one test file once, and sends its parent what failed. The runner's second look at
// a file that failed would hide the counted failures.
import { loadScript } from '../../../test/support/repository.ts';

interface Result {
  passed: number;
  failures: { name: string; message: string }[];
}
interface BrowserSuite {
  runBrowserSuite: (files: string[], options: object) => Promise<{ results: Result[] }>;
}
interface NodeSuite {
  runNodeSuite: (files: string[], options: object) => Promise<Result[]>;
}

const [, , layer = 'node', file = '', browser] = process.argv;
/** Twice what the suite allows: other programs have half of the machine. */
const timeout = layer === 'e2e' ? 960_000 : 360_000;

async function run(): Promise<Result[]> {
  if (layer === 'browser') {
    const { runBrowserSuite } = await loadScript<BrowserSuite>('scripts/suites/browser-suite.mjs');
    return (await runBrowserSuite([file], { only: browser, everyEngine: true })).results;
  }
  const { runNodeSuite } = await loadScript<NodeSuite>('scripts/suites/node/node-suite.mjs');
  const options = { concurrency: 1, timeout, forceExit: layer === 'e2e', print: false };
  const compiled = file.endsWith('.js') ? { compiled: () => file } : {};
  return runNodeSuite([file], { ...options, ...compiled });
}

const results = await run();
const failures = results.flatMap((result) => result.failures);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
if (passed + failures.length === 0) failures.push({ name: 'the file', message: 'ran no test' });
process.send?.({ passed, failures }, () => process.exit());

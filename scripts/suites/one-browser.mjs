// node one-browser.mjs NAME FILE…: runs test files in one browser, and tells its parent of each what passed.
import { relative } from 'node:path';
import { startTestRunner } from '@web/test-runner';
import config from '../../web-test-runner.config.mjs';
import { freePort } from '../free-port.mjs';
import { browsers } from '../launchers.mjs';
import { root } from '../root.mjs';

const [name, ...files] = process.argv.slice(2);
const { launcher, stop } = await browsers.find((browser) => browser.name === name).start();
// Its parent asks it to end, or is gone itself: the browser must not stay behind.
for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => process.exit(1));

const runner = await startTestRunner({
  // A port of its own: left to themselves, runners that begin together choose the same.
  config: { ...config, port: await freePort(), files, browsers: [launcher], concurrency: 1 },
  readCliArgs: false,
  readFileConfig: false,
  autoExitProcess: false,
});
const told = [];
const began = new Map();
runner.sessions.on('session-status-updated', (session) => {
  if (session.status === 'INITIALIZING') began.set(session.id, performance.now());
  if (session.status !== 'FINISHED') return;
  const seconds = (performance.now() - began.get(session.id)) / 1000;
  const news = { file: relative(root, session.testFile), seconds, ...countSession(session) };
  told.push(new Promise((resolve) => process.send(news, resolve)));
});
await new Promise((resolve) => runner.on('stopped', resolve));
await Promise.all(told);
stop();
process.exit(0);

/** A file without any result was lost with its browser, or cannot be run at all: its parent finds out which. */
function countSession({ testResults, passed, errors }) {
  if (!testResults) return { lost: true };
  const counts = countSuite(testResults);
  const brokeOutside = counts.failed === 0 && (!passed || errors.length > 0 || counts.passed === 0);
  if (!brokeOutside) return counts;
  return {
    ...counts,
    failed: 1,
    failures: [`broke outside its tests (${errors[0]?.message ?? 'no test ran'})`],
  };
}

function countSuite({ suites, tests }) {
  const ran = tests.filter((test) => !test.skipped);
  const failed = ran.filter((test) => !test.passed);
  const own = {
    passed: ran.length - failed.length,
    failed: failed.length,
    failures: failed.map(({ name, error }) => `${name} (${String(error?.message).split('\n')[0]})`),
  };
  return suites.map(countSuite).reduce(sum, own);
}

function sum(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    failures: [...a.failures, ...b.failures],
  };
}

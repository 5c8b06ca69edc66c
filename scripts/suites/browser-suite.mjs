import { startTestRunner } from '@web/test-runner';
import config, { brokenIn } from '../../web-test-runner.config.mjs';
import { browsers } from '../launchers.mjs';

/** Runs element tests in one browser after another, and counts what passed. A browser that is not here is named. */
export async function runBrowserSuite(files, { only }) {
  const counts = { passed: 0, failed: 0 };
  for (const browser of browsers.filter(({ name }) => !only || name === only)) {
    const wanted = files.filter((file) => !(brokenIn[browser.name] ?? []).includes(file));
    if (!browser.find()) {
      console.log(`${browser.name} is not on this machine: its ${wanted.length} test files did not run.`);
      continue;
    }
    if (wanted.length === 0) continue;
    const { passed, failed } = await runIn(browser, wanted);
    console.log(`${browser.name}: ${passed} passed, ${failed} failed`);
    counts.passed += passed;
    counts.failed += failed;
  }
  return counts;
}

async function runIn(browser, files) {
  const { launcher, stop } = await browser.start();
  try {
    const runner = await startTestRunner({
      config: { ...config, files, browsers: [launcher], concurrency: 1 },
      readCliArgs: false,
      readFileConfig: false,
      autoExitProcess: false,
    });
    await new Promise((resolve) => runner.on('stopped', resolve));
    return [...runner.sessions.all()].map(countSession).reduce(sum, { passed: 0, failed: 0 });
  } finally {
    stop();
  }
}

/** A file that could not be run at all counts as one failure. */
function countSession({ testResults, passed, errors }) {
  const counts = testResults ? countSuite(testResults) : { passed: 0, failed: 0 };
  const brokeOutside = counts.failed === 0 && (!passed || errors.length > 0 || counts.passed === 0);
  return brokeOutside ? { ...counts, failed: 1 } : counts;
}

function countSuite({ suites, tests }) {
  const own = {
    passed: tests.filter((test) => test.passed && !test.skipped).length,
    failed: tests.filter((test) => !test.passed && !test.skipped).length,
  };
  return suites.map(countSuite).reduce(sum, own);
}

const sum = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed });

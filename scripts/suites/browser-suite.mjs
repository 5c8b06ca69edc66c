import { spawn } from 'node:child_process';
import { brokenIn } from '../../web-test-runner.config.mjs';
import { browsers } from '../launchers.mjs';
import { at } from '../root.mjs';

/** Milliseconds without a finished file after which a browser counts as lost; one file may take less than that. */
const SILENCE = 150_000;
/** How often a browser may die before what it had left counts as failed. */
const LIVES = 3;

const none = { passed: 0, failed: 0 };

/** Runs element tests in the browsers side by side, and counts what passed. A browser that is not here is named. */
export async function runBrowserSuite(files, { only }) {
  const counts = await Promise.all(
    browsers
      .filter(({ name }) => !only || name === only)
      .map((browser) => {
        const wanted = files.filter((file) => !(brokenIn[browser.name] ?? []).includes(file));
        if (browser.find()) return wanted.length > 0 ? runPatiently(browser.name, wanted) : none;
        console.log(`${browser.name} is not on this machine: its ${wanted.length} test files did not run.`);
        return none;
      }),
  );
  return counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), none);
}

/**
 * Runs a browser's tests, and again those that it took with it when it died: WebKitGTK now and then does, in its own
 * media code, and that says nothing about them. What is lost each time has failed.
 */
async function runPatiently(name, files) {
  const counts = { passed: 0, failed: 0 };
  let left = files;
  for (let life = 1; life <= LIVES && left.length > 0; life += 1) {
    const { passed, failed, lost } = await runApart(name, left);
    counts.passed += passed;
    counts.failed += failed;
    if (lost.length > 0) console.log(`${name} was lost (${life} of ${LIVES}) before: ${lost.join(', ')}`);
    left = lost;
  }
  counts.failed += left.length;
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed`);
  return counts;
}

/** Runs a browser's tests in a process of its own, which a browser that dies or freezes may take with it. */
async function runApart(name, files) {
  const counts = { passed: 0, failed: 0 };
  const child = spawn(process.execPath, [at('scripts/suites/one-browser.mjs'), name, ...files], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // In one piece at the end: lines of three browsers at a time are nobody's to read.
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const endWithUs = () => child.kill();
  process.once('exit', endWithUs);
  const unfinished = new Set(files);
  const stop = () => {
    child.kill();
    setTimeout(() => child.kill('SIGKILL'), 5_000).unref();
  };
  let silence = setTimeout(stop, SILENCE);
  child.on('message', ({ file, lost, passed, failed }) => {
    clearTimeout(silence);
    silence = setTimeout(stop, SILENCE);
    if (lost) return;
    unfinished.delete(file);
    counts.passed += passed;
    counts.failed += failed;
  });
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(silence);
  process.off('exit', endWithUs);
  console.log(output);
  return { ...counts, lost: [...unfinished] };
}

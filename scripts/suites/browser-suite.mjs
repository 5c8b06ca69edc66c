import { spawn } from 'node:child_process';
import { brokenIn } from '../../web-test-runner.config.mjs';
import { browsers } from '../launchers.mjs';
import { at } from '../root.mjs';

/** Milliseconds without a finished file after which a browser counts as lost; one file may take less than that. */
const SILENCE = 150_000;

/** Runs element tests in one browser after another, and counts what passed. A browser that is not here is named. */
export async function runBrowserSuite(files, { only }) {
  const total = { passed: 0, failed: 0 };
  for (const browser of browsers.filter(({ name }) => !only || name === only)) {
    const wanted = files.filter((file) => !(brokenIn[browser.name] ?? []).includes(file));
    if (!browser.find()) {
      console.log(`${browser.name} is not on this machine: its ${wanted.length} test files did not run.`);
      continue;
    }
    if (wanted.length === 0) continue;
    const { passed, failed } = await runApart(browser.name, wanted);
    console.log(`${browser.name}: ${passed} passed, ${failed} failed`);
    total.passed += passed;
    total.failed += failed;
  }
  return total;
}

/** Runs a browser's tests in a process of its own: a browser that dies or freezes may take that one with it. */
async function runApart(name, files) {
  const counts = { passed: 0, failed: 0 };
  const child = spawn(process.execPath, [at('scripts/suites/one-browser.mjs'), name, ...files], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const endWithUs = () => child.kill();
  process.once('exit', endWithUs);
  const unfinished = new Set(files);
  const stop = () => {
    child.kill();
    setTimeout(() => child.kill('SIGKILL'), 5_000).unref();
  };
  let silence = setTimeout(stop, SILENCE);
  child.on('message', ({ file, passed, failed }) => {
    clearTimeout(silence);
    silence = setTimeout(stop, SILENCE);
    unfinished.delete(file);
    counts.passed += passed;
    counts.failed += failed;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(silence);
  process.off('exit', endWithUs);
  if (unfinished.size === 0 && code === 0) return counts;
  console.log(`${name} was lost before it was done with: ${[...unfinished].join(', ')}`);
  return { ...counts, failed: counts.failed + Math.max(1, unfinished.size) };
}

import { spawn } from 'node:child_process';
import { brokenIn } from '../../web-test-runner.config.mjs';
import { browsers } from '../launchers.mjs';
import { at } from '../root.mjs';
import { leaveOut } from './left-out-by-ci.mjs';

/** Without a finished file for so long, a browser counts as lost; a file may take less than that. */
const SILENCE_TIMEOUT_MS = 150_000;

const none = { passed: 0, failed: 0, failures: [], warnings: [], seconds: {} };

/** So many browsers run at a time: their tests wait for media half of the time. */
const AT_ONCE = 3;

/** Browsers that run twice side by side, each with half of the files: those that run the most. */
const SHARES = { chromium: 2 };

/**
 * Runs element tests in the browsers side by side, counts what passed and names what failed. `warnings` name the
 * browsers that are not here and those that were started again.
 */
export async function runBrowserSuite(files, { only }) {
  const plans = browsers.filter(({ name }) => !only || name === only).map((browser) => plan(browser, files));
  const waiting = plans.flatMap(({ runs }) => runs);
  const counts = plans.map(({ warnings }) => ({ ...none, warnings }));
  const work = async () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) {
      counts.push(await runWithRestarts(run.name, run.files));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return counts.reduce(
    (a, b) => ({
      passed: a.passed + b.passed,
      failed: a.failed + b.failed,
      failures: [...a.failures, ...b.failures],
      warnings: [...a.warnings, ...b.warnings],
      seconds: { ...a.seconds, ...b.seconds },
    }),
    none,
  );
}

/** What one browser has to run, and what it does not run and why. */
function plan({ name, find }, files) {
  const runnable = files.filter((file) => !brokenIn[name]?.includes(file));
  if (!find()) {
    const warning = `${name} is not on this machine: its ${runnable.length} test files did not run.`;
    return { runs: [], warnings: [warning] };
  }
  const { files: wanted, warnings } = leaveOut(name, runnable);
  const shares = SHARES[name] ?? 1;
  const runs = Array.from({ length: shares }, (_, share) => ({
    name,
    files: wanted.filter((_file, index) => index % shares === share),
  }));
  return { runs: runs.filter((run) => run.files.length > 0), warnings };
}

/** More crashes than this in one run are no accident, whichever files they fall on. */
const MAX_CRASHES = 3;

/**
 * Files that one start of a browser runs. WebKitGTK keeps what the players of earlier pages took, and crashes the more
 * readily the more it has played.
 */
const FILES_PER_START = { webkit: 20 };

/**
 * Runs a browser's tests. WebKitGTK now and then crashes in its own media code: the browser is started again for the
 * files that it left, and the summary says so. A file that it crashes at twice has failed; the others go on.
 */
export async function runWithRestarts(name, files, run = runApart) {
  const counts = { passed: 0, failed: 0, failures: [], warnings: [], seconds: {} };
  const size = FILES_PER_START[name] ?? files.length;
  const waiting = [...files];
  let batch = [];
  let crashes = 0;
  let lastCrash;
  const giveUp = (lost) => {
    counts.failed += lost.length;
    counts.failures.push(...lost.map((file) => `${name}: ${file} was lost with the browser`));
    counts.warnings.push(`${name} crashed or froze again; these files failed: ${lost.join(', ')}`);
  };
  while (batch.length + waiting.length > 0) {
    if (batch.length === 0) batch = waiting.splice(0, size);
    const { passed, failed, failures, lost, seconds } = await run(name, batch);
    counts.passed += passed;
    counts.failed += failed;
    counts.failures.push(...failures.map((failure) => `${name}: ${failure}`));
    for (const [file, own] of Object.entries(seconds)) counts.seconds[`${name}: ${file}`] = own;
    batch = lost;
    const [crashedAt] = lost;
    if (crashedAt === undefined) continue;
    crashes += 1;
    if (crashes > MAX_CRASHES) {
      giveUp([...lost, ...waiting]);
      break;
    }
    if (crashedAt === lastCrash) giveUp([batch.shift()]);
    else counts.warnings.push(`${name} crashed or froze at ${crashedAt} and was started again`);
    lastCrash = crashedAt;
  }
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed`);
  return counts;
}

/** Runs a browser's tests in a process of its own, which a browser that dies or freezes may take with it. */
async function runApart(name, files) {
  const counts = { passed: 0, failed: 0, failures: [], seconds: {} };
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
  let silence = setTimeout(stop, SILENCE_TIMEOUT_MS);
  child.on('message', ({ file, lost, seconds, passed, failed, failures }) => {
    clearTimeout(silence);
    // The browser has died: each further file would only wait for it to start.
    if (lost) return stop();
    silence = setTimeout(stop, SILENCE_TIMEOUT_MS);
    unfinished.delete(file);
    counts.seconds[file] = seconds;
    counts.passed += passed;
    counts.failed += failed;
    counts.failures.push(...failures.map((failure) => `${file}: ${failure}`));
  });
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(silence);
  process.off('exit', endWithUs);
  console.log(output);
  return { ...counts, lost: [...unfinished] };
}

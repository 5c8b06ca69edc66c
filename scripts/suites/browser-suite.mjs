import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readsRequests } from '../../test/support/runner/request-log.mjs';
import { brokenIn } from '../../web-test-runner.config.mjs';
import { browsers } from '../system/launchers.mjs';
import { at } from '../base/root.mjs';
import { filesFor } from './division.mjs';

/** Without a finished file for so long, a browser counts as lost; a file may take less than that. */
const SILENCE_TIMEOUT_MS = 150_000;

/** How many browsers run at a time: their tests wait for media half of the time. */
const AT_ONCE = 3;

/** A browser with more files than this runs several times side by side: but WebKitGTK, which takes most memory. */
const MOST_FILES = 60;

/**
 * Runs element tests in the browsers side by side and returns a result for each file in each browser. `everyEngine` runs
 * every file in every browser. `warnings` say which files ran in another browser only, `leftOut` which browsers are missing.
 */
export async function runBrowserSuite(files, { only, all, everyEngine }) {
  const plans = browsers
    .filter(({ name }) => !only || name === only)
    .map((browser) => plan(browser, files, { all, everyEngine }));
  const count = plans.reduce((sum, { wanted }) => sum + wanted.length, 0);
  // The longest first, so that none of them is left over at the end.
  const waiting = plans
    .flatMap(({ name, wanted }) => runsOf(name, wanted, count))
    .toSorted((one, other) => other.files.length - one.files.length);
  const results = [];
  const work = async () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) {
      results.push(...(await runWithRestarts(run.name, run.files)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    results,
    warnings: plans.flatMap(({ warnings }) => warnings),
    leftOut: plans.flatMap(({ leftOut }) => leftOut),
  };
}

/** The files that one browser runs, and what it does not run and why. */
function plan({ name, find }, files, run) {
  const runnable = files.filter((file) => !brokenIn[name]?.includes(file));
  if (!find()) {
    const leftOut = { what: 'test file', count: runnable.length, why: `there is no ${name} on this machine` };
    return { name, wanted: [], warnings: [], leftOut: [leftOut] };
  }
  const { files: wanted, warnings } = filesFor(name, runnable, run);
  return { name, wanted, warnings, leftOut: [] };
}

/** Files that judge what their page asks for need a page that asks for everything. */
const judgesRequests = (file) => readsRequests(readFileSync(at(file), 'utf8'));

/** Whether the pages of a run may load each module once. Chromium's files share a page, and only they are many. */
export const mayKeepModules = (name, files) => name === 'chromium' && !files.some(judgesRequests);

/**
 * A browser's files in runs. Of `count` files in all browsers, each place takes an equal share; what is left of a browser is a
 * shorter run, behind which another browser finds its place, so that no place is empty at the end. The files that judge what
 * their page asks for come together in the last run.
 */
export function runsOf(name, files, count, judges = judgesRequests) {
  if (files.length === 0) return [];
  const most =
    name === 'webkit' || files.length <= MOST_FILES
      ? files.length
      : Math.min(MOST_FILES, Math.ceil(count / AT_ONCE));
  const sizes = Array.from({ length: Math.ceil(files.length / most) }, (_, run) =>
    Math.min(most, files.length - run * most),
  );
  const judging = files.filter(judges).slice(0, most);
  const missing = Math.max(0, judging.length - sizes.at(-1));
  sizes[0] -= missing;
  sizes[sizes.length - 1] += missing;
  const runs = sizes.map((size) => ({ name, size, files: [] }));
  const last = runs.at(-1);
  last.files.push(...judging);
  // Neighbours take about as long: each goes to the run that has the least of its own.
  for (const file of files.filter((one) => !judging.includes(one))) {
    const [emptiest] = runs.toSorted(
      (one, other) => one.files.length / one.size - other.files.length / other.size,
    );
    emptiest.files.push(file);
  }
  return runs.map((run) => ({ name, files: run.files }));
}

/** More crashes than this in one run are no accident, whichever files they fall on. */
const MAX_CRASHES = 3;

/**
 * Files that one start of a browser runs. WebKitGTK keeps what the players of earlier pages took, and crashes the more
 * readily the more it has played.
 */
const FILES_PER_START = { webkit: 20 };

/**
 * Runs a browser's tests and returns a result for each file. A file at which the browser crashes or freezes has failed;
 * the browser is started again for the files after it.
 */
export async function runWithRestarts(name, files, run = runApart) {
  const results = [];
  const size = FILES_PER_START[name] ?? files.length;
  const waiting = [...files];
  let batch = [];
  let crashes = 0;
  const lose = (lost) => results.push(...lost.map((file) => lostResult(name, file)));
  while (batch.length + waiting.length > 0) {
    if (batch.length === 0) batch = waiting.splice(0, size);
    const { finished, lost } = await run(name, batch);
    results.push(...finished.map((result) => ({ browser: name, ...result })));
    batch = lost;
    if (lost.length === 0) continue;
    crashes += 1;
    if (crashes > MAX_CRASHES) {
      lose([...lost, ...waiting]);
      break;
    }
    lose([batch.shift()]);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`${name}: ${sum('passed')} passed, ${sum('failed')} failed`);
  return results;
}

function lostResult(browser, file) {
  const failures = [{ name: 'the file', message: `${browser} crashed, froze or closed at it` }];
  return { browser, file, passed: 0, failed: 1, failures, names: [], seconds: undefined, log: '' };
}

/**
 * Runs a browser's tests in a process of its own, which a browser that dies or freezes may take with it. `lost` are the
 * files without a result, the one at which the browser died first.
 */
export async function runApart(name, files) {
  const finished = [];
  const child = spawn(process.execPath, [at('scripts/suites/one-browser.mjs'), name, ...files], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // In one piece at the end: mixed lines of three browsers could not be read.
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
  child.on('message', ({ lost, ...result }) => {
    clearTimeout(silence);
    // The browser has died: each further file would only wait for it to start.
    if (lost) return stop();
    silence = setTimeout(stop, SILENCE_TIMEOUT_MS);
    unfinished.delete(result.file);
    finished.push(result);
  });
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(silence);
  process.off('exit', endWithUs);
  console.log(output);
  return { finished, lost: [...unfinished] };
}

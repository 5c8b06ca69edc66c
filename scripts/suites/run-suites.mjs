import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { listFiles } from '../base/list-files.mjs';
import { at } from '../base/root.mjs';
import { runApart, runBrowserSuite, runWithRestarts } from './browser-suite.mjs';
import { filesOfRun, layerOf } from './division.mjs';
import { longestFirst } from './longest-first.mjs';
import { runNodeSuite } from './node/node-suite.mjs';
import { nameOf, runFailedAgain } from './run-again.mjs';
import { slowestLines } from './slowest.mjs';

// Tests wait for disks, timers and browsers for a good part of their time: more of them than processors run at once.
const AT_ONCE = Math.min(8, Math.ceil(availableParallelism() * 1.5));

const NODE = { timeout: 420_000 };
// End to end, a file computes for two fifths of its time, and waits for media, timers and axe in the rest: two for each
// processor. A pipe of a browser that was killed may stay open for minutes, and says nothing about the pages.
const END_TO_END = {
  timeout: 480_000,
  forceExit: true,
  concurrency: Math.min(8, availableParallelism() * 2),
};

const inNode = (options) => ({
  run: async (files) => ({
    results: await runNodeSuite(longestFirst(files), { concurrency: AT_ONCE, ...options }),
    warnings: [],
    leftOut: [],
  }),
  runAlone: async ({ file }) => (await runNodeSuite([file], { concurrency: 1, ...options }))[0],
});

/** The three layers, cheapest first. `runAlone` runs one file again, with nothing beside it. */
const layers = [
  { name: 'node', ...inNode(NODE) },
  {
    name: 'browser',
    run: runBrowserSuite,
    runAlone: async ({ browser, file }) => (await runWithRestarts(browser, [file], runApart))[0],
  },
  { name: 'e2e', ...inNode(END_TO_END) },
];

/**
 * Runs the tests layer by layer, then each failed file again, alone, and adds up what passed and failed.
 *
 * `layer` picks one, `browser` one browser, and `filters` the files whose path holds one of them, or `files` the files
 * themselves; files that were picked by their path run whole, in every browser, and are not run again. `all` leaves nothing
 * out but what an engine repeats, and `everyEngine` not even that. A later layer runs even when an earlier one failed; a
 * layer without tests is a failure, unless files were picked. `failures` name what failed, `unsteady` what failed and then
 * passed alone, `leftOut` what this machine cannot run, and `warnings` say what the numbers hide.
 */
export async function runSuites({
  layer,
  browser,
  all = false,
  everyEngine = false,
  filters = [],
  files: reached,
}) {
  const isPicked = filters.length > 0;
  const found = testFiles().filter((file) => !isPicked || filters.some((text) => file.includes(text)));
  const { files, warnings } = reached
    ? { files: reached.filter((file) => found.includes(file)), warnings: [] }
    : filesOfRun(found, { all: all || isPicked });
  const total = { results: [], unsteady: [], failures: [], warnings, leftOut: [] };
  rmSync(at(LOGS), { recursive: true, force: true });
  for (const { name, run, runAlone } of layers.filter(({ name }) => !layer || name === layer)) {
    const own = files.filter((file) => layerOf(file) === name);
    if (own.length === 0 && (isPicked || reached)) continue;
    const counts = await runLayer(name, own, (list) =>
      run(list, { only: browser, all, everyEngine: everyEngine || isPicked }),
    );
    total.results.push(...counts.results.map((result) => ({ ...result, runAlone })));
    total.failures.push(...counts.failures);
    total.warnings.push(...counts.warnings);
    total.leftOut.push(...counts.leftOut);
  }
  if (!reached && total.results.length + total.failures.length + total.leftOut.length === 0)
    total.failures.push('No test ran: nothing under test/ matches.');
  const logs = keepLogs(total.results);
  keepRecord(total.results);
  const settled = isPicked
    ? { results: total.results, unsteady: [] }
    : await runFailedAgain(total.results, (result) => result.runAlone(result));
  const failures = [...total.failures, ...failuresOf(settled.results, logs)];
  return {
    passed: sum(settled.results, 'passed'),
    failed: sum(settled.results, 'failed') + total.failures.length,
    unsteady: settled.unsteady.map((one) => ({ ...one, log: logs.get(one.file) })),
    failures,
    warnings: total.warnings,
    leftOut: total.leftOut,
  };
}

/** All files of tests. */
export const testFiles = () => listFiles('test').filter((file) => file.endsWith('.test.ts'));

/** What ran, by the name of its file: for comparing one run with another. */
const RECORD = '.build/tests.json';
/** How long each file took in the last run that had it. */
export const SECONDS = '.build/seconds.json';

function keepRecord(results) {
  mkdirSync(at('.build'), { recursive: true });
  const tests = results.map((result) => [nameOf(result), (result.names ?? []).toSorted()]);
  writeFileSync(at(RECORD), `${JSON.stringify(Object.fromEntries(tests), undefined, 1)}\n`);
  const seconds = results.map((result) => [nameOf(result), result.seconds]);
  const before = existsSync(at(SECONDS)) ? JSON.parse(readFileSync(at(SECONDS), 'utf8')) : {};
  writeFileSync(
    at(SECONDS),
    `${JSON.stringify({ ...before, ...Object.fromEntries(seconds) }, undefined, 1)}\n`,
  );
}

async function runLayer(name, files, run) {
  console.log(`\n── ${name} tests: ${files.length} files`);
  const start = Date.now();
  const failures = [];
  const { results, warnings, leftOut } = await run(files).catch((error) => {
    console.log(error);
    failures.push(`the ${name} tests broke off (${error.message})`);
    return { results: [], warnings: [], leftOut: [] };
  });
  leftOut.push(
    ...results.flatMap((result) => result.leftOut ?? []).map((why) => ({ what: 'suite', count: 1, why })),
  );
  const [passed, failed] = [sum(results, 'passed'), sum(results, 'failed')];
  if (passed + failed + leftOut.length === 0 && failures.length === 0) failures.push(`no ${name} test ran`);
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  const slowest = slowestLines(Object.fromEntries(results.map((result) => [nameOf(result), result.seconds])));
  if (slowest.length > 1) console.log(`\nThe slowest ${name} tests:\n${slowest.join('\n')}\n`);
  console.log(`── ${name} tests: ${passed} passed, ${failed + failures.length} failed in ${seconds} s`);
  return { results, failures, warnings, leftOut };
}

const sum = (results, key) => results.reduce((total, result) => total + result[key], 0);

/** Where the output of files that failed is kept. */
const LOGS = '.build/logs';

/** Writes down the output of each file that failed; returns where, by the file's name. */
function keepLogs(results) {
  const logs = new Map();
  for (const result of results.filter(({ failed }) => failed > 0)) {
    const name = nameOf(result);
    const file = `${LOGS}/${name.replace(/[^\w.-]+/g, '-')}.log`;
    mkdirSync(path.dirname(at(file)), { recursive: true });
    const failures = result.failures.map((failure) => `✖ ${failure.name}: ${failure.message}\n`);
    writeFileSync(at(file), `${failures.join('')}\n${result.log}`);
    logs.set(name, file);
  }
  return logs;
}

const failuresOf = (results, logs) =>
  results.flatMap((result) =>
    result.failures.map(
      ({ name, message }) => `${nameOf(result)}: ${name} (${message}) ${logs.get(nameOf(result)) ?? ''}`,
    ),
  );

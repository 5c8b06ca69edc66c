import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { at, root } from '../../base/root.mjs';
import { endHangingFiles } from './hanging-files.mjs';
import { oneLine } from '../one-line.mjs';

/** Characters of a file's output that its log keeps: the end says most. */
const MAX_OUTPUT = 200_000;

/** Node's own limit of a file comes after ours, which names the test and ends what the file has started. */
const BACKSTOP_MS = 60_000;

/**
 * Runs test files of Node, each compiled and in a process of its own, and returns a result for each. A file that takes longer
 * than `timeout` milliseconds has failed: its processes are ended, and its message names the test at which it hung. With
 * `forceExit`, a process ends with its last test, whatever is still open in it. `compiled` gives the file to run for a
 * source; `untilTheLimit` resolves when a file has had its time.
 */
export async function runNodeSuite(
  files,
  {
    concurrency,
    timeout,
    forceExit = false,
    print = true,
    compiled = compiledFrom,
    untilTheLimit = (_file, signal) => sleep(timeout, undefined, { signal, ref: false }),
  },
) {
  const results = new Map(files.map((file) => [compiled(file), emptyResult(file)]));
  const resultOf = (file) => results.get(path.resolve(root, file));
  const events = run({
    files: [...results.keys()],
    ...{ concurrency, forceExit, timeout: timeout + BACKSTOP_MS },
  });
  const hungAt = endHangingFiles(events, { isFile, untilTheLimit });
  for (const type of ['test:stdout', 'test:stderr']) {
    events.on(type, ({ file, message }) => {
      const result = file === undefined ? undefined : resultOf(file);
      if (!result) return;
      result.log = (result.log + message).slice(-MAX_OUTPUT);
      for (const [, why] of message.matchAll(LEFT_OUT)) result.leftOut.push(why);
    });
  }
  events.on('test:complete', (event) => {
    if (isFile(event)) resultOf(event.name).seconds = event.details.duration_ms / 1000;
  });
  events.on('test:pass', (event) => {
    const result = resultOf(event.file ?? event.name);
    if (isFile(event)) {
      if (result.leftOut.length === 0) fail(result, 'the file', 'holds no test');
    } else if (isTest(event)) {
      result.passed += 1;
      result.names.push(event.name);
    }
  });
  // Node's word about a rejection that no test handled comes before the end of its file, and does not name the file.
  let unhandled;
  events.on('test:diagnostic', ({ message }) => {
    if (UNHANDLED.test(message)) unhandled = message;
  });
  events.on('test:fail', (event) => {
    const { error } = event.details;
    const result = resultOf(event.file ?? event.name);
    // A suite that a helper opens is reported at the helper's file: its tests, which have failed, are the file's own.
    if (!result) return;
    const name = isFile(event) ? 'the file' : event.name;
    result.log += `\n✖ ${name}\n${inspect(error?.cause ?? error)}\n`;
    if (isFile(event)) fail(result, name, unhandled ?? endOf(error, hungAt(event.name)));
    else if (isTest(event)) {
      result.names.push(name);
      fail(result, name, messageOf(error));
    } else if (error?.failureType === 'hookFailed') explainCancelled(result, messageOf(error));
    if (isFile(event)) unhandled = undefined;
  });
  for await (const text of events.compose(spec)) if (print) process.stdout.write(text);
  return [...results.values()];
}

/** The line of a suite that this machine cannot run: why, and its name. */
const LEFT_OUT = /^LEFT OUT, since (.+?): .*$/gm;
const UNHANDLED = /asynchronous activity after the test ended/;

/** A hook that fails cancels its tests, whose messages do not name the cause. */
function explainCancelled({ failures }, cause) {
  for (const failure of failures) if (/cancelled/.test(failure.message)) failure.message = cause;
}

const compiledFrom = (file) => at('.build', file.replace(/\.ts$/, '.js'));

const emptyResult = (file) => ({
  ...{ file, passed: 0, failed: 0, failures: [], seconds: undefined, log: '' },
  ...{ names: [], leftOut: [] },
});

function fail(result, name, message) {
  result.failed += 1;
  result.failures.push({ name, message });
}

/** Suites are not tests, and a skipped test has shown nothing. */
const isTest = ({ details, skip }) => details.type !== 'suite' && skip === undefined;

/** A file completes like a test, and one without tests also passes like a test. */
const isFile = ({ name, nesting }) => nesting === 0 && name.endsWith('.test.js');

const messageOf = (error) => oneLine(error?.cause?.message ?? error?.message ?? error);

/** How the process of a file ended. */
function endOf(error, hungAt) {
  if (hungAt !== undefined) return `did not end in time: it hung ${hungAt && `in "${hungAt}"`}`.trim();
  if (error?.failureType === 'testTimeoutFailure') return `did not end: ${messageOf(error)}`;
  if (error?.signal) return `was ended by ${error.signal}`;
  return error?.exitCode ? `ended with code ${error.exitCode}` : messageOf(error);
}

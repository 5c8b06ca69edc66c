import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadScript } from '../../support/repository.ts';

interface Result {
  browser?: string;
  file: string;
  passed: number;
  failed: number;
  failures: { name: string; message: string }[];
}

interface Run {
  finished: Result[];
  lost: string[];
}

interface BrowserSuite {
  runWithRestarts: (
    name: string,
    files: string[],
    run: (name: string, files: string[]) => Promise<Run>,
  ) => Promise<Result[]>;
}

interface BrowserRuns {
  runsOf: (
    name: string,
    files: string[],
    count: number,
    judges: (file: string) => boolean,
  ) => { name: string; files: string[] }[];
}

interface SessionResult {
  resultOf: (session: unknown) => Result & { lost?: boolean; log: string };
}

const { runWithRestarts, runsOf } = await loadScript<BrowserSuite & BrowserRuns>(
  'scripts/suites/browser-suite.mjs',
);
const { resultOf } = await loadScript<SessionResult>('scripts/suites/session-result.mjs');

const finished = (file: string, passed = 1, failed = 0): Result => ({
  ...{ file, passed, failed },
  failures: Array.from({ length: failed }, () => ({ name: 'plays', message: 'it stood' })),
});

/** Runs three files in a browser that ends each of its runs as the test says. */
async function suiteOf(...runs: Run[]) {
  const asked: string[][] = [];
  const results = await runWithRestarts('webkit', ['a', 'b', 'c'], (_name, files) => {
    asked.push(files);
    const run = runs.shift();
    return run ? Promise.resolve(run) : Promise.reject(new Error('The browser was started once too often.'));
  });
  return { asked, results, failed: results.filter((result) => result.failed > 0).map(({ file }) => file) };
}

describe('a browser that crashes during its tests', () => {
  it('is not started again when it lost nothing', async () => {
    const { asked, results } = await suiteOf({
      finished: [finished('a', 7, 1), finished('b'), finished('c')],
      lost: [],
    });
    assert.deepEqual(asked, [['a', 'b', 'c']]);
    assert.deepEqual(
      results.map(({ browser, file, passed, failed }) => [browser, file, passed, failed]),
      [
        ['webkit', 'a', 7, 1],
        ['webkit', 'b', 1, 0],
        ['webkit', 'c', 1, 0],
      ],
    );
  });

  it('is started again for the files after the crash; the file at which it crashed has failed', async () => {
    const { asked, results, failed } = await suiteOf(
      { finished: [finished('a')], lost: ['b', 'c'] },
      { finished: [finished('c')], lost: [] },
    );
    assert.deepEqual(asked, [['a', 'b', 'c'], ['c']]);
    assert.deepEqual(failed, ['b']);
    assert.match(results.find(({ file }) => file === 'b')?.failures[0]?.message ?? '', /webkit crashed/);
    assert.equal(results.length, 3);
  });

  it('fails the remaining files after the fourth crash', async () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f'];
    let starts = 0;
    const results = await runWithRestarts('chromium', files, (_name, lost) => {
      starts += 1;
      return Promise.resolve({ finished: [], lost });
    });
    assert.equal(starts, 4);
    assert.deepEqual(results.map(({ file }) => file).sort(), files);
    assert.ok(results.every(({ failed }) => failed === 1));
  });

  it('starts WebKitGTK afresh now and then: it keeps what earlier pages took', async () => {
    const files = Array.from({ length: 45 }, (_, at) => `file ${at}`);
    const asked: string[][] = [];
    const results = await runWithRestarts('webkit', files, (_name, batch) => {
      asked.push(batch);
      return Promise.resolve({ finished: batch.map((file) => finished(file)), lost: [] });
    });
    assert.deepEqual(asked.flat(), files);
    assert.deepEqual([asked.length, results.length], [3, 45]);
  });
});

describe('the result of a file in a browser', () => {
  const ran = (name: string, passed: boolean) => ({
    ...{ name, passed, skipped: false },
    ...(!passed && { error: { message: 'expected 1 to equal 2\nmore', stack: 'at a.ts:3' } }),
  });
  const session = (tests: unknown[], more: object = {}) => ({
    ...{ passed: true, errors: [], logs: [], testResults: { tests: [], suites: [{ tests, suites: [] }] } },
    ...more,
  });

  it('names tests that failed, with their messages in one line, and keeps the log', () => {
    const logs = [['the player', 'stood']];
    const result = resultOf(session([ran('plays', true), ran('stops', false)], { passed: false, logs }));
    assert.deepEqual([result.passed, result.failed], [1, 1]);
    assert.deepEqual(result.failures, [{ name: 'stops', message: 'expected 1 to equal 2 more' }]);
    assert.match(result.log, /the player stood[^]*stops\nat a\.ts:3/);
  });

  it('says what a wait saw in vain, though its condition has several lines', () => {
    const waited = new Error(
      `Waited in vain for () =>\n      shown.length === 1 &&\n      isPaused; there was ["a"]`,
    );
    const { failures } = resultOf(session([{ ...ran('waits', false), error: waited }]));
    assert.equal(
      failures[0]?.message,
      'Waited in vain for () => shown.length === 1 && isPaused; there was ["a"]',
    );
  });

  it('keeps a long message within a line that can be read', () => {
    const { failures } = resultOf(
      session([{ ...ran('waits', false), error: { message: `long ${'x'.repeat(9_000)}` } }]),
    );
    assert.match(failures[0]?.message ?? '', /^long x+ … x+$/);
    assert.ok((failures[0]?.message.length ?? Infinity) < 1_000);
  });

  it('fails a file without a test, and one with an error outside its tests', () => {
    assert.match(resultOf(session([])).failures[0]?.message ?? '', /no test ran/);
    const errors = [{ message: 'Unhandled rejection: left alone' }];
    const result = resultOf(session([ran('plays', true)], { passed: false, errors }));
    assert.deepEqual([result.passed, result.failed], [1, 1]);
    assert.match(result.failures[0]?.message ?? '', /outside its tests \(Unhandled rejection: left alone\)/);
  });

  it('is lost where the browser gave none', () => {
    assert.equal(resultOf({ passed: false, errors: [], logs: [], testResults: undefined }).lost, true);
  });
});

describe('the files of a browser', () => {
  const files = (count: number) => Array.from({ length: count }, (_, index) => `${String(index)}.test.ts`);
  const sizesOf = (name: string, own: number, all: number) =>
    runsOf(name, files(own), all, () => false).map((run) => run.files.length);

  it('are shared by three places, and leave room for the other browsers behind the last run', () => {
    assert.deepEqual(sizesOf('chromium', 128, 156), [52, 52, 24]);
    assert.deepEqual(sizesOf('chromium', 130, 390), [60, 60, 10]);
  });

  it('are in one browser where they are few, and in WebKitGTK always', () => {
    assert.deepEqual([sizesOf('firefox', 16, 156), sizesOf('webkit', 130, 390)], [[16], [130]]);
    assert.deepEqual(sizesOf('firefox', 0, 156), []);
  });

  it('are each in one run, neighbours in different ones', () => {
    const runs = runsOf('chromium', files(128), 156, () => false).map((run) => run.files);
    assert.deepEqual(runs.flat().toSorted(), files(128).toSorted());
    assert.ok(runs.every((run) => !run.includes('0.test.ts') || !run.includes('1.test.ts')));
  });

  it('that judge what their page asks for come together, in the last run', () => {
    const judging = files(30);
    const runs = runsOf('chromium', files(128), 156, (file) => judging.includes(file)).map(
      (run) => run.files,
    );
    assert.deepEqual(
      runs.map(({ length }) => length),
      [46, 52, 30],
    );
    assert.deepEqual(runs.at(-1)?.toSorted(), judging.toSorted());
    assert.deepEqual(runs.flat().toSorted(), files(128).toSorted());
  });
});

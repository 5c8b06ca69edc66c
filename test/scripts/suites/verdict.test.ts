import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadScript } from '../../support/repository.ts';

interface Unsteady {
  file: string;
  name: string;
  message: string;
  log?: string;
}

interface Verdict {
  judge: (
    result: {
      passed: number;
      failed: number;
      failures: string[];
      warnings: string[];
      unsteady: Unsteady[];
      leftOut?: { what: string; count: number; why: string }[];
    },
    limits: {
      maxUnsteady?: number;
      known?: { name: string; since: string; until: string; cause: string }[];
      today?: string;
    },
  ) => { isGreen: boolean; lines: string[] };
}

interface RunAgain {
  runFailedAgain: (
    results: { file: string; failed: number; failures: { name: string; message: string }[] }[],
    runAlone: (result: { file: string }) => Promise<{
      file: string;
      failed: number;
      failures: { name: string; message: string }[];
    }>,
    say: (line: string) => void,
  ) => Promise<{ results: { failed: number }[]; unsteady: Unsteady[] }>;
}

const { judge } = await loadScript<Verdict>('scripts/suites/verdict.mjs');
const { runFailedAgain } = await loadScript<RunAgain>('scripts/suites/run-again.mjs');

const unsteady = (count: number): Unsteady[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ file: `test/${at}.test.ts`, name: 'plays', message: 'it stood', log: `.build/logs/${at}.log` },
  }));
const run = (more: object = {}) => ({
  ...{ passed: 10, failed: 0, failures: [], warnings: [], unsteady: [] },
  ...more,
});

describe('the verdict on a run', () => {
  it('is green without a failure, and ends with the counts', () => {
    const { isGreen, lines } = judge(run(), { maxUnsteady: 3 });
    assert.equal(isGreen, true);
    assert.deepEqual(lines.slice(-2), ['0 unsteady', '10 passed, 0 failed']);
  });

  it('counts what this machine could not run, and why, in one line', () => {
    const why = 'there is no redis-server on this machine';
    const webkit = { what: 'test file', count: 27, why: 'there is no webkit on this machine' };
    const { isGreen, lines } = judge(
      run({ leftOut: [{ what: 'suite', count: 1, why }, webkit, { what: 'suite', count: 1, why }] }),
      {},
    );
    assert.equal(isGreen, true);
    assert.deepEqual(lines.slice(-3), [
      `29 left out: 2 suites, since ${why}; 27 test files, since there is no webkit on this machine`,
      '0 unsteady',
      '10 passed, 0 failed',
    ]);
  });

  it('is green with unsteady tests up to the limit, and names each with its message and log', () => {
    const { isGreen, lines } = judge(run({ unsteady: unsteady(3) }), { maxUnsteady: 3 });
    assert.equal(isGreen, true);
    assert.match(lines.join('\n'), /test\/2\.test\.ts: plays \(it stood\) \.build\/logs\/2\.log/);
    assert.deepEqual(lines.slice(-2), ['3 unsteady', '10 passed, 0 failed']);
  });

  it('is red above the limit, and counts that as a failure', () => {
    const { isGreen, lines } = judge(run({ unsteady: unsteady(4) }), { maxUnsteady: 3 });
    assert.equal(isGreen, false);
    assert.deepEqual(lines.slice(-2), ['4 unsteady', '10 passed, 1 failed']);
    assert.match(lines.join('\n'), /4 unsteady tests; the limit is 3/);
    assert.equal(judge(run({ unsteady: unsteady(4) }), {}).isGreen, true);
  });

  it('is red while a known unsteady test is past its day', () => {
    const known = [{ name: 'a: plays', since: '2026-11-01', until: '2026-11-20', cause: 'not known' }];
    assert.equal(judge(run(), { known, today: '2026-11-20' }).isGreen, true);
    const { isGreen, lines } = judge(run(), { known, today: '2026-11-21' });
    assert.equal(isGreen, false);
    assert.match(lines.join('\n'), /a: plays is unsteady since 2026-11-01/);
  });

  it('is red with a failure, and names it last', () => {
    const { isGreen, lines } = judge(
      run({ failed: 1, failures: ['a: stops'], warnings: ['firefox is missing'] }),
      {},
    );
    assert.equal(isGreen, false);
    assert.match(lines.join('\n'), /firefox is missing[^]*Failed:\n {2}a: stops[^]*10 passed, 1 failed$/);
  });
});

describe('files that failed', () => {
  const failed = (file: string) => ({ file, failed: 1, failures: [{ name: 'plays', message: 'it stood' }] });
  const again = async (files: string[], outcomes: Record<string, number[]>) => {
    const asked: string[] = [];
    const settled = await runFailedAgain(
      [...files.map(failed), { file: 'good', failed: 0, failures: [] }],
      ({ file }) => {
        asked.push(file);
        const count = outcomes[file]?.shift() ?? 1;
        const message = file === 'same' ? 'it stood' : `it stood, ${asked.length}`;
        return Promise.resolve({ file, failed: count, failures: count ? [{ name: 'plays', message }] : [] });
      },
      () => {},
    );
    return { asked, names: settled.unsteady.map(({ file }) => file), ...settled };
  };

  it('are run again alone, twice at most; the others are not', async () => {
    const { asked, names, results } = await again(['first', 'second', 'never'], {
      first: [0],
      second: [1, 0],
    });
    assert.deepEqual(asked, ['first', 'second', 'second', 'never', 'never']);
    assert.deepEqual(names, ['first', 'second']);
    assert.deepEqual(
      results.map((result) => result.failed),
      [0, 0, 1, 0],
    );
  });

  it('have failed where they fail alone as they did in company', async () => {
    const { asked, results } = await again(['same'], {});
    assert.deepEqual(asked, ['same']);
    assert.equal(results[0]?.failed, 1);
  });

  it('are not run again where they are many: the run is red', async () => {
    const many = Array.from({ length: 13 }, (_, at) => `file ${at}`);
    const { asked, results } = await again(many, {});
    assert.deepEqual(asked, []);
    assert.equal(results.filter((result) => result.failed > 0).length, 13);
  });
});

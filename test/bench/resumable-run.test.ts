import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { inRepository } from '../support/repository.ts';

const BENCH = inRepository('.build/test/bench/support/counting-bench.js');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vh-runs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  signal: string | null;
  said: string;
}

/** Runs the bench to its end; `events` says what happens at which seed. */
async function bench(words: string, events: Record<string, string> = {}): Promise<Ended> {
  const named = Object.entries(events).map(([name, value]) => [`COUNTING_${name}`, value]);
  const env = { ...process.env, COUNTING_FOLDER: folder, ...(Object.fromEntries(named) as typeof events) };
  const child = spawn(process.execPath, [BENCH, ...words.split(' ')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, said };
}

describe('a long run', () => {
  it('does all that is asked for in one call', async () => {
    const { code, said } = await bench('6 100');
    assert.equal(code, 0, said);
    assert.match(said, /^0 wrong of 6, \d+ s; seeds 100 101 102 103 104 105$/m);
  });

  it('resumes after a kill, and loses only the runs in progress', async () => {
    const killed = await bench('6 100 2', { DIES: '102' });
    assert.equal(killed.signal, 'SIGKILL');
    const report = await bench('6 100 --report');
    assert.match(report.said, /^0 wrong of [45] done of 6, /m);
    assert.doesNotMatch(report.said, /102/);
    const { code, said } = await bench('6 100 2');
    assert.equal(code, 0, said);
    assert.match(said, /continues: 0 wrong of [45] done of 6/);
    assert.match(said, /^0 wrong of 6, \d+ s; seeds 100 101 102 103 104 105$/m);
    assert.deepEqual(readdirSync(folder), ['counting-100.json']);
  });

  it('stops at the end of its minutes, after at least one run', async () => {
    for (const [done, seeds] of [
      ['1 done of 3', '7'],
      ['2 done of 3', '7 8'],
      ['3', '7 8 9'],
    ] as const) {
      const { code, said } = await bench('3 7 --minutes 0.00001');
      assert.equal(code, 0, said);
      assert.match(said, new RegExp(`^0 wrong of ${done}, \\d+ s; seeds ${seeds}$`, 'm'));
    }
  });

  it('prints the sum with --report, and runs nothing', async () => {
    await bench('3 7 --minutes 0.00001');
    for (let time = 0; time < 2; time++) {
      const { code, said } = await bench('3 7 --report');
      assert.equal(code, 0);
      assert.match(said, /^0 wrong of 1 done of 3, \d+ s; seeds 7$/m);
    }
    assert.match((await bench('3 8 --report')).said, /nothing was run from this seed/);
    assert.match((await bench('3 --report')).said, /Say which run: npm run bench -- counting COUNT SEED/);
    assert.deepEqual(readdirSync(folder), ['counting-7.json']);
  });

  it('names a seed that failed at once and in each report, with the command that repeats it', async () => {
    const wrong = /^WRONG 101: it fell over\n {2}again: npm run bench -- counting 4 100 --only 101$/m;
    // Killed two runs later: the seed was said by then.
    const killed = await bench('4 100', { WRONG: '101', DIES: '103' });
    assert.match(killed.said, wrong);
    const { code, said } = await bench('4 100');
    assert.equal(code, 1);
    assert.match(said, /^1 wrong of 4, /m);
    const report = await bench('4 100 --report');
    assert.equal(report.code, 1);
    assert.match(report.said, wrong);
  });

  it('repeats a single run, beside the progress', async () => {
    const first = await bench('4 100 --only 101', { WRONG: '101' });
    assert.equal(first.code, 1);
    assert.match(first.said, /^1 wrong of 1, \d+ s; seeds 101$/m);
    assert.equal((await bench('4 100 --only 101')).code, 0);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('continues with a larger number, and begins from the first with --again', async () => {
    await bench('2 5');
    assert.match((await bench('4 5')).said, /^0 wrong of 4, \d+ s; seeds 5 6 7 8$/m);
    const { said } = await bench('3 5 --again');
    assert.match(said, /^0 wrong of 3, \d+ s; seeds 5 6 7$/m);
    assert.doesNotMatch(said, /continues/);
  });

  it('never mixes runs of other arguments', async () => {
    await bench('2 5');
    const other = await bench('2 5 --way back');
    assert.equal(other.code, 1);
    assert.match(
      other.said,
      /was begun with \{"each":1,"way":"forth"\}; this command says \{"each":1,"way":"back"\}/,
    );
    const rounds = await bench('2 5', { EACH: '2' });
    assert.equal(rounds.code, 1);
    assert.match((await bench('2 5 --report')).said, /^0 wrong of 2, \d+ s; seeds 5 6$/m);
    const seed = await bench('2 6 --way back');
    assert.match(seed.said, /npm run bench -- counting 2 6 --way back\n/);
    assert.deepEqual(readdirSync(folder), ['counting-5.json', 'counting-6.json']);
  });

  it('counts the seeds of runs that have several', async () => {
    const { said } = await bench('5 10', { EACH: '2' });
    assert.match(said, /^0 wrong of 6, \d+ s; seeds 10 11 12 13 14 15$/m);
    assert.match((await bench('5 10 --only 13', { EACH: '2' })).said, /^0 wrong of 1, \d+ s; seeds 13$/m);
  });

  it('gives way to another process that has the same run', async () => {
    const { code, said } = await bench('4 100', { MEDDLES: '102' });
    assert.notEqual(code, 0);
    assert.match(said, /Another process has changed .*counting-100\.json: only one can continue a run/);
  });

  it('names the fault of its command line', async () => {
    for (const [words, sentence] of [
      ['many', /The count must be a whole number, and "many" is none/],
      ['4 -- -7', /The seed must be a whole number/],
      ['4 7 --minutes none', /The minutes must be a number above 0/],
      ['4 7 --sideways', /Unknown option '--sideways'/],
    ] as const) {
      const { code, said } = await bench(words);
      assert.equal(code, 1);
      assert.match(said, sentence);
      assert.doesNotMatch(said, /\n {4}at /);
    }
    assert.equal(existsSync(path.join(folder, 'counting-7.json')), false);
  });
});

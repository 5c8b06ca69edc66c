import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { FailureLog } from '../../../packages/vh-elements-sandbox/src/store/database/failure-log.ts';
import { JobQueue } from '../../../packages/vh-elements-sandbox/src/packaging/job-queue.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { settled } from '../../support/until.ts';

const full = () => Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });

describe('JobQueue', () => {
  let clock: ManualClock;
  let lines: string[];
  let tried: string[];
  let failing: Set<string>;
  let queue: JobQueue;
  beforeEach(() => {
    clock = new ManualClock();
    lines = [];
    tried = [];
    failing = new Set();
    queue = new JobQueue({
      name: 'working',
      work: async (key) => {
        tried.push(key);
        await Promise.resolve();
        if (failing.has(key)) throw full();
      },
      clock,
      failures: new FailureLog((line) => lines.push(line)),
    });
  });

  it('settles, and tries again, when a job fails before it waits for anything', async () => {
    let tries = 0;
    const eager = new JobQueue({
      name: 'working',
      work: () => {
        if (++tries === 1) throw full();
        return Promise.resolve();
      },
      clock,
      failures: new FailureLog(() => undefined),
    });
    eager.add('a');
    const turns = settled(5).then(() => 'never');
    assert.equal(await Promise.race([eager.settled().then(() => 'settled'), turns]), 'settled');
    clock.advance(await clock.nextWait());
    await eager.settled();
    assert.equal(tries, 2);
  });

  it('retries a failed job with growing pauses of at most a minute, and logs it once', async () => {
    failing.add('a');
    queue.add('a');
    const pauses = [];
    for (let round = 0; round < 9; round++) {
      await queue.settled();
      const pause = await clock.nextWait();
      pauses.push(pause / 1000);
      clock.advance(pause);
    }
    assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
    assert.deepEqual(lines, ['working failed: ENOSPC: no space left']);
    await queue.settled();
    failing.clear();
    clock.advance(await clock.nextWait());
    await queue.settled();
    assert.equal(tried.length, 11);
    assert.deepEqual(lines.slice(1), ['working works again']);
  });

  it('runs the other jobs while one fails, and logs the failure once', async () => {
    failing.add('a');
    for (const key of ['a', 'b', 'c']) queue.add(key);
    await queue.settled();
    clock.advance(await clock.nextWait());
    await queue.settled();
    queue.add('d');
    await queue.settled();
    assert.deepEqual(tried, ['a', 'b', 'c', 'a', 'd']);
    assert.equal(lines.length, 1);
  });

  it('removes a job that waits for its next try', async () => {
    failing.add('a');
    queue.add('a');
    await queue.settled();
    await clock.nextWait();
    await queue.drop('a');
    clock.advance(120_000);
    await queue.settled();
    assert.deepEqual(tried, ['a']);
  });

  it('tries no job after it is stopped', async () => {
    failing.add('a');
    queue.add('a');
    await queue.settled();
    await queue.stop();
    queue.add('b');
    clock.advance(120_000);
    assert.deepEqual(tried, ['a']);
  });
});

import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { FailureLog } from '../../packages/vh-elements-sandbox/src/store/database/failure-log.ts';
import { Lane } from '../../packages/vh-elements-sandbox/src/packaging/lane.ts';
import { ManualClock } from '../support/manual-clock.ts';

const full = () => Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });

describe('a lane', () => {
  let clock: ManualClock;
  let lines: string[];
  let tried: string[];
  let failing: Set<string>;
  let lane: Lane;
  beforeEach(() => {
    clock = new ManualClock();
    lines = [];
    tried = [];
    failing = new Set();
    lane = new Lane({
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

  it('tries again what failed, later and later, at most a minute apart, and logs it once', async () => {
    failing.add('a');
    lane.add('a');
    const pauses = [];
    for (let round = 0; round < 9; round++) {
      await lane.settled();
      const pause = await clock.nextWait();
      pauses.push(pause / 1000);
      clock.advance(pause);
    }
    assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
    assert.deepEqual(lines, ['working failed: ENOSPC: no space left']);
    await lane.settled();
    failing.clear();
    clock.advance(await clock.nextWait());
    await lane.settled();
    assert.equal(tried.length, 11);
    assert.deepEqual(lines.slice(1), ['working works again']);
  });

  it('goes on with the others while one fails, and logs that one once only', async () => {
    failing.add('a');
    for (const key of ['a', 'b', 'c']) lane.add(key);
    await lane.settled();
    clock.advance(await clock.nextWait());
    await lane.settled();
    lane.add('d');
    await lane.settled();
    assert.deepEqual(tried, ['a', 'b', 'c', 'a', 'd']);
    assert.equal(lines.length, 1);
  });

  it('lets go of what waits for its next try', async () => {
    failing.add('a');
    lane.add('a');
    await lane.settled();
    await clock.nextWait();
    await lane.drop('a');
    clock.advance(120_000);
    await lane.settled();
    assert.deepEqual(tried, ['a']);
  });

  it('tries nothing any more once it is stopped', async () => {
    failing.add('a');
    lane.add('a');
    await lane.settled();
    await lane.stop();
    lane.add('b');
    clock.advance(120_000);
    assert.deepEqual(tried, ['a']);
  });
});

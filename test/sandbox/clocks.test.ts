import assert from 'node:assert/strict';
import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { systemClock } from '../../packages/vh-elements-sandbox/src/common/clock.ts';
import { FailureLog } from '../../packages/vh-elements-sandbox/src/store/database/failure-log.ts';
import { RateLimits } from '../../packages/vh-elements-sandbox/src/routing/rate-limit.ts';
import { TokenBucket } from '../../packages/vh-elements-sandbox/src/ingest/token-bucket.ts';
import type { MediaFrame } from '../../packages/vh-elements-sandbox/src/live/frames/media-frame.ts';
import { SyntheticSource } from '../../packages/vh-elements-sandbox/src/live/synthetic/synthetic-source.ts';
import { JobQueue } from '../../packages/vh-elements-sandbox/src/packaging/job-queue.ts';
import { FIRINGS, SteppingClock } from '../support/stepping-clock.ts';
import { settled } from '../support/until.ts';

const titleOf = (firing: object) => JSON.stringify(firing);

describe("the machine's clock", () => {
  it('waits for longer than a timer can', (test) => {
    const delays: number[] = [];
    let fire = (): void => undefined;
    test.mock.method(globalThis, 'setTimeout', (run: () => void, delay: number) => {
      delays.push(delay);
      fire = run;
      return { unref: () => 1 };
    });
    let runs = 0;
    systemClock.after(2 ** 32, () => runs++);
    for (let count = 1; count < 3; count++) {
      assert.ok((delays.at(-1) ?? 0) < 2 ** 31);
      fire();
      assert.equal(runs, 0);
    }
    fire();
    assert.deepEqual([runs, delays.reduce((sum, delay) => sum + delay)], [1, 2 ** 32]);
  });

  it('ends a wait that is longer than a timer can be', (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    let runs = 0;
    const cancel = systemClock.after(2 ** 31 + 1_000, () => runs++);
    test.mock.timers.tick(2 ** 31);
    cancel();
    test.mock.timers.tick(2 ** 31);
    assert.equal(runs, 0);
  });
});

describe('with a clock that never stops', () => {
  for (const firing of FIRINGS) {
    it(`a queue tries every failed job again, with timers ${titleOf(firing)}`, async () => {
      const clock = new SteppingClock();
      const tries = new Map<string, number>();
      const queue = new JobQueue({
        name: 'working',
        width: 2,
        work: async (key) => {
          const count = (tries.get(key) ?? 0) + 1;
          tries.set(key, count);
          await Promise.resolve();
          if (count < 5) throw new Error('the disk is full');
        },
        clock,
        failures: new FailureLog(() => undefined),
      });
      for (const key of ['a', 'b', 'c']) queue.add(key);
      await clock.fireAll(firing);
      assert.deepEqual([...tries.values()], [5, 5, 5]);
    });

    it(`the synthetic source skips no frame, with timers ${titleOf(firing)}`, () => {
      const clock = new SteppingClock();
      const shown: number[] = [];
      const take = ({ kind, showAt }: MediaFrame) => void (kind === 'video' && shown.push(showAt));
      const { signal } = new AbortController();
      const feed = { signal, begin: () => {}, push: take, end: () => {}, disconnect: () => {} };
      const source = new SyntheticSource(clock, feed);
      for (let count = 0; count < 90; count++) clock.fire(firing);
      source.stop();
      assert.ok(shown.length > 10);
      shown.slice(1).forEach((at, index) => {
        assert.equal(Math.round(at - (shown[index] ?? 0)), 33, `picture ${String(index)}`);
      });
    });
  }

  it('a queue never runs the same job twice at once', async () => {
    const running: string[] = [];
    let most = 0;
    const ends: (() => void)[] = [];
    const queue = new JobQueue({
      name: 'working',
      width: 2,
      work: async (key) => {
        running.push(key);
        most = Math.max(most, running.filter((one) => one === key).length);
        await new Promise<void>((resolve) => ends.push(resolve));
        running.splice(running.indexOf(key), 1);
      },
      clock: new SteppingClock(),
      failures: new FailureLog(() => undefined),
    });
    for (const key of ['a', 'a', 'b']) queue.add(key);
    assert.deepEqual(running, ['a', 'b']);
    for (let count = 0; count < 3; count++) {
      await settled();
      ends.shift()?.();
    }
    await queue.settled();
    assert.deepEqual([most, running.length, ends.length], [1, 0, 0]);
  });

  const refusedFor = (limits: RateLimits): number | undefined => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    try {
      limits.admit(response, 'write');
      return undefined;
    } catch {
      return Number(response.getHeader('retry-after'));
    }
  };

  it('a rate limit never answers a retry time of zero', () => {
    for (let before = 0; before < 8; before++) {
      const clock = new SteppingClock();
      const limits = new RateLimits('sandbox', clock);
      for (let count = 0; count < 40; count++) assert.equal(refusedFor(limits), undefined);
      // So many milliseconds before the minute is over.
      clock.pass(60_000 - 80 - before);
      for (let wait = refusedFor(limits); wait !== undefined; wait = refusedFor(limits))
        assert.ok(wait > 0, `${String(before)} ms before: ${String(wait)}`);
    }
  });

  it('a rate limit lasts a minute, also when the clock is set back', () => {
    const clock = new SteppingClock();
    const limits = new RateLimits('sandbox', clock);
    for (let count = 0; count < 41; count++) refusedFor(limits);
    clock.pass(-86_400_000);
    assert.equal(refusedFor(limits), undefined);
  });

  it('a bucket is full enough after its stated time', () => {
    for (let size = 1; size < 40; size++) {
      const clock = new SteppingClock({ stepMs: size });
      const bucket = new TokenBucket(clock, { burst: 10, perSecond: 2 });
      while (bucket.wait === 0) bucket.take(7);
      clock.pass(Math.ceil(bucket.wait * 1000));
      assert.equal(bucket.wait, 0);
    }
  });
});

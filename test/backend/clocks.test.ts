import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { AccessToken } from '../../src/backend/service/access-token.ts';
import { FailureBackoff } from '../../src/backend/cache/failure-backoff.ts';
import { createGrantMemory } from '../../src/backend/cache/grant-memory.ts';
import { NotFoundLimiter } from '../../src/backend/service/not-found-limiter.ts';
import { createRateBucket } from '../../src/backend/cache/rate-bucket.ts';
import { ErrorLog } from '../../src/backend/log/error-log.ts';
import { SiteSecret } from '../../src/backend/crypto/site-secret.ts';
import { StaleWhileRevalidate } from '../../src/backend/cache/stale-while-revalidate.ts';
import { UpstreamBudget } from '../../src/backend/service/budget.ts';
import { isVhError } from '../../src/core/errors/vh-error.ts';
import { SteppingClock } from '../support/stepping-clock.ts';

/** From a clock that hardly moves between two looks to one that leaps over every limit. */
const STEPS = [0.1, 1, 7, 499, 500, 1_000, 4_999, 30_000, 61_000];

for (const stepMs of STEPS) {
  describe(`by a clock that moves ${String(stepMs)} ms at every look`, () => {
    const clockOf = () => new SteppingClock({ stepMs, now: 0 });

    it('the cache asks once at a time, and has the new value once there is one', async () => {
      const cache = new StaleWhileRevalidate<number>({ entries: 3, weight: 10 }, 1e6, clockOf().now);
      let [asked, open, most] = [0, 0, 0];
      const load = async () => {
        most = Math.max(most, ++open);
        const value = ++asked;
        await Promise.resolve();
        open--;
        if (value % 3 === 0) throw new Error('down');
        return { value, lifetime: { fresh: 900, stale: 2_000, error: 5_000 }, weight: 1 };
      };
      for (let count = 0; count < 200; count++) {
        const before = asked;
        const values = await Promise.all([1, 2].map(() => cache.get('a', load).catch(() => 0)));
        assert.ok(values.every((value) => value <= asked && value >= 0));
        assert.ok(asked - before <= 2);
      }
      assert.equal(most, 1);
    });

    it('an access token is never given out after its end', async () => {
      const clock = clockOf();
      const ends = new Map<string, number>();
      const token = new AccessToken(
        'key',
        () => {
          const name = `t${String(ends.size)}`;
          ends.set(name, clock.now() + 3_600_000);
          return Promise.resolve(Response.json({ access_token: name, expires_in: 3_600 }));
        },
        clock.now,
      );
      for (let count = 0; count < 300; count++) {
        const at = clock.now();
        assert.ok((ends.get(await token.get()) ?? 0) > at);
        clock.pass(20_000);
      }
      assert.ok(ends.size > 1);
    });

    it('a pause after failures ends after the time that it reports', () => {
      const clock = clockOf();
      const backoff = new FailureBackoff(clock.now, () => 0.5);
      for (let count = 0; count < 20; count++) backoff.fail();
      clock.pass(backoff.wait);
      assert.equal(backoff.wait, 0);
    });

    it('a memory keeps an entry until it ends, and takes it once', () => {
      const clock = clockOf();
      const memory = createGrantMemory(10, clock.now);
      assert.equal(memory.add('a', 'one', 3_600), true);
      assert.equal(memory.add('a', 'two', 3_600), false);
      assert.equal(memory.get('a'), 'one');
      clock.pass(3_600_000);
      assert.equal(memory.get('a'), undefined);
      assert.equal(memory.add('a', 'three', 3_600), true);
    });

    it('buckets admit after the time that they report', async () => {
      const clock = clockOf();
      const grants = createRateBucket({ burst: 2, perMinute: 6, now: clock.now });
      for (let count = 0; count < 50; count++) {
        const wait = await grants.take('ann');
        clock.pass(wait * 1_000);
        if (wait > 0) assert.equal(await grants.take('ann'), 0);
      }
      const misses = new NotFoundLimiter({ now: clock.now });
      for (let count = 0; count < 50; count++) {
        const error = await misses.take().catch((cause: unknown) => cause);
        if (!isVhError(error)) {
          misses.settle(true);
          continue;
        }
        clock.pass(error.retryAfter ?? 0);
        await misses.take();
        misses.settle(true);
      }
    });

    it('the service is left alone for as long as it wants, and is asked again', async () => {
      const clock = clockOf();
      const budget = new UpstreamBudget(clock.now);
      const tooMany = () =>
        Promise.resolve(new Response('', { status: 429, headers: { 'retry-after': '200' } }));
      await budget.spend('GET', 'viewings', tooMany);
      const error = await budget.spend('GET', 'viewings', tooMany).catch((cause: unknown) => cause);
      assert.ok(isVhError(error, 'rate-limited'));
      assert.ok((error.retryAfter ?? 0) > 0);
      clock.pass(error.retryAfter ?? 0);
      const answer = await budget.spend('GET', 'viewings', () => Promise.resolve(new Response('')));
      assert.equal(answer.status, 200);
    });

    it('the log counts what it leaves out', () => {
      const clock = clockOf();
      const lines: string[] = [];
      const reports = new ErrorLog({ write: (line) => void lines.push(line), now: clock.now });
      const request = new Request('https://site.example/');
      for (let count = 0; count < 500; count++) reports.error(new Error('down'), request);
      clock.pass(60_000);
      reports.error(new Error('down'), request);
      const missed = lines.map((line) => Number(/\((\d+) more/.exec(line)?.[1] ?? 0));
      assert.equal(
        missed.reduce((sum, count) => sum + count, lines.length),
        501,
      );
    });
  });
}

describe('a secret of the site, when the wall clock is set back by a day', () => {
  const past = (test: TestContext) => {
    const day = 86_400_000;
    let page = 1_000;
    test.mock.method(Date, 'now', () => day * 20_000 - page * 1_000);
    test.mock.method(performance, 'now', () => page);
    return (ms: number) => void (page += ms);
  };

  it('is still looked up again after a minute', async (test) => {
    const pass = past(test);
    let secret = 'old';
    const keeper = new SiteSecret(() => Promise.resolve(secret));
    await keeper.present();
    secret = 'new';
    pass(60_000);
    await keeper.lookForNewer();
    assert.deepEqual(
      keeper.known.map((one) => one.secret),
      ['new', 'old'],
    );
  });

  it('is asked for again soon after failures', async (test) => {
    const pass = past(test);
    let isDown = true;
    const keeper = new SiteSecret(() =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve('new'),
    );
    for (let count = 0; count < 3; count++) await keeper.present().catch(() => undefined);
    isDown = false;
    pass(30_000);
    assert.equal((await keeper.present()).secret, 'new');
  });
});

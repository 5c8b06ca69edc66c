import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VhError, isVhError } from '../../../src/core/errors/vh-error.ts';
import { RetryPolicy } from '../../../src/upload/retry/retry-policy.ts';
import { StallTimeout } from '../../../src/upload/retry/stall-timeout.ts';
import { waitForNetwork } from '../../../src/upload/retry/wait-for-network.ts';
import { watchProcessing } from '../../../src/upload/processing/watch-processing.ts';
import type { UploadEnvironment } from '../../../src/upload/ports/upload-environment.ts';
import { FIRINGS, SteppingClock } from '../../support/stepping-clock.ts';
import { settled } from '../../support/until.ts';

const REQUEST = { size: 100, fileSize: 0, speed: undefined, reportsProgress: true, failures: 0 };
const URL = 'https://host.example/upload';

function environmentOf(clock: SteppingClock, fetch: UploadEnvironment['fetch']): UploadEnvironment {
  return {
    sender: { reportsProgress: true, send: () => Promise.reject(new Error('unused')) },
    fetch,
    sleep: clock.sleep,
    random: () => 0.5,
    now: clock.now,
    isOffline: () => false,
    onOnline: () => undefined,
  };
}
const away = () => Promise.reject(new TypeError('unreachable'));

describe('an upload, by a clock that never stands still', () => {
  for (const firing of FIRINGS) {
    const title = JSON.stringify(firing);
    const { signal } = new AbortController();

    it(`tries ten times more, and asks no sooner than it may, with timers ${title}`, async () => {
      const clock = new SteppingClock();
      const retries = new RetryPolicy(environmentOf(clock, away), () => undefined);
      let attempts = 0;
      const failing = (async () => {
        for (let count = 0; count < 100; count++) {
          await retries.untilAllowed(signal);
          attempts++;
          const error = new VhError('rate-limited', 'busy', { retryAfter: 5_000 });
          await retries.retryOrThrow(error, URL, signal);
        }
      })().catch((error: unknown) => error);
      await clock.fireAll(firing);
      assert.ok(isVhError(await failing, 'rate-limited'));
      assert.equal(attempts, 11);
    });

    it(`notices a silent request, with timers ${title}`, async () => {
      const clock = new SteppingClock();
      const begun = clock.now();
      const stall = new StallTimeout(environmentOf(clock, away), REQUEST);
      await clock.fireAll(firing);
      assert.ok(stall.stalled);
      assert.ok(clock.now() - begun >= 12_000 && clock.now() - begun < 40_000);
    });

    it(`finds a network that is back, with timers ${title}`, async () => {
      const clock = new SteppingClock();
      let probes = 0;
      const environment = environmentOf(clock, () =>
        ++probes < 5 ? away() : Promise.resolve(new Response('')),
      );
      const back = waitForNetwork(environment, URL, () => false, signal);
      await clock.fireAll(firing);
      assert.deepEqual([await back, probes], [true, 5]);
    });

    it(`asks until the video can be played, with timers ${title}`, async () => {
      const clock = new SteppingClock();
      let polls = 0;
      const environment = environmentOf(clock, () =>
        Promise.resolve(new Response(++polls < 9 ? '' : '#EXTM3U')),
      );
      const watched = watchProcessing({
        video: { videoId: 'vi1', assets: { hls: 'https://host.example/manifest.m3u8' } },
        grant: undefined,
        backend: undefined,
        assetUrl: undefined,
        environment,
        signal,
      });
      await clock.fireAll(firing);
      assert.deepEqual([await watched, polls], [true, 9]);
    });
  }

  it('lets the other parts wait on where the one that noticed the outage is taken back', async () => {
    const clock = new SteppingClock();
    let isAway = true;
    const environment = environmentOf(clock, () => (isAway ? away() : Promise.resolve(new Response(''))));
    const retries = new RetryPolicy({ ...environment, isOffline: () => isAway }, () => undefined);
    const error = new VhError('network', 'unreachable');
    const taken = new AbortController();
    const { signal } = new AbortController();
    const first = retries.waitBeforeRetry({ error, url: URL }, taken.signal);
    const second = retries.waitBeforeRetry({ error, url: URL }, signal);
    const third = retries.untilAllowed(signal);
    await settled();
    taken.abort();
    const others = Promise.allSettled([second, third]);
    // Whether by itself or at its next attempt: the one that was taken back goes no further.
    await assert.rejects(
      first.then(() => retries.untilAllowed(taken.signal)),
      { name: 'AbortError' },
    );
    isAway = false;
    await clock.fireAll({ lateMs: 0 });
    assert.deepEqual(
      (await others).map(({ status }) => status),
      ['fulfilled', 'fulfilled'],
    );
  });

  it('gives a request another second where the page stood still, and once only', async () => {
    const clock = new SteppingClock();
    const stall = new StallTimeout(environmentOf(clock, away), REQUEST);
    await settled();
    clock.fire({ lateMs: 60_000 });
    await settled();
    assert.equal(stall.signal.aborted, false);
    // The browser now reports what left meanwhile.
    stall.onProgress(50);
    await settled();
    clock.fire({ lateMs: 60_000 });
    await settled();
    assert.equal(stall.signal.aborted, false);
    clock.fire({ lateMs: 60_000 });
    await settled();
    assert.ok(stall.stalled);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Expiry } from '../../src/playback/source/expiry.ts';
import { RecoveryBudget } from '../../src/playback/requests/recovery-budget.ts';
import { SourceRefresher } from '../../src/playback/source/source-refresher.ts';
import { sourceOfAddresses, type PlaybackSource } from '../../src/playback/source/playback-source.ts';
import { SteppingClock } from '../support/stepping-clock.ts';

for (const stepMs of [0.1, 1, 7, 499, 500, 1_000, 2_999, 14_999, 15_000, 59_999]) {
  describe(`a playback, by a clock that moves ${String(stepMs)} ms at every look`, () => {
    it('never sends a request with addresses that had ended before', async () => {
      const clock = new SteppingClock({ stepMs, now: 0 });
      const clocks = { date: clock.now, page: clock.now };
      let made = 0;
      const make = (): PlaybackSource => ({
        ...sourceOfAddresses([{ src: `https://m.example/${String(made++)}.m3u8` }]),
        lifetime: new Expiry(600_000, clocks),
      });
      const refresher = new SourceRefresher(make(), {
        ask: make,
        signal: new AbortController().signal,
        changed: () => undefined,
        now: clock.now,
      });
      for (let count = 0; count < 200; count++) {
        const { hasEnded, source } = refresher;
        await refresher.beforeRequest();
        if (hasEnded) assert.notEqual(refresher.source, source);
        clock.pass(20_000);
      }
      assert.ok(made > 3);
    });

    it('recovers no more often than it may, and again when the window has passed', () => {
      const clock = new SteppingClock({ stepMs, now: 0 });
      const budget = new RecoveryBudget(2, 60_000, clock.now);
      const spentAt: number[] = [];
      for (let count = 0; count < 500; count++) {
        if (budget.spend()) spentAt.push(clock.now());
        clock.pass(250);
      }
      assert.ok(spentAt.length > 2);
      spentAt.slice(2).forEach((at, index) => assert.ok(at - (spentAt[index] ?? 0) >= 60_000 - stepMs));
      clock.pass(60_000);
      assert.equal(budget.isUntouched, true);
    });
  });
}

import type { Clock } from '../../../packages/vh-elements-sandbox/src/common/clock.ts';
import { until } from '../../support/until.ts';

/** Milliseconds: waits this long are housekeeping, and no test waits for them. */
const LONG = 60 * 60 * 1000;

/** A clock that moves only on request. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<{ at: number; isLong: boolean; run: () => void }>();

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.#now + milliseconds, isLong: milliseconds >= LONG, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Resolves at the next wait for the clock, with its length. */
  async nextWait(): Promise<number> {
    const waiting = () => [...this.#timers].filter(({ isLong }) => !isLong);
    await until(() => waiting().length > 0);
    return Math.min(...waiting().map(({ at }) => at)) - this.#now;
  }

  /** Moves on, and runs what comes due. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of [...this.#timers]) {
      if (timer.at > this.#now || !this.#timers.delete(timer)) continue;
      timer.run();
    }
  }
}

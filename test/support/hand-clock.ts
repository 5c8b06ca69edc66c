import type { Clock } from '../../demo/sandbox/clock.ts';

/** A clock that moves only when it is told to. */
export class HandClock implements Clock {
  #now: number;
  readonly #timers = new Set<{ at: number; run: () => void }>();
  #waiting: (() => void)[] = [];

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.add(timer);
    for (const wake of this.#waiting.splice(0)) wake();
    return () => this.#timers.delete(timer);
  }

  /** Waits until somebody waits for the clock, and tells for how long. */
  async nextWait(): Promise<number> {
    while (this.#timers.size === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return Math.min(...[...this.#timers].map(({ at }) => at)) - this.#now;
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

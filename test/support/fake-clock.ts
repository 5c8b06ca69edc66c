import type { Clock } from '../../packages/vh-elements-sandbox/src/common/clock.ts';

/** Time that passes when a test says so, and then all at once. */
export class FakeClock implements Clock {
  #now: number;
  #timers: { at: number; call: () => void }[] = [];

  constructor(now = Date.UTC(2026, 0, 2, 3, 4, 5)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** How many timers wait. */
  get timers(): number {
    return this.#timers.length;
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.#now + milliseconds, call };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Lets time pass, and runs the due timers in order. */
  advance(milliseconds: number): void {
    const until = this.#now + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = Math.max(this.#now, next.at);
      next.call();
    }
    this.#now = until;
  }
}

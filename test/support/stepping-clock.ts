import type { Clock } from '../../packages/vh-elements-sandbox/src/common/clock.ts';
import { settled } from './until.ts';

interface Timer {
  from: number;
  at: number;
  run: () => void;
}

/** How timers fire: so many milliseconds late (early, if negative), and with several at once, the last one first. */
export interface Firing {
  lateMs: number;
  lastFirst?: boolean;
}

/**
 * Time that moves at every look at it. Code that looks twice for one decision decides on two moments: what happens between
 * them is lost.
 */
export class SteppingClock implements Clock {
  readonly #stepMs: number;
  #now: number;
  #timers: Timer[] = [];

  constructor({ stepMs = 1, now = Date.UTC(2026, 0, 2, 3, 4, 5) } = {}) {
    this.#stepMs = stepMs;
    this.#now = now;
  }

  readonly now = (): number => (this.#now += this.#stepMs);

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.length;
  }

  readonly after = (milliseconds: number, run: () => void): (() => void) => {
    const timer = { from: this.#now, at: this.#now + milliseconds, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  readonly sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return void reject(signal.reason as Error);
      const cancel = this.after(milliseconds, resolve);
      signal?.addEventListener('abort', () => {
        cancel();
        reject(signal.reason as Error);
      });
    });

  /** Lets time pass without a timer. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Fires the next timer and every timer that is due by then. An early one waits for half of its time at least. */
  fire({ lateMs, lastFirst = false }: Firing): void {
    const dueAt = ({ from, at }: Timer) => Math.max(at + lateMs, (from + at) / 2);
    this.#now = Math.max(this.#now, Math.ceil(Math.min(...this.#timers.map(dueAt))));
    const due = this.#timers.filter((timer) => dueAt(timer) <= this.#now).sort((a, b) => a.at - b.at);
    if (lastFirst) due.reverse();
    for (const timer of due) {
      // An earlier one may have taken it back.
      if (!this.#timers.includes(timer)) continue;
      this.#timers = this.#timers.filter((one) => one !== timer);
      timer.run();
    }
  }

  /** Fires timers until none waits; says so when that never comes. */
  async fireAll(firing: Firing, most = 1_000): Promise<void> {
    await settled();
    for (let count = 0; this.waiting > 0; count++) {
      if (count === most)
        throw new Error(`After ${String(most)} rounds, ${String(this.waiting)} timers wait.`);
      this.fire(firing);
      await settled();
    }
  }
}

/** From long before the time to long after it, and every millisecond around it: one look at the clock each. */
export const FIRINGS: readonly Firing[] = [-1_000, -6, -5, -4, -3, -2, -1, 0, 1, 1_000].flatMap((lateMs) => [
  { lateMs },
  { lateMs, lastFirst: true },
]);

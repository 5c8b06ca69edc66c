import type { Clock } from '../../../../packages/vh-elements-sandbox/src/common/clock.ts';
import { settled } from '../../../support/until.ts';

/** How the time misbehaves: at which look the wall clock is put on or back, and how late timers fire (early, if negative). */
export interface Trouble {
  jumpAt: number;
  jumpMs: number;
  lateMs: number;
}

const DAY_MS = 86_400_000;

/** A wall clock that is set between two looks at it, and timers that go by a clock which is never set. */
export class JumpingClock implements Clock {
  readonly #trouble: Trouble;
  #wall = Date.UTC(2026, 0, 2, 3, 4, 5);
  #passed = 0;
  #timers: { from: number; at: number; run: () => void }[] = [];
  /** How often it was read. */
  looks = 0;

  constructor(trouble: Trouble) {
    this.#trouble = trouble;
  }

  /** The time that has really passed, in milliseconds. */
  get passed(): number {
    return this.#passed;
  }

  readonly now = (): number => {
    if (this.looks++ === this.#trouble.jumpAt) this.#wall += this.#trouble.jumpMs;
    return this.#wall + this.#passed;
  };

  readonly after = (milliseconds: number, run: () => void): (() => void) => {
    const timer = { from: this.#passed, at: this.#passed + milliseconds, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  /** Lets time pass without a timer. */
  pass(milliseconds: number): void {
    this.#passed += milliseconds;
  }

  /** Fires timers until none waits; false when that does not come within two days. */
  async fireAll(): Promise<boolean> {
    await settled(4);
    for (let rounds = 0; this.#timers.length > 0; rounds++) {
      if (this.#passed > 2 * DAY_MS || rounds > 10_000) return false;
      const dueAt = ({ from, at }: { from: number; at: number }) =>
        Math.max(at + this.#trouble.lateMs, from + 1);
      this.#passed = Math.max(this.#passed, Math.min(...this.#timers.map(dueAt)));
      const due = this.#timers.filter((timer) => dueAt(timer) <= this.#passed);
      this.#timers = this.#timers.filter((timer) => !due.includes(timer));
      for (const { run } of due) run();
      await settled(4);
    }
    return true;
  }
}

import { until } from '../../../support/until.ts';
import { mock } from 'node:test';
import type { Dice } from '../../../support/seeded.ts';

interface Step {
  process: number;
  dueAt: number;
  go: () => void;
}

const HASHES = [
  'digest',
  'sign',
  'verify',
  'encrypt',
  'decrypt',
  'importKey',
  'deriveBits',
  'deriveKey',
] as const;

/**
 * The order in which everything happens: each call of a store or the service waits for its step, and the dice say which
 * step is next, which one is held, and which process dies before its step. Time is this clock's own.
 */
export class Steps {
  readonly #dice: Dice;
  #waiting: Step[] = [];
  #now = 0;
  #hashing = 0;
  /** Steps taken. */
  taken = 0;
  /** Steps that were held for a while. */
  held = 0;
  /** Whether steps are still held. */
  isUneasy = true;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  readonly now = (): number => this.#now;

  /** Puts this clock in the place of the machine's; returns what takes it away again. */
  install(): () => void {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.UTC(2026, 0, 2) });
    const mocks = [mock.method(performance, 'now', this.now)];
    for (const name of HASHES) {
      const own = crypto.subtle[name].bind(crypto.subtle) as (...words: unknown[]) => Promise<unknown>;
      const counted = async (...words: unknown[]): Promise<unknown> => {
        this.#hashing++;
        return own(...words).finally(() => this.#hashing--);
      };
      mocks.push(mock.method(crypto.subtle, name, counted as never) as never);
    }
    return () => {
      mock.timers.reset();
      for (const one of mocks) one.mock.restore();
    };
  }

  /** Resolves when it is this step's turn; never, if its process dies before. */
  turn(process: number, afterMs = 0): Promise<void> {
    const isHeld = this.isUneasy && afterMs === 0 && this.#dice.below(100) < 4;
    if (isHeld) this.held++;
    const pause = isHeld ? this.#dice.pick([300, 1_200, 12_000, 25_000]) : afterMs;
    return new Promise((go) => this.#waiting.push({ process, dueAt: this.#now + pause, go }));
  }

  /** Drops everything that a process waits for. */
  kill(process: number): void {
    this.#waiting = this.#waiting.filter((step) => step.process !== process);
  }

  /** Takes steps until `isOver`. False when that takes too many. */
  async run(isOver: () => boolean, before: () => void): Promise<boolean> {
    for (let rounds = 0; !isOver(); rounds++) {
      if (rounds > 20_000) return false;
      await this.#quiet();
      before();
      const due = this.#waiting.filter(({ dueAt }) => dueAt <= this.#now);
      if (due.length === 0) {
        this.#pass(Math.max(1, Math.min(500, ...this.#waiting.map(({ dueAt }) => dueAt - this.#now))));
        continue;
      }
      const next = this.#dice.pick(due);
      this.#waiting = this.#waiting.filter((step) => step !== next);
      this.taken++;
      if (this.#dice.below(4) === 0) this.#pass(this.#dice.below(40));
      next.go();
    }
    return true;
  }

  #pass(ms: number): void {
    this.#now += ms;
    mock.timers.tick(ms);
  }

  /** Until nothing runs any more, and all that comes waits for its turn. */
  async #quiet(): Promise<void> {
    const pass = () => new Promise<void>((resolve) => setImmediate(resolve));
    const settle = async () => {
      for (let turn = 0; turn < 4; turn++) await pass();
      return this.#hashing === 0;
    };
    await until(settle);
  }
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clock } from '../../../packages/vh-elements-sandbox/src/common/clock.ts';
import { TestClock } from '../../../packages/vh-elements-sandbox/src/common/test-clock.ts';
import { rollDice, type Dice } from '../../support/seeded.ts';
import { ManualClock } from '../support/manual-clock.ts';

const RUNS = 300;
const START = Date.UTC(2026, 0, 1);

/** What one wait does when it ends: the lengths of the waits that it begins, and whom it calls off. */
interface Plan {
  begins: readonly number[];
  callsOff: number | undefined;
}

/** Waits by number, the same for the clock and for the oracle: each begins with the next free number. */
class Script {
  readonly #plans: Plan[] = [];
  readonly #dice: Dice;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  of(id: number): Plan {
    const { below } = this.#dice;
    while (this.#plans.length <= id) {
      const begins = Array.from({ length: this.#plans.length > 60 ? 0 : below(3) }, () => below(40));
      this.#plans.push({ begins, callsOff: below(4) === 0 ? below(id + 1) : undefined });
    }
    return this.#plans[id] ?? { begins: [], callsOff: undefined };
  }
}

/** Time passes a millisecond after the other, and each wait is looked at in each. */
function oracle(script: Script, first: readonly number[], untils: readonly number[]): string[] {
  const log: string[] = [];
  const open = new Map<number, number>();
  let ids = 0;
  let now = 0;
  const begin = (milliseconds: number) => open.set(ids++, now + milliseconds);
  first.forEach(begin);
  for (const until of untils) {
    for (; now <= until; now++) {
      for (let due = dueAt(open, now); due !== undefined; due = dueAt(open, now)) {
        open.delete(due);
        log.push(`${String(due)} at ${String(now)}`);
        const { begins, callsOff } = script.of(due);
        if (callsOff !== undefined) open.delete(callsOff);
        begins.forEach(begin);
      }
    }
    now = until;
  }
  return log;
}

function dueAt(open: ReadonlyMap<number, number>, now: number): number | undefined {
  return [...open].find(([, at]) => at <= now)?.[0];
}

async function withClock(
  script: Script,
  first: readonly number[],
  untils: readonly number[],
  byItself: (index: number) => boolean,
): Promise<string[]> {
  const log: string[] = [];
  const base = new StrictClock(START);
  const clock = new TestClock(base);
  const cancels = new Map<number, () => void>();
  let ids = 0;
  const begin = (milliseconds: number) => {
    const id = ids++;
    const end = () => {
      log.push(`${String(id)} at ${String(clock.now() - START)}`);
      const { begins, callsOff } = script.of(id);
      if (callsOff !== undefined) cancels.get(callsOff)?.();
      begins.forEach(begin);
    };
    cancels.set(id, clock.after(milliseconds, end));
  };
  first.forEach(begin);
  for (const [index, until] of untils.entries()) {
    const left = until - (clock.now() - START);
    if (byItself(index)) base.pass(left);
    else await clock.advance(left, () => Promise.resolve());
  }
  return log;
}

/** The machine's clock, as exact as none is: each wait ends in its millisecond, in the order of their beginnings. */
class StrictClock implements Clock {
  #now: number;
  readonly #waits = new Set<{ at: number; run: () => void }>();

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const wait = { at: this.#now + milliseconds, run };
    this.#waits.add(wait);
    return () => this.#waits.delete(wait);
  }

  pass(milliseconds: number): void {
    const until = this.#now + milliseconds;
    for (; this.#now <= until; this.#now++) {
      const due = () => [...this.#waits].find(({ at }) => at <= this.#now);
      for (let wait = due(); wait; wait = due()) {
        this.#waits.delete(wait);
        wait.run();
      }
    }
    this.#now = until;
  }
}

describe('a clock that is put ahead', () => {
  it('ends each wait once, at its moment and in its order, as if the time had passed', async () => {
    const dice = rollDice();
    for (let run = 0; run < RUNS; run++) {
      const script = new Script(dice);
      const first = Array.from({ length: 1 + dice.below(6) }, () => dice.below(60));
      let sum = 0;
      const untils = Array.from({ length: 1 + dice.below(5) }, () => (sum += dice.below(80)));
      const passes = untils.map(() => dice.below(3) === 0);
      const wanted = oracle(script, first, untils);
      const got = await withClock(script, first, untils, (index) => passes[index] ?? false);
      assert.deepEqual(got, wanted, `run ${String(run)} of seed ${String(dice.seed)}`);
    }
  });

  it('does the rounds between which nothing happens as one, and the others each', async () => {
    const clock = new TestClock(new ManualClock(START));
    const log: string[] = [];
    const at = () => (clock.now() - START) / 1000;
    const round = () => {
      log.push(`round ${String(at())}`);
      clock.after(10_000, round, { isRound: true });
    };
    clock.after(10_000, round, { isRound: true });
    clock.after(35_000, () => log.push(`event ${String(at())}`));
    const ended = await clock.advance(95_000, () => Promise.resolve());
    assert.deepEqual(log, ['round 30', 'event 35', 'round 90']);
    assert.equal(ended, 3);
  });

  it('lets what a wait has begun come to its end before the next one ends', async () => {
    const clock = new TestClock(new ManualClock(START));
    const log: string[] = [];
    let work = Promise.resolve();
    for (const name of ['a', 'b'])
      clock.after(10, () => {
        work = Promise.resolve().then(() => void log.push(`${name} done`));
        log.push(name);
      });
    await clock.advance(20, () => work);
    assert.deepEqual(log, ['a', 'a done', 'b', 'b done']);
  });
});

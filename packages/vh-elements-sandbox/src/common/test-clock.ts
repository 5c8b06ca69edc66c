import type { Clock, WaitOptions } from './clock.ts';

interface Wait {
  /** When it ends, by this clock. */
  at: number;
  /** Its length, for one of a row of rounds. */
  roundMs: number | undefined;
  run: () => void;
  cancel: () => void;
}

/** Lets whatever a wait has set going come to its end, as far as that takes no time of the service. */
export type Settle = () => Promise<void>;

/** The clock of a service, which a test can put ahead: what falls due on the way happens, once and in its order. */
export class TestClock implements Clock {
  readonly #base: Clock;
  /** In the order in which they were begun, which is that of waits that end together. */
  readonly #waits = new Set<Wait>();
  #ahead: number;
  /** Waits for real time, as senders and networks do, and tells the time of this clock. */
  readonly paced: Clock;

  constructor(base: Clock, ahead = 0) {
    this.#base = base;
    this.#ahead = ahead;
    this.paced = { now: () => this.now(), after: (milliseconds, run) => base.after(milliseconds, run) };
  }

  /** How many milliseconds it is ahead of the machine's clock. */
  get ahead(): number {
    return this.#ahead;
  }

  now(): number {
    return this.#base.now() + this.#ahead;
  }

  /** The time that passes: no clock that is set back lengthens it. */
  passed(): number {
    return performance.now() + this.#ahead;
  }

  after(milliseconds: number, run: () => void, { isRound = false }: WaitOptions = {}): () => void {
    const at = this.now() + milliseconds;
    const wait: Wait = {
      ...{ at, roundMs: isRound ? milliseconds : undefined },
      run: () => {
        if (!this.#waits.delete(wait)) return;
        wait.cancel();
        run();
      },
      cancel: () => undefined,
    };
    this.#waits.add(wait);
    this.#arm(wait);
    return () => {
      this.#waits.delete(wait);
      wait.cancel();
    };
  }

  /** Lets time pass at once, and answers how many waits have ended on the way. `settle` is called after each. */
  async advance(milliseconds: number, settle: Settle): Promise<number> {
    const until = this.now() + milliseconds;
    let ended = 0;
    for (let next = this.#next(until); next; next = this.#next(until)) {
      this.#goTo(this.#momentOf(next, until));
      next.run();
      ended++;
      await settle();
    }
    this.#goTo(until);
    this.#armAll();
    return ended;
  }

  /** Tells the machine's time again, or one that is ahead of it. */
  set(ahead: number): void {
    this.#ahead = ahead;
    this.#armAll();
  }

  /** Has a wait end when its time has come on the machine's clock, too. */
  #arm(wait: Wait): void {
    wait.cancel();
    wait.cancel = this.#base.after(Math.max(0, wait.at - this.now()), wait.run);
  }

  #armAll(): void {
    for (const wait of [...this.#waits]) this.#arm(wait);
  }

  #next(until: number): Wait | undefined {
    let soonest: Wait | undefined;
    for (const wait of this.#waits) {
      if (wait.at <= until && (!soonest || wait.at < soonest.at)) soonest = wait;
    }
    return soonest;
  }

  /** Of rounds between which nothing else happens, only the last one is worth its time. */
  #momentOf({ at, roundMs }: Wait, until: number): number {
    if (!roundMs) return at;
    const others = [...this.#waits].filter(({ roundMs: other }) => other === undefined);
    const end = Math.min(until, ...others.map((wait) => wait.at));
    return at + Math.max(0, Math.floor((end - at) / roundMs)) * roundMs;
  }

  #goTo(moment: number): void {
    this.#ahead += Math.max(0, moment - this.now());
  }
}

/** The time source of all waits; tests bring their own. */
export interface Clock {
  now(): number;
  /** Runs something later; the answer takes that back. */
  after(milliseconds: number, run: () => void, options?: WaitOptions): () => void;
}

/** What a clock that is put ahead has to know of a wait. */
export interface WaitOptions {
  /** One of a row of equal rounds, of which a later one does the work of those before it. */
  isRound?: boolean;
}

/** The longest that `setTimeout` waits, about 25 days: a longer timer fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** The machine's own clock. Waiting keeps no process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    let timer: NodeJS.Timeout;
    const wait = (left: number) => {
      const step = Math.min(left, LONGEST_MS);
      timer = setTimeout(() => {
        if (left > step) wait(left - step);
        else run();
      }, step).unref();
    };
    wait(milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Time as whoever waits sees it; tests bring their own. */
export interface Clock {
  now(): number;
  /** Runs something later; the answer takes that back. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The machine's own clock. Waiting keeps no process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds).unref();
    return () => {
      clearTimeout(timer);
    };
  },
};

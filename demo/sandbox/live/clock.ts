/** Time as live streams see it, so that tests can drive it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls once after a while, unless the function that it gives is called before. */
  after(milliseconds: number, call: () => void): () => void;
}

/** The time of this machine. */
export const wallClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};

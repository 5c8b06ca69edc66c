type Listener = () => void;

/** The page's timeouts of one length, which end when a test says so. All others run as ever. */
export class HeldTimers {
  readonly #real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  readonly #held = new Map<number, Listener>();
  // Far above the browser's own.
  #nextId = 1e9;

  constructor(lengthMs: number) {
    const { setTimeout, clearTimeout } = this.#real;
    Object.assign(globalThis, {
      setTimeout: (listener: Listener, ms?: number, ...rest: unknown[]) =>
        ms === lengthMs ? this.#hold(listener) : setTimeout(listener, ms, ...rest),
      clearTimeout: (timer?: number) => {
        if (timer === undefined || !this.#held.delete(timer)) clearTimeout(timer);
      },
    });
  }

  #hold(listener: Listener): number {
    this.#held.set(this.#nextId, listener);
    return this.#nextId++;
  }

  /** How many have begun and are not over. */
  get size(): number {
    return this.#held.size;
  }

  /** Ends the started timers. */
  elapse(): void {
    const due = [...this.#held.values()];
    this.#held.clear();
    for (const listener of due) listener();
  }

  /** Gives the page its own timers back. */
  restore(): void {
    Object.assign(globalThis, this.#real);
  }
}

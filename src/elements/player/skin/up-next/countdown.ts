const TICK_MS = 1_000;

/** The settings of a countdown. */
export interface CountdownOptions {
  seconds: number;
  /** Another second is over. */
  changed: () => void;
  /** All of them are. */
  done: () => void;
}

/** Counts seconds down. It is paused while something holds it; the second that had begun then starts over. */
export class Countdown {
  readonly #options: CountdownOptions;
  readonly #holds = new Set<string>();
  #left: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: CountdownOptions) {
    this.#options = options;
    this.#left = options.seconds;
    this.#run();
  }

  /** The seconds that are left. */
  get left(): number {
    return this.#left;
  }

  /** Holds it for a reason, or no longer for that one. */
  hold(reason: string, isHeld: boolean): void {
    if (this.#holds.has(reason) === isHeld) return;
    if (isHeld) this.#holds.add(reason);
    else this.#holds.delete(reason);
    this.#run();
  }

  /** Ends it. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#left = 0;
  }

  #run(): void {
    clearTimeout(this.#timer);
    if (this.#left > 0 && this.#holds.size === 0) this.#timer = setTimeout(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    this.#left -= 1;
    this.#run();
    if (this.#left > 0) this.#options.changed();
    else this.#options.done();
  }
}

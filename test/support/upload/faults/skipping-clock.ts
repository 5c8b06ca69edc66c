interface Timer {
  due: number;
  fire: () => void;
}

/**
 * What one look at the network finds: `moving`: a request that will be answered, or fail, without a wait; `asked`: one that is
 * not seen there, and may be on its way to it; `still`: only what will never arrive.
 */
export type Look = 'moving' | 'asked' | 'still';

/** Looks in a row that find nothing moving, before time is let pass. */
const LOOKS: Readonly<Record<Exclude<Look, 'moving'>, number>> = { still: 2, asked: 12 };
/**
 * So much real time passes at most while something moves: less than any upload waits for an answer. A busy machine is no silent
 * line.
 */
const MOST_REAL_MS = 500;
/** No two moments are the same one. */
const MOMENT_MS = 0.001;

/**
 * A clock for waits: while nothing moves on a network, time jumps to the next due wait. Requests under way have all the
 * real time that they need: it does not count.
 */
export class SkippingClock {
  readonly #look: () => Look | Promise<Look>;
  readonly #realNow: () => number;
  readonly #timers = new Set<Timer>();
  #time = 0;
  /** The real time up to which it has passed, and how much more of it may. */
  #seen: number;
  #realLeft = MOST_REAL_MS;
  #isTicking = false;
  #unmoved = 0;

  constructor(look: () => Look | Promise<Look>, realNow = () => performance.now()) {
    this.#look = look;
    this.#realNow = realNow;
    this.#seen = realNow();
  }

  readonly now = (): number => {
    const real = this.#realNow();
    const passed = Math.min(real - this.#seen, this.#realLeft);
    this.#seen = real;
    this.#realLeft -= passed;
    return (this.#time += Math.max(passed, MOMENT_MS));
  };

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = () => {
        this.#timers.delete(timer);
        reject(signal?.reason as Error);
      };
      const fire = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const timer = { due: this.now() + ms, fire };
      if (signal?.aborted) return abort();
      this.#timers.add(timer);
      signal?.addEventListener('abort', abort);
      if (!this.#isTicking) void this.#tick();
    });

  /** Pending waits never resolve after this. */
  end(): void {
    this.#timers.clear();
  }

  async #tick(): Promise<void> {
    this.#isTicking = true;
    while (this.#timers.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      const seen = await this.#look();
      this.#unmoved = seen === 'moving' ? 0 : this.#unmoved + 1;
      if (seen !== 'moving') this.#realLeft = MOST_REAL_MS;
      const [next] = [...this.#timers].sort((one, other) => one.due - other.due);
      if (!next) break;
      const now = this.now();
      if (next.due > now) {
        if (seen === 'moving' || this.#unmoved < LOOKS[seen]) continue;
        this.#time = next.due;
      }
      this.#timers.delete(next);
      this.#unmoved = 0;
      next.fire();
    }
    this.#isTicking = false;
  }
}

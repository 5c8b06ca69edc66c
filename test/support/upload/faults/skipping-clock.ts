interface Timer {
  due: number;
  fire: () => void;
}

/** The state of the line at one look. */
export interface Look {
  /** Nothing is on its way over the line, or only what will never arrive. */
  isQuiet: boolean;
  /** Something was asked that is not seen there, and may be on its way to it. */
  isOnItsWay: boolean;
}

/** Looks in a row that find the line quiet, before time is let pass. */
const QUIET = 2;
const QUIET_WHILE_ASKING = 12;

/**
 * A clock for waits: while a connection is quiet, time jumps to the next due wait. Requests under way have all the
 * real time that they need.
 */
export class SkippingClock {
  readonly #look: () => Look | Promise<Look>;
  readonly #timers = new Set<Timer>();
  #skipped = 0;
  #isTicking = false;
  #quiet = 0;

  constructor(look: () => Look | Promise<Look>) {
    this.#look = look;
  }

  readonly now = () => performance.now() + this.#skipped;

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
    for (let turn = 0; this.#timers.size > 0; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      const { isQuiet, isOnItsWay } = await this.#look();
      this.#quiet = isQuiet ? this.#quiet + 1 : 0;
      const [next] = [...this.#timers].sort((one, other) => one.due - other.due);
      if (!next) break;
      const enough = isOnItsWay ? QUIET_WHILE_ASKING : QUIET;
      if (this.#quiet >= enough && next.due > this.now()) this.#skipped += next.due - this.now();
      if (next.due > this.now()) continue;
      this.#timers.delete(next);
      this.#quiet = 0;
      next.fire();
    }
    this.#isTicking = false;
  }
}

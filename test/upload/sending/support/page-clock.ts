interface Timer {
  due: number;
  fire: () => void;
}

/** Turns of the page in a row in which nothing was under way, before time passes. */
const QUIET_TURNS = 8;

/** What a page reads with; while it reads, something is under way. */
const READERS = [
  [Blob.prototype, 'arrayBuffer'],
  [Response.prototype, 'arrayBuffer'],
  [Response.prototype, 'formData'],
  [Response.prototype, 'text'],
] as const;

/** A clock on which time passes only while the page neither reads nor `isBusy`: then it is the next timer's. */
export class PageClock {
  #time = 0;
  #reads = 0;
  #isTicking = false;
  readonly #isBusy: () => boolean;
  readonly #timers = new Set<Timer>();
  readonly #restore: (() => void)[];

  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy;
    this.#restore = READERS.map(([prototype, name]) => this.#watch(prototype, name));
  }

  readonly now = () => this.#time;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = () => {
        this.#timers.delete(timer);
        reject(signal?.reason as Error);
      };
      const timer = { due: this.#time + ms, fire: resolve };
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort, { once: true });
      this.#timers.add(timer);
      if (!this.#isTicking) void this.#tick();
    });

  /** Pending waits never resolve after this. */
  end(): void {
    this.#timers.clear();
    for (const restore of this.#restore) restore();
  }

  async #tick(): Promise<void> {
    this.#isTicking = true;
    for (let turn = 0; this.#timers.size > 0; turn++) {
      for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
        await nextTask();
        if (this.#reads > 0 || this.#isBusy()) quiet = -1;
      }
      const [next] = [...this.#timers].sort((one, other) => one.due - other.due);
      if (!next) break;
      this.#timers.delete(next);
      this.#time = Math.max(this.#time, next.due);
      next.fire();
    }
    this.#isTicking = false;
  }

  /** Counts the reads under way of one method. Returns what ends that. */
  #watch(prototype: object, name: string): () => void {
    const real = Reflect.get(prototype, name) as (this: unknown) => Promise<unknown>;
    const begin = () => {
      this.#reads++;
      return () => this.#reads--;
    };
    Reflect.set(prototype, name, function (this: unknown) {
      const end = begin();
      return real.call(this).finally(end);
    });
    return () => {
      Reflect.set(prototype, name, real);
    };
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

interface Job {
  abort: AbortController;
  done: Promise<void>;
}

/** Does its work for one video at a time, or a few, in the order in which they come. */
export class Lane {
  readonly #work: (videoId: string, signal: AbortSignal) => Promise<void>;
  readonly #width: number;
  readonly #queue: string[] = [];
  readonly #jobs = new Map<string, Job>();
  #stopped = false;

  /** `work` must not reject. */
  constructor(work: (videoId: string, signal: AbortSignal) => Promise<void>, width = 1) {
    this.#work = work;
    this.#width = width;
  }

  add(videoId: string): void {
    this.#queue.push(videoId);
    this.#next();
  }

  /** Lets go of a video, and waits until nothing touches its files any more. */
  async drop(videoId: string): Promise<void> {
    const index = this.#queue.indexOf(videoId);
    if (index !== -1) this.#queue.splice(index, 1);
    const job = this.#jobs.get(videoId);
    job?.abort.abort();
    await job?.done;
  }

  /** Stops in the middle of what it does. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#queue.length = 0;
    await Promise.all([...this.#jobs.keys()].map((videoId) => this.drop(videoId)));
  }

  #next(): void {
    if (this.#stopped || this.#jobs.size >= this.#width) return;
    const videoId = this.#queue.shift();
    if (videoId === undefined) return;
    const abort = new AbortController();
    const done = this.#work(videoId, abort.signal).finally(() => {
      this.#jobs.delete(videoId);
      this.#next();
    });
    this.#jobs.set(videoId, { abort, done });
  }
}

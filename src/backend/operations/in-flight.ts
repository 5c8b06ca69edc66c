import { withDeadline } from '../../core/async/deadline.ts';

/** The requests that a process must end before it may stop. */
export class InFlight {
  readonly #pending = new Set<Promise<unknown>>();
  #isStopping = false;

  get isStopping(): boolean {
    return this.#isStopping;
  }

  get count(): number {
    return this.#pending.size;
  }

  /** Counts `work` until it settles. */
  async track<Value>(work: Promise<Value>): Promise<Value> {
    this.#pending.add(work);
    try {
      return await work;
    } finally {
      this.#pending.delete(work);
    }
  }

  /** Lets nothing new begin, and waits at most so long for what has begun. */
  async stop(milliseconds: number): Promise<void> {
    this.#isStopping = true;
    const ended = Promise.allSettled(this.#pending);
    await withDeadline(ended, milliseconds, '').catch(() => undefined);
  }
}

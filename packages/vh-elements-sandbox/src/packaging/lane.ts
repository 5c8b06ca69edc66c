import type { Clock } from '../common/clock.ts';
import type { FailureLog } from '../store/database/failure-log.ts';

interface Job {
  abort: AbortController;
  done: Promise<void>;
}

/** The work of a lane, and its input. */
export interface LaneOptions {
  /** Its name in the log. */
  name: string;
  /** A rejection means that it is to be tried again: the storage failed, and nothing is known to be wrong with the job. */
  work: (key: string, signal: AbortSignal) => Promise<void>;
  /** How many jobs run at once. */
  width?: number;
  clock: Clock;
  failures: FailureLog;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Does its work for one key at a time, or a few, in the order in which they come. It owns what goes wrong: a job that
 * fails is logged once and tried again after a pause that grows, and holds up no other job.
 */
export class Lane {
  readonly #options: LaneOptions;
  readonly #queue: string[] = [];
  readonly #jobs = new Map<string, Job>();
  /** Jobs that failed and wait for their next try: how to call that off. */
  readonly #pauses = new Map<string, () => void>();
  /** How often in a row a job has failed. */
  readonly #tries = new Map<string, number>();
  #waiting: (() => void)[] = [];
  #stopped = false;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Takes a job, unless it waits already. */
  add(key: string): void {
    if (this.#queue.includes(key) || this.#pauses.has(key)) return;
    this.#queue.push(key);
    this.#next();
  }

  /** Lets go of a job, and waits until it touches nothing any more. */
  async drop(key: string): Promise<void> {
    const index = this.#queue.indexOf(key);
    if (index !== -1) this.#queue.splice(index, 1);
    this.#forget(key);
    const job = this.#jobs.get(key);
    job?.abort.abort();
    await job?.done;
  }

  /** Stops in the middle of what it does. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#queue.length = 0;
    for (const cancel of this.#pauses.values()) cancel();
    this.#pauses.clear();
    await Promise.all([...this.#jobs.keys()].map((key) => this.drop(key)));
  }

  /** Waits until every job has been tried once; those that failed go on waiting for their next try. */
  async settled(): Promise<void> {
    while (this.#queue.length > 0 || this.#jobs.size > 0)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #next(): void {
    const { width = 1 } = this.#options;
    if (this.#stopped || this.#jobs.size >= width) return;
    // A key that came again while its job runs waits for the end of that one.
    const index = this.#queue.findIndex((one) => !this.#jobs.has(one));
    const [key] = index === -1 ? [] : this.#queue.splice(index, 1);
    if (key === undefined) return;
    const abort = new AbortController();
    this.#jobs.set(key, { abort, done: this.#run(key, abort.signal) });
    this.#next();
  }

  async #run(key: string, signal: AbortSignal): Promise<void> {
    const { name, work, failures } = this.#options;
    try {
      await work(key, signal);
      this.#tries.delete(key);
      // While another one fails it is the same trouble still.
      if (this.#tries.size === 0) failures.succeeded(name);
    } catch (error) {
      if (!signal.aborted) this.#pause(key, error);
    }
    this.#jobs.delete(key);
    this.#next();
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #pause(key: string, error: unknown): void {
    const { name, clock, failures } = this.#options;
    failures.failed(name, error);
    const tries = this.#tries.get(key) ?? 0;
    this.#tries.set(key, tries + 1);
    const again = () => {
      this.#pauses.delete(key);
      this.add(key);
    };
    this.#pauses.set(key, clock.after(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries), again));
  }

  #forget(key: string): void {
    this.#pauses.get(key)?.();
    this.#pauses.delete(key);
    this.#tries.delete(key);
  }
}

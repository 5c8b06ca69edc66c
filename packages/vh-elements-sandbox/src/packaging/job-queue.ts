import type { Clock } from '../common/clock.ts';
import type { FailureLog } from '../store/database/failure-log.ts';

interface Job {
  abort: AbortController;
  done: Promise<void>;
}

/** The work of a queue, and its input. */
export interface JobQueueOptions {
  /** Its name in the log. */
  name: string;
  /** A rejection means another try: the storage failed, and the job itself may be sound. */
  work: (key: string, signal: AbortSignal) => Promise<void>;
  /** How many jobs run at once. */
  width?: number;
  clock: Clock;
  failures: FailureLog;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Works on one key at a time, or on a few, in the order of their arrival. The queue logs a failed job once and tries it
 * again after a growing pause. A failed job delays no other.
 */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #queue: string[] = [];
  readonly #jobs = new Map<string, Job>();
  /** Cancels the next try of a failed job. */
  readonly #pauses = new Map<string, () => void>();
  /** How often in a row a job has failed. */
  readonly #tries = new Map<string, number>();
  #waiting: (() => void)[] = [];
  #stopped = false;

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  /** Adds a job, unless it is queued. */
  add(key: string): void {
    if (this.#queue.includes(key) || this.#pauses.has(key)) return;
    this.#queue.push(key);
    this.#next();
  }

  /** Removes a job, and resolves when it has stopped. */
  async drop(key: string): Promise<void> {
    const index = this.#queue.indexOf(key);
    if (index !== -1) this.#queue.splice(index, 1);
    this.#forget(key);
    const job = this.#jobs.get(key);
    job?.abort.abort();
    await job?.done;
  }

  /** Aborts the running jobs and removes the others. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#queue.length = 0;
    for (const cancel of this.#pauses.values()) cancel();
    this.#pauses.clear();
    await Promise.all([...this.#jobs.keys()].map((key) => this.drop(key)));
  }

  /** Resolves when every job has been tried once. Failed jobs still wait for their next try. */
  async settled(): Promise<void> {
    while (this.#queue.length > 0 || this.#jobs.size > 0)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #next(): void {
    const { width = 1 } = this.#options;
    if (this.#stopped || this.#jobs.size >= width) return;
    // A key that is added while its job runs waits for the end of that job.
    const index = this.#queue.findIndex((one) => !this.#jobs.has(one));
    const [key] = index === -1 ? [] : this.#queue.splice(index, 1);
    if (key === undefined) return;
    const job: Job = { abort: new AbortController(), done: Promise.resolve() };
    // Known before it begins: it may end at once.
    this.#jobs.set(key, job);
    job.done = this.#run(key, job.abort.signal);
    this.#next();
  }

  async #run(key: string, signal: AbortSignal): Promise<void> {
    const { name, work, failures } = this.#options;
    try {
      await work(key, signal);
      this.#tries.delete(key);
      // While another job fails, the trouble continues.
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

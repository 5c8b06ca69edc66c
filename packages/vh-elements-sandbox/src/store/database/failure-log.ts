import { describeError } from './storage-failure.ts';

/**
 * Logs what fails again and again once: the first time, and when it fails for another reason. After a success it
 * counts as new.
 */
export class FailureLog {
  readonly #log: (line: string) => void;
  readonly #reasons = new Map<string, string>();

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Notes that `task` failed. */
  failed(task: string, error: unknown): void {
    const reason = describeError(error);
    // Paths and ids differ from one try to the next; the code does not.
    const kind = error instanceof Error && 'code' in error ? String(error.code) : reason;
    if (this.#reasons.get(task) === kind) return;
    this.#reasons.set(task, kind);
    this.#log(`${task} failed: ${reason}`);
  }

  /** Does what others can do without: when it fails, that is logged, and nothing else. */
  async attempt(task: string, work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
      this.succeeded(task);
    } catch (error) {
      this.failed(task, error);
    }
  }

  /** Notes that `task` went well. */
  succeeded(task: string): void {
    if (this.#reasons.delete(task)) this.#log(`${task} works again`);
  }
}

import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FailureLog } from '../../store/database/failure-log.ts';

/** Its name in the log. */
const TASK = 'keeping live segments';

/** The segments of one presentation on disk. */
export class SegmentFiles {
  readonly #folder: string;
  readonly #failures: FailureLog;
  /** Segments on their way to the disk, still at hand. */
  readonly #pending = new Map<number, readonly Buffer[]>();
  #work: Promise<void> = Promise.resolve();

  constructor(folder: string, failures: FailureLog) {
    this.#folder = folder;
    this.#failures = failures;
  }

  path(sequence: number): string {
    return path.join(this.#folder, `segment-${String(sequence)}.m4s`);
  }

  /** The bytes of a segment that is not on disk yet. */
  pending(sequence: number): Buffer | undefined {
    const buffers = this.#pending.get(sequence);
    return buffers && Buffer.concat(buffers);
  }

  write(sequence: number, buffers: readonly Buffer[]): void {
    this.#pending.set(sequence, buffers);
    this.#next(async () => {
      const file = this.path(sequence);
      await mkdir(this.#folder, { recursive: true });
      await writeFile(`${file}.new`, buffers);
      await rename(`${file}.new`, file);
      this.#pending.delete(sequence);
      this.#failures.succeeded(TASK);
    });
  }

  remove(sequence: number): void {
    this.#next(() => rm(this.path(sequence), { force: true }));
  }

  /** Removes them all once pending writes have ended. */
  async clear(): Promise<void> {
    this.#next(() => rm(this.#folder, { recursive: true, force: true }));
    await this.#work;
  }

  #next(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#failures.failed(TASK, error);
      // A full disk must not become full memory.
      if (this.#pending.size > 16) this.#pending.clear();
    });
  }
}

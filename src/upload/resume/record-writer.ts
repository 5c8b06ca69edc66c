import type { Records } from './record-store.ts';
import type { StoredUpload } from './stored-upload.ts';

/**
 * Keeps one upload's record: one write at a time, and only the newest record of those that came meanwhile, so that
 * a slow disk never holds up the sending. Where nothing can be kept it says so once, and is still.
 */
export class RecordWriter {
  readonly #records: Records;
  readonly #onLost: (error: unknown) => void;
  #next: StoredUpload | undefined;
  #writing: Promise<void> | undefined;
  #isLost = false;

  constructor(records: Records, onLost: (error: unknown) => void) {
    this.#records = records;
    this.#onLost = onLost;
  }

  /** What was kept before. */
  async read(key: string): Promise<StoredUpload | undefined> {
    return this.#try(() => this.#records.get(key));
  }

  /** Resolves when this record, or a newer one, is kept, or when nothing is kept any more. */
  write(record: StoredUpload): Promise<void> {
    this.#next = record;
    return (this.#writing ??= this.#writeAll());
  }

  /** Resolves when nothing is left to write. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  /** Keeps nothing of the upload any more. */
  async erase(key: string): Promise<void> {
    this.#next = undefined;
    await this.#writing;
    if (!this.#isLost) await this.#try(() => this.#records.delete(key));
  }

  async #writeAll(): Promise<void> {
    for (let record; (record = this.#next) !== undefined;) await this.#put(record);
    this.#writing = undefined;
  }

  async #put(record: StoredUpload): Promise<void> {
    this.#next = undefined;
    if (this.#isLost) return;
    try {
      await this.#records.put(record);
    } catch (error) {
      this.#lose(error);
      // Half a record is worse than none: parts that it does not tell of may be stored.
      await this.#records.delete(record.key).catch(() => {});
    }
  }

  async #try<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#lose(error);
      return undefined;
    }
  }

  #lose(error: unknown): void {
    if (!this.#isLost) this.#onLost(error);
    this.#isLost = true;
  }
}

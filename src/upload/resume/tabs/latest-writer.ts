/** Writes one value at a time; of the values that come meanwhile, only the newest. */
export class LatestWriter<Value> {
  readonly #put: (value: Value) => Promise<void>;
  #next: { value: Value } | undefined;
  #writing: Promise<void> | undefined;

  /** `put` stores one value; a rejection is ignored. */
  constructor(put: (value: Value) => Promise<void>) {
    this.#put = put;
  }

  /** Resolves when this value, or a newer one, was written. Never rejects. */
  write(value: Value): Promise<void> {
    this.#next = { value };
    return (this.#writing ??= this.#writeAll());
  }

  /** Resolves when nothing is left to write. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    for (let next; (next = this.#next) !== undefined;) {
      this.#next = undefined;
      await this.#put(next.value).catch(() => {});
    }
    this.#writing = undefined;
  }
}

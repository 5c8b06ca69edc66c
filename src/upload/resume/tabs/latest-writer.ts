/** Writes one value at a time; of the values that come meanwhile, only the newest. */
export class LatestWriter<Value> {
  readonly #put: (value: Value) => Promise<void>;
  #newest!: Value;
  /** The write under way, and the one after it. */
  #writing: Promise<void> | undefined;
  #following: Promise<void> | undefined;

  /** `put` stores one value; a rejection is ignored. */
  constructor(put: (value: Value) => Promise<void>) {
    this.#put = put;
  }

  /** Resolves when this value, or a newer one, was written. Never rejects. */
  write(value: Value): Promise<void> {
    this.#newest = value;
    if (!this.#writing) return this.#begin();
    return (this.#following ??= this.#writing.then(() => {
      this.#following = undefined;
      return this.#begin();
    }));
  }

  /** Resolves when nothing is left to write. */
  async idle(): Promise<void> {
    while (this.#writing) await (this.#following ?? this.#writing);
  }

  #begin(): Promise<void> {
    const written = () => {
      // The one after it begins in a moment: nothing may be written beside that.
      if (!this.#following) this.#writing = undefined;
    };
    return (this.#writing = this.#put(this.#newest).then(written, written));
  }
}

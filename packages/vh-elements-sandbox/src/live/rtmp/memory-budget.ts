/** Bytes of memory that several users share. */
export class MemoryBudget {
  readonly #total: number;
  #taken = 0;

  constructor(total: number) {
    this.#total = total;
  }

  /** Bytes that are in use. */
  get taken(): number {
    return this.#taken;
  }

  /** Takes some; throws when there are not as many left. */
  take(bytes: number): void {
    if (this.#taken + bytes > this.#total) throw new Error('all memory for unfinished messages is in use');
    this.#taken += bytes;
  }

  /** Gives some back. */
  give(bytes: number): void {
    this.#taken -= bytes;
  }
}

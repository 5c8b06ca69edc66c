const FIRST_BYTES = 4096;

/** A message that is arriving: its memory grows with the arrived bytes, never with the announced length. */
export class MessageBuffer {
  readonly #length: number;
  #bytes: Buffer = Buffer.alloc(0);
  #received = 0;

  /** `length` is how long the whole message will be. */
  constructor(length: number) {
    this.#length = length;
  }

  /** Bytes that are yet to come. */
  get missing(): number {
    return this.#length - this.#received;
  }

  /** Bytes of memory that it takes. */
  get size(): number {
    return this.#bytes.length;
  }

  /** The whole message. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** How many more bytes of memory it takes to append a number of bytes. */
  growthFor(count: number): number {
    return this.#sizeFor(count) - this.#bytes.length;
  }

  append(piece: Buffer): void {
    const size = this.#sizeFor(piece.length);
    if (size > this.#bytes.length) {
      // Not of the pool that small buffers share: one of them would keep all of it alive.
      const larger = Buffer.allocUnsafeSlow(size);
      this.#bytes.copy(larger, 0, 0, this.#received);
      this.#bytes = larger;
    }
    piece.copy(this.#bytes, this.#received);
    this.#received += piece.length;
  }

  #sizeFor(count: number): number {
    const needed = this.#received + count;
    if (needed <= this.#bytes.length) return this.#bytes.length;
    return Math.min(this.#length, Math.max(needed, FIRST_BYTES, this.#bytes.length * 2));
  }
}

/** Bytes that are never read as a whole: a file may be larger than memory and disk. All of them are nought. */
class VirtualBlob extends Blob {
  readonly #bytes: number;

  constructor(bytes: number) {
    super();
    this.#bytes = bytes;
  }

  override get size(): number {
    return this.#bytes;
  }

  override slice(from = 0, to = this.#bytes): Blob {
    return new VirtualBlob(Math.min(to, this.#bytes) - from);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(new ArrayBuffer(this.#bytes));
  }
}

/** A file of as many bytes as a test wants, none of which it has. */
export class VirtualFile extends File {
  readonly #blob: VirtualBlob;

  constructor(bytes: number) {
    super([], 'film.mp4', { type: 'video/mp4', lastModified: 1_700_000_000_000 });
    this.#blob = new VirtualBlob(bytes);
  }

  override get size(): number {
    return this.#blob.size;
  }

  override slice(from?: number, to?: number): Blob {
    return this.#blob.slice(from, to);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(new Error('Nobody reads such a file at once.'));
  }
}

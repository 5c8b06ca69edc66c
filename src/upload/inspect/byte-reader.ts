/** Bytes that a look into a file may read, altogether, unless more is needed. */
const DEFAULT_BUDGET_BYTES = 1024 * 1024;
/** What is read at once: a header and what stands around it. */
const BLOCK_BYTES = 16 * 1024;
/** Reads, and looks at what was read: a file made of a million tiny boxes must not keep anybody busy. */
const MAX_READS = 256;
const MAX_LOOKUPS = 20_000;

/** Reads a little of a file, here and there, and never more than it may. */
export class ByteReader {
  readonly size: number;
  readonly #file: Blob;
  readonly #signal: AbortSignal;
  readonly #blocks: { from: number; bytes: ArrayBuffer }[] = [];
  #left: number;
  #looks = 0;

  constructor(file: Blob, signal: AbortSignal, budget = DEFAULT_BUDGET_BYTES) {
    this.#left = budget;
    this.#file = file;
    this.#signal = signal;
    this.size = file.size;
  }

  /**
   * The bytes at a place; nothing where the file has none, when it cannot be read, and when enough has been read.
   */
  async at(from: number, length: number): Promise<DataView<ArrayBuffer> | undefined> {
    if (this.#signal.aborted || ++this.#looks > MAX_LOOKUPS) return undefined;
    if (!Number.isSafeInteger(from) || from < 0 || length > this.size - from) return undefined;
    const known = this.#blocks.find(
      (block) => from >= block.from && from + length <= block.from + block.bytes.byteLength,
    );
    const block = known ?? (await this.#read(from, length));
    return block && new DataView(block.bytes, from - block.from, length);
  }

  async #read(from: number, length: number): Promise<{ from: number; bytes: ArrayBuffer } | undefined> {
    const wanted = Math.min(Math.max(length, BLOCK_BYTES), this.#left, this.size - from);
    if (wanted < length || this.#blocks.length >= MAX_READS) return undefined;
    this.#left -= wanted;
    try {
      const bytes = await this.#file.slice(from, from + wanted).arrayBuffer();
      if (bytes.byteLength < length) return undefined;
      const block = { from, bytes };
      this.#blocks.push(block);
      return block;
    } catch {
      // Not readable, or not any more: the upload itself will say so.
      return undefined;
    }
  }
}

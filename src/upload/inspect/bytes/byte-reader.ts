import { abortable } from '../../../core/async/abortable.ts';
import { withDeadline } from '../../../core/async/deadline.ts';

/** Limits for one file: bytes, reads, and lookups in read bytes (a file may consist of a million tiny boxes). */
const MAX_BYTES = 1024 * 1024;
const MAX_READS = 256;
const MAX_LOOKUPS = 20_000;
/** One read: a header and its surroundings. */
const BLOCK_BYTES = 16 * 1024;

/** Reads small pieces of a file within fixed limits. Rejects when the file cannot be read, or not in time. */
export class ByteReader {
  readonly size: number;
  readonly #file: Blob;
  readonly #signal: AbortSignal;
  readonly #blocks: { from: number; bytes: ArrayBuffer }[] = [];
  #leftBytes = MAX_BYTES;
  #leftMs: number;
  #lookups = 0;

  constructor(file: Blob, timeoutMs: number, signal: AbortSignal = new AbortController().signal) {
    this.#file = file;
    this.#leftMs = timeoutMs;
    this.#signal = signal;
    this.size = file.size;
  }

  /** The bytes at `from`; undefined beyond the file's end and beyond the limits. */
  async at(from: number, length: number): Promise<DataView<ArrayBuffer> | undefined> {
    this.#signal.throwIfAborted();
    if (++this.#lookups > MAX_LOOKUPS) return undefined;
    if (!Number.isSafeInteger(from) || from < 0 || length > this.size - from) return undefined;
    const known = this.#blocks.find(
      (block) => from >= block.from && from + length <= block.from + block.bytes.byteLength,
    );
    const block = known ?? (await this.#read(from, length));
    return block && new DataView(block.bytes, from - block.from, length);
  }

  async #read(from: number, length: number): Promise<{ from: number; bytes: ArrayBuffer } | undefined> {
    const wanted = Math.min(Math.max(length, BLOCK_BYTES), this.#leftBytes, this.size - from);
    if (wanted < length || this.#blocks.length >= MAX_READS) return undefined;
    this.#leftBytes -= wanted;
    const began = performance.now();
    const reading = abortable(this.#file.slice(from, from + wanted).arrayBuffer(), this.#signal);
    const bytes = await withDeadline(reading, Math.max(0, this.#leftMs), 'The file is read too slowly.');
    this.#leftMs -= performance.now() - began;
    if (bytes.byteLength < length) return undefined;
    const block = { from, bytes };
    this.#blocks.push(block);
    return block;
  }
}

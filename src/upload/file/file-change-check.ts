import { VhError } from '../../core/vh-error.ts';
import { asGrowing } from './recording-file.ts';
import type { UploadWorld } from '../upload-world.ts';

/** Bytes of one sample, and how many there are, over the whole file. Each costs more time than its bytes. */
const SAMPLE_BYTES = 4 * 1024;
const SAMPLE_COUNT = 8;
/** A page that is being left can read nothing: how long to wait before looking again, and how often. */
const READ_RETRY_DELAY_MS = 200;
const MAX_READ_ATTEMPTS = 50;

/**
 * Remembers what a file was when it was chosen, and says when it is not that any more: a request that fails for this
 * reason looks like one that the network failed. Not every browser fails it: Firefox sends whatever the file holds by then,
 * so that samples of the bytes are looked at again.
 */
export class FileChangeCheck {
  readonly #file: File;
  readonly #world: Pick<UploadWorld, 'sleep'>;
  /** Nothing for a file that is still being written. */
  readonly #size: number | undefined;
  readonly #lastModified: number;
  #samples: Uint8Array | undefined;

  constructor(file: File, world: Pick<UploadWorld, 'sleep'>) {
    this.#file = file;
    this.#world = world;
    this.#size = asGrowing(file) ? undefined : file.size;
    this.#lastModified = file.lastModified;
  }

  /** Throws when the file cannot be read at all. */
  assertReadable(signal: AbortSignal): Promise<void> {
    return this.#assert(() => this.#hasByte(0), signal);
  }

  /** Throws when the byte at `from` cannot be read, or is not the chosen file's. */
  assertUnchanged(signal: AbortSignal, from = 0): Promise<void> {
    return this.#assert(() => this.#isSame(from), signal);
  }

  async #assert(look: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
    let isSame;
    try {
      isSame = await this.#readWithRetries(look, signal);
    } catch (cause) {
      signal.throwIfAborted();
      // Browsers do not say that a file changed: what could be read once, is still there and is kept back now, has.
      const isKeptBack = this.#samples && cause instanceof DOMException && cause.name === 'NotReadableError';
      if (isKeptBack || this.#hasOtherMetadata) throw fileChanged();
      throw new VhError('file-unreadable', 'The file cannot be read, or not any more.', { cause });
    }
    if (!isSame || this.#hasOtherMetadata) throw fileChanged();
  }

  /**
   * True when what is read is what was chosen. WebKit ends the requests of a page that is left, and keeps every byte
   * back from it, until it is come back to: that says nothing of the file.
   */
  async #readWithRetries(look: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
    for (let looks = 1; ; looks++) {
      try {
        return await look();
      } catch (error) {
        if (looks === MAX_READ_ATTEMPTS || (await canReadAnything())) throw error;
        await this.#world.sleep(READ_RETRY_DELAY_MS, signal);
      }
    }
  }

  async #isSame(from: number): Promise<boolean> {
    if (!(await this.#hasByte(from))) return false;
    return this.#size === undefined || (await this.#hasSameSamples(this.#size));
  }

  async #hasByte(from: number): Promise<boolean> {
    // By now: while it is read, more of a recording may come.
    const { size } = this.#file;
    const { byteLength } = await this.#file.slice(from, from + 1).arrayBuffer();
    return byteLength === 1 || from >= size;
  }

  async #hasSameSamples(size: number): Promise<boolean> {
    const stretch = Math.max(0, size - SAMPLE_BYTES) / (SAMPLE_COUNT - 1);
    const places = Array.from({ length: SAMPLE_COUNT }, (_place, index) => Math.floor(index * stretch));
    // One blob of many slices is one read.
    const slices = places.map((from) => this.#file.slice(from, from + SAMPLE_BYTES));
    const samples = new Uint8Array(await new Blob(slices).arrayBuffer());
    this.#samples ??= samples;
    return areEqual(samples, this.#samples);
  }

  get #hasOtherMetadata(): boolean {
    return (
      (this.#size !== undefined && this.#file.size !== this.#size) ||
      this.#file.lastModified !== this.#lastModified
    );
  }
}

function canReadAnything(): Promise<boolean> {
  return new Blob(['?']).arrayBuffer().then(
    () => true,
    () => false,
  );
}

/** A plain loop: a call for each byte of so many is a millisecond that a page would feel. */
function areEqual(some: Uint8Array, others: Uint8Array): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return true;
}

function fileChanged(): VhError {
  return new VhError('file-changed', 'The file changed after it was chosen.');
}

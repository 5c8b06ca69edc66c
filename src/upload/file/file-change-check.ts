import { VhError } from '../../core/errors/vh-error.ts';
import { sampleFile } from './fingerprint-file.ts';
import { asGrowing } from '../ports/recording-file.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';

/** Bytes of one sample, and how many there are, over the whole file. Each costs more time than its bytes. */
const SAMPLE_BYTES = 4 * 1024;
const SAMPLE_COUNT = 8;
/** A page that is being left can read nothing: how long to wait before looking again, and how often. */
const READ_RETRY_DELAY_MS = 200;
const MAX_READ_ATTEMPTS = 50;

/**
 * Detects that a file changed after it was chosen: a request that fails for this reason looks like a network failure. In
 * Firefox the request does not fail, but sends the new content; so samples of the bytes are compared.
 */
export class FileChangeCheck {
  readonly #file: File;
  readonly #environment: Pick<UploadEnvironment, 'sleep'>;
  /** Undefined for a file that is still being written. */
  readonly #size: number | undefined;
  readonly #lastModified: number;
  #samples: Uint8Array | undefined;

  constructor(file: File, environment: Pick<UploadEnvironment, 'sleep'>) {
    this.#file = file;
    this.#environment = environment;
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
      // Browsers do not say that a file changed. One that could be read before and is withheld now has changed.
      const isKeptBack = this.#samples && cause instanceof DOMException && cause.name === 'NotReadableError';
      if (isKeptBack || this.#hasOtherMetadata) throw fileChanged();
      throw new VhError('file-unreadable', 'The file cannot be read.', { cause });
    }
    if (!isSame || this.#hasOtherMetadata) throw fileChanged();
  }

  /**
   * True when the bytes are those of the chosen file. WebKit withholds every byte from a page that is being left, until
   * the visitor returns: that says nothing about the file.
   */
  async #readWithRetries(look: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
    for (let looks = 1; ; looks++) {
      try {
        return await look();
      } catch (error) {
        if (looks === MAX_READ_ATTEMPTS || (await canReadAnything())) throw error;
        await this.#environment.sleep(READ_RETRY_DELAY_MS, signal);
      }
    }
  }

  async #isSame(from: number): Promise<boolean> {
    // The first sample begins with the first byte.
    const isSampled = this.#size !== undefined && from === 0;
    if (!isSampled && !(await this.#hasByte(from))) return false;
    return this.#size === undefined || (await this.#hasSameSamples(this.#size));
  }

  async #hasByte(from: number): Promise<boolean> {
    // By now: while it is read, more of a recording may come.
    const { size } = this.#file;
    const { byteLength } = await this.#file.slice(from, from + 1).arrayBuffer();
    return byteLength === 1 || from >= size;
  }

  async #hasSameSamples(size: number): Promise<boolean> {
    const blob = sampleFile(this.#file, size, SAMPLE_BYTES, SAMPLE_COUNT);
    const samples = new Uint8Array(await blob.arrayBuffer());
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

/** A plain loop: a call for each byte would cost a millisecond of the page. */
function areEqual(some: Uint8Array, others: Uint8Array): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return true;
}

function fileChanged(): VhError {
  return new VhError('file-changed', 'The file changed after it was chosen.');
}

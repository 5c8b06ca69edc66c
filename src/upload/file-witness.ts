import { VhError } from '../core/vh-error.ts';
import { growthOf } from './growth.ts';

/**
 * Remembers what a file was when it was chosen, and says when it is not that any more: a request that fails for this
 * reason looks like one that the network failed.
 */
export class FileWitness {
  readonly #file: File;
  /** Nothing for a file that is still being written. */
  readonly #size: number | undefined;
  readonly #lastModified: number;
  #wasRead = false;

  constructor(file: File) {
    this.#file = file;
    this.#size = growthOf(file) ? undefined : file.size;
    this.#lastModified = file.lastModified;
  }

  /** Throws when the byte at `from` cannot be read, or is not the chosen file's. */
  async assertReadable(from = 0): Promise<void> {
    try {
      await this.#file.slice(from, from + 1).arrayBuffer();
    } catch (cause) {
      // Browsers do not say that a file changed: what could be read once, is still there and is kept back now, has.
      const isKeptBack = this.#wasRead && cause instanceof DOMException && cause.name === 'NotReadableError';
      if (isKeptBack || this.#isOther) throw changed();
      throw new VhError('file-unreadable', 'The file cannot be read, or not any more.', { cause });
    }
    if (this.#isOther) throw changed();
    this.#wasRead = true;
  }

  get #isOther(): boolean {
    return (
      (this.#size !== undefined && this.#file.size !== this.#size) ||
      this.#file.lastModified !== this.#lastModified
    );
  }
}

function changed(): VhError {
  return new VhError('file-changed', 'The file changed after it was chosen.');
}

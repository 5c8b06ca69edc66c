import { open, type FileHandle } from 'node:fs/promises';
import { StreamTarget, type Output, type StreamTargetChunk } from 'mediabunny';
import { writeFully } from '../../store/files/write-fully.ts';

/**
 * A file that mediabunny writes. Its own one takes a write for whole that the disk had no room for, and what it throws
 * does not always say that the disk failed.
 */
export class OutputFile {
  readonly target: StreamTarget;
  readonly #path: string;
  #handle: FileHandle | undefined;
  /** The first call of the disk that failed. */
  #failure: Error | undefined;

  constructor(file: string) {
    this.#path = file;
    const stream = new WritableStream<StreamTargetChunk>({
      write: ({ data, position }) => this.#write(data, position),
      close: () => this.#close(),
    });
    this.target = new StreamTarget(stream, { chunked: true });
  }

  /** Gives up what could not be written to its end; throws the disk's failure, if that is why. */
  async abandon(): Promise<void> {
    await this.#close().catch(() => undefined);
    if (this.#failure) throw this.#failure;
  }

  async #write(bytes: Uint8Array, position: number): Promise<void> {
    await this.#noting(async () => {
      this.#handle ??= await open(this.#path, 'w');
      await writeFully(this.#handle, bytes, position);
    });
  }

  async #close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await this.#noting(async () => handle?.close());
  }

  async #noting(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }
}

/** Fills an output and ends it. A failure leaves nothing open, and a disk failure is thrown. */
export async function writeOutput(
  output: Output,
  files: readonly OutputFile[],
  fill: () => Promise<void>,
): Promise<void> {
  try {
    await fill();
    await output.finalize();
  } catch (error) {
    // Its complaint would hide the first one.
    if (output.state !== 'canceled') await output.cancel().catch(() => undefined);
    for (const file of files) await file.abandon();
    throw error;
  }
}

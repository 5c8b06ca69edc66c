import { abortable } from '../../../core/async/abortable.ts';
import type { RecordingFile } from '../../ports/recording-file.ts';
import type { OpenMemory } from '../../ports/upload-memory.ts';

/**
 * A file that is still being written. Its size is that of the present bytes, which do not change: slices may be sent while
 * more comes.
 */
export class GrowingFile extends File implements RecordingFile {
  openMemory: OpenMemory | undefined;
  picture: Promise<ImageBitmap | undefined> | undefined;
  readonly #pieces: { from: number; blob: Blob }[] = [];
  #onChange = () => {};
  /** Resolves at the next piece or at the end. */
  #change = new Promise<void>((resolve) => (this.#onChange = resolve));
  #name: string;
  #size = 0;
  #isOpen = true;

  constructor(name: string, type: string) {
    super([], name, { type });
    this.#name = name;
  }

  /** True while more may come. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  override get name(): string {
    return this.#name;
  }

  override get size(): number {
    return this.#size;
  }

  /** Renames the file. */
  rename(name: string): void {
    this.#name = name;
  }

  /** Appends a piece; after `end`, drops it. */
  append(blob: Blob): void {
    if (!this.#isOpen || blob.size === 0) return;
    this.#pieces.push({ from: this.#size, blob });
    this.#size += blob.size;
    this.#publish();
  }

  /** Ends the file. */
  end(): void {
    this.#isOpen = false;
    this.#publish();
  }

  /** Resolves at the next piece or at the end; at once after it. Rejects with the signal's reason. */
  grown(signal: AbortSignal): Promise<void> {
    return this.#isOpen ? abortable(this.#change, signal) : Promise.resolve();
  }

  override slice(start = 0, end = this.#size, type = ''): Blob {
    const from = place(start, this.#size);
    const to = Math.max(from, place(end, this.#size));
    const touched = this.#pieces.filter((piece) => piece.from < to && piece.from + piece.blob.size > from);
    const first = touched[0]?.from ?? from;
    return new Blob(touched.map(({ blob }) => blob)).slice(from - first, to - first, type);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.slice().arrayBuffer();
  }

  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.slice().bytes();
  }

  override text(): Promise<string> {
    return this.slice().text();
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.slice().stream();
  }

  /** The present bytes, as a file that does not grow. */
  toFile(): File {
    const { name, type, lastModified } = this;
    return new File(
      this.#pieces.map(({ blob }) => blob),
      name,
      { type, lastModified },
    );
  }

  #publish(): void {
    const report = this.#onChange;
    this.#change = new Promise((resolve) => (this.#onChange = resolve));
    report();
  }
}

/** As `Blob.slice` counts: from the end where it is negative. */
function place(at: number, size: number): number {
  return at < 0 ? Math.max(0, size + at) : Math.min(at, size);
}

import type { RecordingFile } from '../file/recording-file.ts';
import type { OpenMemory } from '../resume/upload-memory.ts';

/** Calls back once when there is more, or the end. */
type Waiter = () => void;

/**
 * A file that is still being written: its size is what there is by now. What has been written stays as it is, so that
 * slices of it may be sent while more comes.
 */
export class GrowingFile extends File implements RecordingFile {
  openMemory: OpenMemory | undefined;
  picture: Promise<ImageBitmap | undefined> | undefined;
  readonly #pieces: { from: number; blob: Blob }[] = [];
  readonly #waiters = new Set<Waiter>();
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

  /** Gives it another name. */
  rename(name: string): void {
    this.#name = name;
  }

  /** Writes more at its end. What comes after the end is dropped. */
  append(blob: Blob): void {
    if (!this.#isOpen || blob.size === 0) return;
    this.#pieces.push({ from: this.#size, blob });
    this.#size += blob.size;
    this.#tell();
  }

  /** Says that this was all. */
  end(): void {
    this.#isOpen = false;
    this.#tell();
  }

  /** Resolves at the next piece or at the end; at once after it. Rejects with the signal's reason. */
  grown(signal: AbortSignal): Promise<void> {
    if (!this.#isOpen) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const tell = () => {
        over.abort();
        this.#waiters.delete(tell);
        resolve();
      };
      const stop = () => {
        this.#waiters.delete(tell);
        reject(signal.reason as Error);
      };
      if (signal.aborted) return stop();
      this.#waiters.add(tell);
      signal.addEventListener('abort', stop, { signal: over.signal });
    });
  }

  override slice(start = 0, end = this.#size, type = ''): Blob {
    const from = place(start, this.#size);
    const to = Math.max(from, place(end, this.#size));
    const touched = this.#pieces.slice(this.#indexAt(from), this.#indexAt(to) + 1);
    const parts = touched.map(({ from: at, blob }) =>
      blob.slice(Math.max(0, from - at), Math.min(Math.max(0, to - at), blob.size)),
    );
    return new Blob(parts, { type });
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

  /** What there is by now, as a file that stays as it is. */
  toFile(): File {
    const { name, type, lastModified } = this;
    return new File(
      this.#pieces.map(({ blob }) => blob),
      name,
      { type, lastModified },
    );
  }

  #tell(): void {
    for (const waiter of [...this.#waiters]) waiter();
  }

  /** The piece that holds a byte. */
  #indexAt(at: number): number {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#pieces[middle]?.from ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }
}

/** As `Blob.slice` counts: from the end where it is negative. */
function place(at: number, size: number): number {
  return at < 0 ? Math.max(0, size + at) : Math.min(at, size);
}

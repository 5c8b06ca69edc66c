import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { DataFolder } from './data-folder.ts';

/** One piece of a source. */
interface Piece {
  position: number;
  sha256: string | null;
  file: string;
}

/** Sources whose checksums are remembered. */
const MOST = 1_000;

/** The SHA-256 of whole sources: of one that came in several pieces, it is computed when somebody asks for it. */
export class SourceChecksums {
  readonly #folder: DataFolder;
  /** By the names of the files that they are of: a source that is replaced has others. */
  readonly #known = new Map<string, string>();
  readonly #asked = new Set<string>();
  /** One at a time: uploads come first. */
  #last: Promise<void> = Promise.resolve();

  constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  /** The checksum of a source in hexadecimal; undefined until it is known. */
  of(videoId: string, extents: readonly Piece[]): string | undefined {
    const [first] = extents;
    if (first?.sha256 && extents.length === 1) return first.sha256;
    const inOrder = [...extents].sort((one, other) => one.position - other.position).map(({ file }) => file);
    const key = [videoId, ...inOrder].join(' ');
    const known = this.#known.get(key);
    if (known === undefined && !this.#asked.has(key)) this.#compute(key, inOrder);
    return known;
  }

  #compute(key: string, files: readonly string[]): void {
    this.#asked.add(key);
    this.#last = this.#last
      .then(async () => {
        const hash = createHash('sha256');
        for (const file of files)
          for await (const chunk of createReadStream(this.#folder.extent(file))) hash.update(chunk as Buffer);
        this.#known.set(key, hash.digest('hex'));
        const [oldest] = this.#known.keys();
        if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
      })
      // Deleted meanwhile, or its folder has gone: the next question tries again.
      .catch(() => {})
      .finally(() => this.#asked.delete(key));
  }
}

import { readFile } from 'node:fs/promises';

/** A file that counts reads, and may be larger than its content: the rest is zeros. */
export class CountedFile extends File {
  bytesRead = 0;
  reads = 0;

  override slice(start = 0, end = this.size, type?: string): Blob {
    const part = super.slice(start, end, type);
    this.reads++;
    this.bytesRead += part.size;
    return part;
  }
}

/** One of the tiny files under test/media/inspect. */
export async function mediaBytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(new URL(`../../../../../test/media/inspect/${name}`, import.meta.url));
  return new Uint8Array(bytes);
}

/** The same as a file that counts. */
export async function mediaFile(name: string): Promise<CountedFile> {
  return new CountedFile([await mediaBytes(name)], name);
}

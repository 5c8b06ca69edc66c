import { fingerprintFile } from '../../file/fingerprint-file.ts';
import type { StoredUpload } from '../store/stored-upload.ts';
import { KEPT_FOLDER } from './has-kept-files.ts';

/** Bytes that are copied at a time: what is aborted ends after them. */
const CHUNK = 4 * 1024 * 1024;

/** Copies of files in the origin's private file system, each under the key of its upload. */
export class KeptFiles {
  readonly #folder: FileSystemDirectoryHandle;

  private constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder;
  }

  /** Rejects where the browser has no such file system, or cannot write to it from a page. */
  static async open(): Promise<KeptFiles> {
    const root = await navigator.storage.getDirectory();
    return new KeptFiles(await root.getDirectoryHandle(KEPT_FOLDER, { create: true }));
  }

  /**
   * Copies a file. The copy appears as a whole when its last byte is written; after a failure, or when the signal aborts, nothing
   * is left of it.
   */
  async put(key: string, file: File, signal: AbortSignal): Promise<void> {
    const name = await nameOf(key);
    try {
      const handle = await this.#folder.getFileHandle(name, { create: true });
      const stream = await handle.createWritable();
      try {
        for (let from = 0; from < file.size; from += CHUNK) {
          await stream.write(file.slice(from, from + CHUNK));
          signal.throwIfAborted();
        }
      } catch (error) {
        await stream.abort().catch(() => {});
        throw error;
      }
      await stream.close();
      signal.throwIfAborted();
    } catch (error) {
      await this.#folder.removeEntry(name).catch(() => {});
      throw error;
    }
  }

  /** True where there is a copy of that length. */
  async has({ key, file }: Pick<StoredUpload, 'key' | 'file'>): Promise<boolean> {
    return (await this.#copyOf(key))?.size === file.size;
  }

  /** The copy, as the file that it was; undefined without a whole one. */
  async find({ key, scope, file }: StoredUpload): Promise<File | undefined> {
    const copy = await this.#copyOf(key);
    if (copy?.size !== file.size) return undefined;
    const { name, type, lastModified } = file;
    const found = new File([copy], name, { type, lastModified });
    // A machine that went down may have kept the length, and not the bytes.
    return key === `${scope} ${await fingerprintFile(found, crypto.subtle)}` ? found : undefined;
  }

  /** Bytes of all copies. */
  async usedBytes(): Promise<number> {
    let sum = 0;
    for await (const entry of this.#folder.values())
      if (entry.kind === 'file') sum += (await entry.getFile()).size;
    return sum;
  }

  /** Removes all copies but those of these uploads. */
  async retain(uploads: readonly StoredUpload[]): Promise<void> {
    const wanted = new Set(await Promise.all(uploads.map(({ key }) => nameOf(key))));
    const names: string[] = [];
    for await (const name of this.#folder.keys()) if (!wanted.has(name)) names.push(name);
    // One that is being written is not removed: who writes it does that.
    for (const name of names) await this.#folder.removeEntry(name).catch(() => {});
  }

  async #copyOf(key: string): Promise<File | undefined> {
    try {
      return await (await this.#folder.getFileHandle(await nameOf(key))).getFile();
    } catch {
      return undefined;
    }
  }
}

/** A name that every file system takes, and that tells nothing. */
async function nameOf(key: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

import { VhError } from '../../core/vh-error.ts';
import { claimJournal } from './claim-journal.ts';
import type { Journal } from './journal.ts';

/** Milliseconds: a disk that takes longer for a moment of film cannot keep up with it. */
const WRITE_TIMEOUT_MS = 5_000;
const INFO_FILE = 'about.json';
const RESUME_FILE = 'upload.json';

/** The name of a piece, by which its place is known. */
export const pieceName = (index: number): string => String(index).padStart(8, '0');

/**
 * A recording's folder in the browser's own file system, as long as this page has to do with it.
 *
 * One file a piece: a file appears whole when it is closed, so that a crash in the middle of a write loses that piece
 * and no other, and nothing has to be repaired.
 */
export class FolderJournal implements Journal {
  readonly folder: FileSystemDirectoryHandle;
  readonly #root: FileSystemDirectoryHandle;
  readonly #releaseLock: () => void;
  /** What is on its way to the disk. */
  readonly #writing = new Set<Promise<unknown>>();
  #pieces = 0;
  #isIncomplete = false;
  #isDiscarded = false;

  private constructor(
    root: FileSystemDirectoryHandle,
    folder: FileSystemDirectoryHandle,
    release: () => void,
  ) {
    this.#root = root;
    this.folder = folder;
    this.#releaseLock = release;
  }

  /** The journal of that name; nothing while another page has to do with it. */
  static async open(root: FileSystemDirectoryHandle, id: string): Promise<FolderJournal | undefined> {
    // Before there is anything to be found: nobody else may take it for one that a crash has left.
    const release = await claimJournal(id);
    if (!release) return undefined;
    try {
      return new FolderJournal(root, await root.getDirectoryHandle(id, { create: true }), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Says what it is a recording of. */
  async describe(about: string): Promise<void> {
    await this.#put(INFO_FILE, new Blob([about]));
  }

  /** What it is a recording of, and how far its upload was. */
  async read(): Promise<{ about: File; note: string | undefined }> {
    const note = await this.folder.getFileHandle(RESUME_FILE).then(
      async (handle) => (await handle.getFile()).text(),
      () => undefined,
    );
    return { about: await (await this.folder.getFileHandle(INFO_FILE)).getFile(), note };
  }

  async write(piece: Blob): Promise<Blob> {
    try {
      return await this.#put(pieceName(this.#pieces++), piece);
    } catch (error) {
      // What leaves from now on is not in here: another visit must not go on in the middle of it.
      this.#isIncomplete = true;
      await this.#removeNote();
      throw error;
    }
  }

  async note(text: string | undefined): Promise<void> {
    if (text === undefined) await this.#removeNote();
    else if (!this.#isIncomplete) await this.#put(RESUME_FILE, new Blob([text]));
    if (this.#isIncomplete) await this.#removeNote();
  }

  release(): void {
    this.#releaseLock();
  }

  async discard(): Promise<void> {
    this.#isDiscarded = true;
    // No browser takes away a folder in which a file is being written: it would be offered to the next visit.
    await Promise.allSettled(this.#writing);
    const id = this.folder.name;
    await this.#root.removeEntry(id, { recursive: true }).catch(() => {});
    this.#releaseLock();
  }

  async #removeNote(): Promise<void> {
    await this.folder.removeEntry(RESUME_FILE).catch(() => {});
  }

  #put(name: string, content: Blob): Promise<File> {
    const writing = this.#write(name, content);
    this.#writing.add(writing);
    const forget = () => this.#writing.delete(writing);
    writing.then(forget, forget);
    return writing;
  }

  #write(name: string, content: Blob): Promise<File> {
    return withWriteTimeout(async () => {
      if (this.#isDiscarded) throw new VhError('aborted', 'The recording is not kept any more.');
      const handle = await this.folder.getFileHandle(name, { create: true });
      const stream = await handle.createWritable();
      try {
        await stream.write(content);
      } catch (error) {
        await stream.abort().catch(() => {});
        throw error;
      }
      await stream.close();
      return handle.getFile();
    });
  }
}

async function withWriteTimeout<Value>(work: () => Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new VhError('timeout', 'The disk is too slow.')), WRITE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

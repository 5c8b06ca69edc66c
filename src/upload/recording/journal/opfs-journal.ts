import { withDeadline } from '../../../core/async/deadline.ts';
import { makeRandomName } from '../../../core/random-name.ts';
import { VhError } from '../../../core/errors/vh-error.ts';
import { tryLock, type ReleaseLock } from '../../resume/tabs/tab-lock.ts';
import type { Journal, JournalInfo } from './journal.ts';

/** A disk that takes longer for a moment of film cannot keep up with the camera. */
const WRITE_TIMEOUT_MS = 5_000;
const INFO_FILE = 'about.json';
const RESUME_FILE = 'upload.json';

/** The file name of a piece, by its index. */
export const pieceName = (index: number): string => String(index).padStart(8, '0');

/**
 * A recording's folder in the browser's own file system, locked for this page.
 *
 * One file a piece: a file appears whole when it is closed, so that a crash in the middle of a write loses that piece
 * and no other, and nothing has to be repaired.
 */
export class OpfsJournal implements Journal {
  readonly folder: FileSystemDirectoryHandle;
  readonly #root: FileSystemDirectoryHandle;
  readonly #releaseLock: ReleaseLock;
  /** Writes in progress. */
  readonly #writing = new Set<Promise<unknown>>();
  #pieces = 0;
  #isIncomplete = false;
  #isDiscarded = false;

  private constructor(
    root: FileSystemDirectoryHandle,
    folder: FileSystemDirectoryHandle,
    release: ReleaseLock,
  ) {
    this.#root = root;
    this.folder = folder;
    this.#releaseLock = release;
  }

  /** The journal of that name; undefined while another page has it. */
  static async open(root: FileSystemDirectoryHandle, id: string): Promise<OpfsJournal | undefined> {
    // First, so that no other page takes the new folder for a crashed one.
    const release = await claimJournal(id);
    if (!release) return undefined;
    try {
      return new OpfsJournal(root, await root.getDirectoryHandle(id, { create: true }), release);
    } catch (error) {
      void release();
      throw error;
    }
  }

  /** Writes the recording's description. */
  async describe(about: string): Promise<void> {
    await this.#put(INFO_FILE, new Blob([about]));
  }

  /** The recording's description, and the note of its upload. */
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
      // Later pieces are not in the journal: another visit must not resume in the middle of them.
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
    void this.#releaseLock();
  }

  async discard(): Promise<void> {
    this.#isDiscarded = true;
    // No browser removes a folder while a file is written in it: the next visit would be offered the recording.
    await Promise.allSettled(this.#writing);
    const id = this.folder.name;
    await this.#root.removeEntry(id, { recursive: true }).catch(() => {});
    await this.#releaseLock();
  }

  async #removeNote(): Promise<void> {
    await this.folder.removeEntry(RESUME_FILE).catch(() => {});
  }

  #put(name: string, content: Blob): Promise<File> {
    const writing = withDeadline(this.#write(name, content), WRITE_TIMEOUT_MS, 'The disk is too slow.');
    this.#writing.add(writing);
    const forget = () => this.#writing.delete(writing);
    writing.then(forget, forget);
    return writing;
  }

  async #write(name: string, content: Blob): Promise<File> {
    if (this.#isDiscarded) throw new VhError('aborted', 'The recording is no longer stored.');
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
  }
}

/** The folder that holds one folder per recording; undefined where the browser has none, or denies it. */
export async function journalFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  // Absent in some browsers, whatever the types say; so are files that can be written to.
  const storage = (globalThis.navigator as Partial<Navigator> | undefined)?.storage;
  if (!('FileSystemFileHandle' in globalThis && 'createWritable' in FileSystemFileHandle.prototype))
    return undefined;
  try {
    const root = await storage?.getDirectory();
    return await root?.getDirectoryHandle('vh-recordings', { create: true });
  } catch {
    return undefined;
  }
}

/** Claims a journal for this page until it ends in whatever way; undefined when another page has it. */
async function claimJournal(id: string): Promise<ReleaseLock | undefined> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  // Without locks, each page takes itself for the only one.
  return locks ? tryLock(locks, `vh-recording-${id}`).catch(() => undefined) : () => Promise.resolve();
}

/** Begins the journal of a recording by `subject` in the browser's own file system; undefined without one, or without room. */
export async function createJournal({ name, type }: File, subject?: string): Promise<Journal | undefined> {
  const root = await journalFolder();
  if (!root) return undefined;
  const journal = await OpfsJournal.open(root, makeRandomName());
  try {
    const entry: JournalInfo = { name, type, begun: Date.now(), subject };
    await journal?.describe(JSON.stringify(entry));
  } catch {
    await journal?.discard();
    return undefined;
  }
  return journal;
}

import { open, type FileHandle } from 'node:fs/promises';
import { CustomSource } from 'mediabunny';

/** One file of a source that is stored as several. */
export interface StoredFile {
  path: string;
  size: number;
}

/** Few are open at once: a source may have ten thousand parts. */
const MAX_OPEN_FILES = 8;

/** Lets mediabunny read files that lie one after the other as if they were one. */
export function extentsSource(files: readonly StoredFile[], onRead?: () => void): CustomSource {
  const pool = new HandlePool();
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return new CustomSource({
    getSize: () => size,
    read: async (start, end) => {
      const bytes = Buffer.allocUnsafe(end - start);
      let at = 0;
      for (const file of files) {
        const from = Math.max(start, at);
        const to = Math.min(end, at + file.size);
        const [target, position] = [bytes.subarray(from - start, to - start), from - at];
        if (from < to) await pool.use(file.path, (handle) => readFully(handle, target, position));
        at += file.size;
      }
      onRead?.();
      return bytes;
    },
    dispose: () => {
      pool.close();
    },
    prefetchProfile: 'fileSystem',
  });
}

interface Opened {
  handle: Promise<FileHandle>;
  users: number;
}

/** Keeps the handles that were used last, and closes none that is in use. */
class HandlePool {
  readonly #opened = new Map<string, Opened>();
  #isClosed = false;

  async use(path: string, work: (handle: FileHandle) => Promise<void>): Promise<void> {
    const opened = this.#opened.get(path) ?? { handle: open(path, 'r'), users: 0 };
    // The last used are at the end.
    this.#opened.delete(path);
    this.#opened.set(path, opened);
    opened.users++;
    try {
      await work(await opened.handle);
    } finally {
      opened.users--;
      this.#closeIdle();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#closeIdle();
  }

  #closeIdle(): void {
    for (const [path, { handle, users }] of this.#opened) {
      if (!this.#isClosed && this.#opened.size <= MAX_OPEN_FILES) return;
      if (users > 0) continue;
      this.#opened.delete(path);
      // One that could not be opened has reported that to its user.
      handle.then((one) => one.close()).catch(() => undefined);
    }
  }
}

async function readFully(handle: FileHandle, target: Buffer, position: number): Promise<void> {
  for (let done = 0; done < target.length;) {
    const { bytesRead } = await handle.read(target, done, target.length - done, position + done);
    if (bytesRead === 0) throw new Error('a stored file is shorter than it should be');
    done += bytesRead;
  }
}

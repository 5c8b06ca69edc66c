import { open, type FileHandle } from 'node:fs/promises';
import { CustomSource } from 'mediabunny';

/** One file of a source that is stored as several. */
export interface StoredFile {
  path: string;
  size: number;
}

/** Lets mediabunny read files that lie one after the other as if they were one. */
export function extentsSource(files: readonly StoredFile[]): CustomSource {
  const handles = new Map<string, Promise<FileHandle>>();
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const handleOf = (path: string) => {
    // Few are open at once: a source may have ten thousand parts.
    if (handles.size >= 8 && !handles.has(path)) {
      for (const [oldest, handle] of handles) {
        handles.delete(oldest);
        void handle.then((opened) => opened.close());
        break;
      }
    }
    const handle = handles.get(path) ?? open(path, 'r');
    handles.set(path, handle);
    return handle;
  };
  return new CustomSource({
    getSize: () => size,
    read: async (start, end) => {
      const bytes = Buffer.allocUnsafe(end - start);
      let at = 0;
      for (const file of files) {
        const from = Math.max(start, at);
        const to = Math.min(end, at + file.size);
        if (from < to)
          await readFully(await handleOf(file.path), bytes.subarray(from - start, to - start), from - at);
        at += file.size;
      }
      return bytes;
    },
    dispose: () => {
      for (const handle of handles.values()) void handle.then((opened) => opened.close());
      handles.clear();
    },
    prefetchProfile: 'fileSystem',
  });
}

async function readFully(handle: FileHandle, target: Buffer, position: number): Promise<void> {
  for (let done = 0; done < target.length;) {
    const { bytesRead } = await handle.read(target, done, target.length - done, position + done);
    if (bytesRead === 0) throw new Error('a stored file is shorter than it should be');
    done += bytesRead;
  }
}

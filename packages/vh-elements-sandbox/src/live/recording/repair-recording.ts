import { open, type FileHandle } from 'node:fs/promises';
import { isMissing } from '../../store/database/storage-failure.ts';

/**
 * Cuts off the half-written end after a crash, flushes the rest to disk and resolves with its size; with undefined when
 * the file is missing or holds no media. Rejects when the file exists and cannot be read.
 */
export async function repairRecording(path: string): Promise<number | undefined> {
  const handle = await open(path, 'r+').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!handle) return undefined;
  try {
    const { size } = await handle.stat();
    const good = await endOfMedia(handle, size);
    if (good === 0) return undefined;
    if (good < size) await handle.truncate(good);
    await handle.sync();
    return good;
  } finally {
    await handle.close();
  }
}

/** Where the last whole `mdat` ends. */
async function endOfMedia(handle: FileHandle, size: number): Promise<number> {
  const header = Buffer.alloc(8);
  let good = 0;
  for (let at = 0; at + 8 <= size;) {
    await handle.read(header, 0, 8, at);
    const length = header.readUInt32BE();
    if (length < 8 || at + length > size) break;
    at += length;
    if (header.toString('latin1', 4) === 'mdat') good = at;
  }
  return good;
}

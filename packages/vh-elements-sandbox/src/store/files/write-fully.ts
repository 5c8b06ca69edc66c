import type { FileHandle } from 'node:fs/promises';

/** Writes all of `bytes` at `position`: one write may take less than it is given. */
export async function writeFully(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}

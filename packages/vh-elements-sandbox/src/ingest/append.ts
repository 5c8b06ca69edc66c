import { createHash } from 'node:crypto';
import { constants, open, type FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { declaresMoreThan } from '../http/body/declared-size.ts';
import { Problem } from '../http/problem.ts';
import { isMissing } from '../store/database/storage-failure.ts';
import { writeFully } from '../store/files/write-fully.ts';

/** Bytes that may be on their way to the disk before they are counted. */
const STRIDE_BYTES = 8 * 1024 * 1024;

/** Where bytes are appended, and who is notified how many are safe. */
export interface Appending {
  path: string;
  offset: number;
  /** How many bytes there may be in the end. */
  limit: number;
  checksum: { algorithm: string; digest: string } | undefined;
  /** Makes sure that the name of a new file survives a power cut. */
  onCreated: () => Promise<void>;
  /** Called with every offset up to which the bytes are on disk. */
  onStored: (offset: number) => void;
}

/**
 * Appends a request's body to a file. Keeps and counts the received bytes of an incomplete body, so that the client
 * resumes from there; one with a checksum counts whole or not at all.
 */
export async function append(
  request: IncomingMessage,
  { path, offset, limit, checksum, onCreated, onStored }: Appending,
): Promise<number> {
  const tooLarge = () => new Problem('tus-too-large', { name: 'Upload-Length' });
  if (declaresMoreThan(request, limit - offset)) throw tooLarge();
  const hash = checksum && createHash(checksum.algorithm);
  const handle = await openAt(path, offset);
  let position = offset;
  let stored = offset;
  const store = async () => {
    if (position === stored) return;
    await handle.datasync();
    onStored(position);
    stored = position;
  };
  try {
    if (offset === 0) await onCreated();
    // Not destroyed by what fails here: its connection is needed for the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (position + chunk.length > limit) throw tooLarge();
      hash?.update(chunk);
      await writeFully(handle, chunk, position);
      position += chunk.length;
      if (!hash && position - stored >= STRIDE_BYTES) await store();
    }
    if (hash && hash.digest('base64') !== checksum.digest) throw new Problem('tus-checksum-mismatch');
    await store();
    return position;
  } catch (error) {
    // A second failure says less than the first one.
    if (!hash && !(error instanceof Problem)) await store().catch(() => undefined);
    // The rest is read and let go: the connection is needed for the answer, and for what comes after it.
    request.resume();
    throw error;
  } finally {
    await handle.close();
  }
}

/** Opens the file of an upload that has `offset` bytes, and holds it against that: a database may know of more. */
async function openAt(path: string, offset: number): Promise<FileHandle> {
  const flags = offset === 0 ? constants.O_RDWR | constants.O_CREAT : constants.O_RDWR;
  const handle = await open(path, flags, 0o600).catch((error: unknown) => {
    throw isMissing(error) ? new Problem('tus-upload-gone', { name: 'uploadId' }) : error;
  });
  try {
    const { size } = await handle.stat();
    if (size < offset) throw new Problem('tus-upload-gone', { name: 'uploadId' });
    // Bytes that came and were never counted: they would stand behind the end of a shorter upload.
    if (size > offset) await handle.truncate(offset);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

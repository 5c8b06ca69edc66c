import { createHash } from 'node:crypto';
import { constants, open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { declaresMoreThan } from '../http/declared-size.ts';
import { Problem } from '../http/problem.ts';
import { writeFully } from '../store/write-fully.ts';

/** Bytes that may be on their way to the disk before they are counted. */
const STRIDE = 8 * 1024 * 1024;

/** Where bytes are appended, and who is told how many are safe. */
export interface Appending {
  path: string;
  offset: number;
  /** How many bytes there may be in the end. */
  limit: number;
  checksum: { algorithm: string; digest: string } | undefined;
  /** Told of every offset up to which the bytes are on disk. */
  onStored: (offset: number) => void;
}

/**
 * Appends a request's body to a file. A body that breaks off leaves what had come, counted, so that the client goes on
 * from there; one with a checksum counts whole or not at all.
 */
export async function append(
  request: IncomingMessage,
  { path, offset, limit, checksum, onStored }: Appending,
): Promise<number> {
  const tooLarge = () => new Problem('tus-too-large', { name: 'Upload-Length' });
  if (declaresMoreThan(request, limit - offset)) throw tooLarge();
  const hash = checksum && createHash(checksum.algorithm);
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT);
  let position = offset;
  let stored = offset;
  const store = async () => {
    if (position === stored) return;
    await handle.datasync();
    onStored(position);
    stored = position;
  };
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      if (position + chunk.length > limit) throw tooLarge();
      hash?.update(chunk);
      await writeFully(handle, chunk, position);
      position += chunk.length;
      if (!hash && position - stored >= STRIDE) await store();
    }
    if (hash && hash.digest('base64') !== checksum.digest) throw new Problem('tus-checksum-mismatch');
    await store();
    return position;
  } catch (error) {
    if (!hash && !(error instanceof Problem)) await store();
    throw error;
  } finally {
    await handle.close();
  }
}

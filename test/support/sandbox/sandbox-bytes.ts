import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Bytes that look random and are the same for the same seed. */
export function seededBytes(size: number, seed = 1): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let state = seed * 2654435761 + 1;
  for (let at = 0; at < size; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** SHA-256 in hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** One of the small films in test/media/sandbox. */
export function film(name: string): Promise<Buffer> {
  return readFile(new URL(`../../../../test/media/sandbox/${name}`, import.meta.url));
}

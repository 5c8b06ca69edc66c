import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A fresh identifier: a prefix for its kind, and 22 unguessable letters and digits. */
export function newId(prefix: string): string {
  let id = prefix;
  while (id.length < prefix.length + 22) {
    for (const byte of randomBytes(32)) {
      // Bytes beyond the last whole multiple would favour the first letters.
      if (byte < 248 && id.length < prefix.length + 22) id += LETTERS.charAt(byte % 62);
    }
  }
  return id;
}

import type { UploadRecord } from '../upload-memory.ts';

/** A record as it may be kept. */
export function withoutSecrets(record: UploadRecord): UploadRecord {
  return { ...record, wire: record.wire.map(withoutSecret) };
}

/** An address that is signed, or that carries a name and a password, is a right: it lives as long as the page. */
export function withoutSecret(word: string | null): string | null {
  if (word === null || !URL.canParse(word)) return word;
  const { search, hash, username, password } = new URL(word);
  return search + hash + username + password === '' ? word : null;
}

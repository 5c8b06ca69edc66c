import type { UploadProtocol } from '../../core/wire/grant.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import type { KnownPart } from '../plan/part-plan.ts';

/** The record of an upload, for a later visit. It holds no credential. */
export interface UploadRecord {
  protocol: UploadProtocol;
  /** The endpoint without its secrets: a grant for another endpoint cannot continue this upload. */
  endpoint: string;
  videoId: string | undefined;
  /** Shown to the page backend before it grants the same video again. Alone it allows nothing. */
  claim?: string | undefined;
  /** Every part that was cut, in order, and whether it was seen stored. */
  parts: readonly KnownPart[];
  /** The transport's own state: an upload's id or addresses. */
  wire: readonly (string | null)[];
}

/** The record without addresses that are credentials. */
export function withoutSecrets(record: UploadRecord): UploadRecord {
  return { ...record, wire: record.wire.map(withoutSecret) };
}

/** The video without asset addresses that hold a credential, such as those of a private video. */
export function withoutCredentials({ videoId, title, assets }: UploadedVideo): UploadedVideo {
  const hasCredential = Object.values(assets ?? {}).some(
    (address = '') => withoutSecret(address) === null || /\/(token|private)\//.test(address),
  );
  return { videoId, title, assets: hasCredential ? undefined : assets };
}

/** Drops an address that is signed, or that has a name and a password: it is a credential, and is never stored. */
function withoutSecret(word: string | null): string | null {
  if (word === null || !URL.canParse(word)) return word;
  const { search, hash, username, password } = new URL(word);
  return search + hash + username + password === '' ? word : null;
}

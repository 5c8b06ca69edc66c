import type { UploadedVideo } from '../../core/video.ts';
import type { UploadRecord } from '../upload-memory.ts';

/** A record as it may be kept. */
export function withoutSecrets(record: UploadRecord): UploadRecord {
  return { ...record, wire: record.wire.map(withoutSecret) };
}

/** What is said of the video, without the addresses that are rights: those of a private one have a token in them. */
export function withoutRights({ videoId, title, assets }: UploadedVideo): UploadedVideo {
  const isRight = Object.values(assets ?? {}).some(
    (address = '') => withoutSecret(address) === null || /\/(token|private)\//.test(address),
  );
  return { videoId, title, assets: isRight ? undefined : assets };
}

/** An address that is signed, or that carries a name and a password, is a right: it lives as long as the page. */
function withoutSecret(word: string | null): string | null {
  if (word === null || !URL.canParse(word)) return word;
  const { search, hash, username, password } = new URL(word);
  return search + hash + username + password === '' ? word : null;
}

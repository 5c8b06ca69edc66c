import { isProtocol, type UploadProtocol } from '../../core/wire/grant.ts';
import { readList, readNumber, readRecord, readText } from '../../core/wire/read-json.ts';
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

/** Reads a stored record: another version of this library may have written it. */
export function parseUploadRecord(value: unknown): UploadRecord | undefined {
  const from = readRecord(value);
  const protocol = from?.['protocol'];
  const endpoint = readText(from?.['endpoint']);
  if (!isProtocol(protocol)) return undefined;
  if (endpoint === undefined) return undefined;
  const claim = readText(from?.['claim']);
  return {
    protocol,
    endpoint,
    videoId: readText(from?.['videoId']),
    parts: readList(from?.['parts']).flatMap(parsePart),
    wire: readList(from?.['wire']).map((word) => readText(word) ?? null),
    ...(claim === undefined ? {} : { claim }),
  };
}

function parsePart(value: unknown): UploadRecord['parts'] {
  const part = readRecord(value);
  const from = readNumber(part?.['from']);
  const to = readNumber(part?.['to']);
  return from === undefined || to === undefined ? [] : [{ from, to, stored: part?.['stored'] === true }];
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

import type { GrantFile } from '../../core/wire/grant.ts';
import { isId } from '../../core/wire/id.ts';
import { parseJson, readNumber, readRecord, readText } from '../../core/wire/read-json.ts';
import type { Metadata } from '../access/authorize.ts';
import { readBody } from '../http/read-body.ts';

/** The body of `POST /grants`. */
export interface GrantRequest {
  /** A request for a grant is one for its video where that is named, whatever else it says. */
  isDiscard: boolean;
  file: GrantFile;
  /** The video of an upload that has begun, or that the site made. */
  videoId: string | undefined;
  /** The claim of the last grant for that video. */
  claim: string | undefined;
  /** The upload's own random name: the same for each repetition of one request. */
  idempotencyKey: string | undefined;
  /** The page's own data about the file. */
  metadata: Metadata | undefined;
}

const MAX_BODY_BYTES = 16 * 1024;
const MAX_NAME_LENGTH = 1024;
const MAX_TYPE_LENGTH = 255;
const MAX_CLAIM_LENGTH = 256;
const MAX_METADATA = 32;
const MAX_KEY_LENGTH = 64;
const MAX_VALUE_LENGTH = 1024;

/** Reads the body of `POST /grants`; undefined for an invalid one. */
export async function readGrantRequest(request: Request): Promise<GrantRequest | undefined> {
  // A visitor who leaves in the middle of it is no fault of the site's.
  const sent = await readBody(request, MAX_BODY_BYTES).catch(() => undefined);
  const from = readRecord(parseJson(sent));
  const file = readFile(from?.['file']);
  if (!from || !file) return undefined;
  const { videoId, claim, idempotencyKey } = from;
  const action = from['action'] ?? 'upload';
  const isDiscard = action === 'discard';
  if (action !== 'upload' && action !== 'refresh' && !isDiscard) return undefined;
  if (action !== 'upload' ? !isId(videoId) : !isAbsentOr(videoId, isId)) return undefined;
  if (!isAbsentOr(claim, (value) => typeof value === 'string' && value.length <= MAX_CLAIM_LENGTH))
    return undefined;
  // Shorter than this, two uploads might meet under one name.
  if (!isAbsentOr(idempotencyKey, (value) => isId(value) && value.length >= 16)) return undefined;
  if (!isAbsentOr(from['metadata'], isMetadata)) return undefined;
  return {
    isDiscard,
    file,
    videoId: readText(videoId),
    claim: readText(claim),
    idempotencyKey: readText(idempotencyKey),
    metadata: isMetadata(from['metadata']) ? from['metadata'] : undefined,
  };
}

function readFile(value: unknown): GrantFile | undefined {
  const from = readRecord(value);
  const name = readText(from?.['name']);
  const size = readNumber(from?.['size']);
  const type = readText(from?.['type']) ?? '';
  if (name === undefined || name.length > MAX_NAME_LENGTH || type.length > MAX_TYPE_LENGTH) return undefined;
  if (size === undefined || !Number.isSafeInteger(size) || size < 0) return undefined;
  return { name, size, type };
}

function isMetadata(value: unknown): value is Metadata {
  const record = readRecord(value);
  if (!record) return false;
  const entries = Object.entries(record);
  const fits = ([key, one]: [string, unknown]) =>
    key !== '' && key.length <= MAX_KEY_LENGTH && typeof one === 'string' && one.length <= MAX_VALUE_LENGTH;
  return entries.length <= MAX_METADATA && entries.every(fits);
}

function isAbsentOr(value: unknown, fits: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || fits(value);
}

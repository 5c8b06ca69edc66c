import { readRecord } from './read-json.ts';
import { webAddress } from './web-address.ts';
import { VhError } from '../errors/vh-error.ts';

/** The protocols that an upload may use. */
export type UploadProtocol = 'parts' | 'tus' | 'put' | 'ietf' | 's3';

/** The endpoint, the credential and the video of one upload. */
export interface Grant {
  protocol: UploadProtocol;
  /** The full endpoint, without the token. */
  url: string;
  /** The delegated upload token. Never stored, never logged, never sent to another origin. */
  token?: string | undefined;
  /** Headers that each request needs, such as a signature. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The video that was created for this upload, so that no part can start another one. */
  videoId?: string | undefined;
  /** When the credential expires: an ISO date. */
  expiresAt?: string | undefined;
  /** Sent to the backend to get another grant for the same video. Alone it allows nothing, so it may be stored. */
  claim?: string | undefined;
  /** Bytes of one part, where the service says. */
  partSize?: { min?: number | undefined; max?: number | undefined } | undefined;
  /** For `tus`: whether the server makes one upload of several (its `concatenation`). Without it, the uploader asks the server. */
  joinsParts?: boolean | undefined;
  /** For `s3`: the presigned addresses of a multipart upload. */
  multipart?: MultipartAddresses | undefined;
}

/** Addresses of an S3 multipart upload, each signed by the site's server. None is stored. */
export interface MultipartAddresses {
  /** Of UploadPart, from part 1 on: all of them, or the first ones where there is `more`. */
  parts?: readonly string[] | undefined;
  /** Where the site's own server makes further addresses, and new ones for those that have expired. */
  more?: string | undefined;
  /** Of ListParts: one, or one for each thousand parts (`part-number-marker` 0, 1000, …). Without it, no other visit resumes. */
  list?: string | readonly string[] | undefined;
  /** Of CompleteMultipartUpload. */
  complete?: string | undefined;
  /** Of AbortMultipartUpload, for an upload that is cancelled. */
  abort?: string | undefined;
  /** Of HeadObject, which shows that an upload is complete whose last answer was lost. */
  head?: string | undefined;
}

/** Why a grant is requested: for a new upload, to resume one, before it expires, or after it was refused. */
export type GrantReason = 'start' | 'resume' | 'expiring' | 'refused';

/** The file's description, by which the site's server decides. */
export interface GrantFile {
  name: string;
  size: number;
  type: string;
}

const PROTOCOLS: readonly unknown[] = ['parts', 'tus', 'put', 'ietf', 's3'] satisfies UploadProtocol[];

/** True for the name of a wire. */
export function isProtocol(value: unknown): value is UploadProtocol {
  return PROTOCOLS.includes(value);
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

/** Reads a grant from an answer or a page's own function; anything unfit becomes a VhError. */
export function parseGrant(value: unknown): Grant {
  if (typeof value !== 'object' || value === null) throw unfit('it is not an object');
  const from = value as Record<string, unknown>;
  const { protocol = 'parts', url, token, videoId, expiresAt } = from;
  if (!isProtocol(protocol)) throw unfit('its protocol is unknown');
  if (typeof url !== 'string' || url === '') throw unfit('it has no url');
  // Absolute, or relative to the page.
  if (!webAddress(url, 'https://page.invalid')) throw unfit('its url is not an http address');
  const joinsParts = from['joinsParts'] ?? undefined;
  if (joinsParts !== undefined && typeof joinsParts !== 'boolean')
    throw unfit('its joinsParts is no boolean');
  const claim = optionalString(from['claim'], 'claim');
  if (typeof token === 'string' && !isSendable(token)) throw unfit('its token cannot be sent');
  return {
    protocol,
    url,
    token: optionalString(token, 'token'),
    headers: parseHeaders(from['headers']),
    videoId: optionalString(videoId, 'videoId'),
    expiresAt: optionalString(expiresAt, 'expiresAt'),
    partSize: parsePartSize(from['partSize']),
    ...(claim === undefined ? {} : { claim }),
    // The transport that needs it reads it.
    ...(protocol === 's3' ? { multipart: from['multipart'] as Grant['multipart'] } : {}),
    ...(joinsParts === undefined ? {} : { joinsParts }),
  };
}

function unfit(why: string): VhError {
  return new VhError('unexpected-answer', `The upload grant cannot be used: ${why}.`);
}

function optionalString(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw unfit(`its ${name} is not a string`);
  return value;
}

/** True for a text that may stand in a header: browsers remove the white space around it. */
function isSendable(value: string): boolean {
  return !UNSENDABLE.test(value.trim());
}

function parseHeaders(value: unknown): Grant['headers'] {
  if (value === undefined || value === null) return undefined;
  const from = readRecord(value);
  if (!from) throw unfit('its headers are not an object');
  const headers = Object.create(null) as Record<string, string>;
  for (const [name, header] of Object.entries(from)) {
    if (typeof header !== 'string') throw unfit('a header is not a string');
    if (!HEADER_NAME.test(name) || !isSendable(header)) throw unfit('a header cannot be sent');
    headers[name] = header;
  }
  return headers;
}

function parsePartSize(value: unknown): Grant['partSize'] {
  if (value === undefined || value === null) return undefined;
  const from = readRecord(value);
  if (!from) throw unfit('its partSize is not an object');
  const min = optionalBytes(from['min']);
  const max = optionalBytes(from['max']);
  if (min !== undefined && max !== undefined && min > max) throw unfit('its part sizes exclude each other');
  return { min, max };
}

function optionalBytes(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0) {
    throw unfit('a part size is not a positive whole number');
  }
  return value;
}

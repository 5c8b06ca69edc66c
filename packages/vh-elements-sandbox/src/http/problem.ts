const byPart = (title: string) => [400, `Content-Range by part: ${title}`] as const;
const byBytes = (title: string) => [400, `Content-Range by bytes: ${title}`] as const;

/**
 * Every refusal that the service knows: the slug is the stable code; then its status, and as its title a short sentence for
 * people.
 */
export const PROBLEMS = {
  'attribute-required': [400, 'An attribute is required.'],
  'invalid-attribute': [400, 'An attribute is invalid.'],
  'invalid-payload': [400, 'The payload cannot be read.'],
  'invalid-query-parameter': [400, 'A query parameter is invalid.'],
  'request-invalid-query-parameter': [400, 'A query parameter is invalid.'],
  'authentication-invalid-user-credentials': [400, 'The credentials are invalid.'],
  'authentication-missing-authorization-header': [401, 'The Authorization header is missing.'],
  'authentication-invalid-authorization-header-value': [401, 'The Authorization header cannot be read.'],
  'authentication-invalid-api-key': [401, 'The API key is invalid.'],
  'authentication-invalid-access-token': [401, 'The access token is invalid or has expired.'],
  'authentication-invalid-refresh-token': [401, 'The refresh token is invalid.'],
  'authentication-missing-upload-token': [401, 'The upload token is missing.'],
  'authentication-invalid-upload-token': [401, 'The upload token is invalid or has expired.'],
  // Of tokens that are bound to a video, which is an extension.
  'authentication-upload-token-bound': [403, 'The upload token is for another video.'],
  // Of the sandbox itself; the service has no such thing.
  'invalid-host': [400, 'The Host header is no host.'],
  'sandbox-controls-closed': [403, 'This page of the sandbox is for its own machine only.'],
  'sandbox-origin-refused': [
    403,
    'A page of another site may not use the key: allow it with --allow-origin.',
  ],
  'sandbox-state-replaced': [410, 'The state of the sandbox was replaced while the request was under way.'],
  'sandbox-import-refused': [400, 'This sandbox cannot take the file in.'],
  'resource-not-found': [404, 'The requested resource was not found.'],
  'unrecognized-request-url': [404, 'The requested URL is not known.'],
  'method-not-allowed': [405, 'This method is not allowed here.'],
  'webhook-limit-reached': [400, 'There are as many webhooks as there may be.'],
  'too-many-requests': [429, 'Too many requests.'],
  'payload-too-large': [413, 'The payload is too large.'],
  'uploaded-file-no-file': [400, 'There is no file in the request.'],
  'uploaded-file-multiple-files': [400, 'There is more than one file in the request.'],
  'uploaded-file-empty': [400, 'The file is empty.'],
  'uploaded-file-invalid-file': [400, 'The file is invalid.'],
  'uploaded-file-too-large': [400, 'The file is too large.'],
  'uploaded-file-extension-invalid': [400, 'The kind of file is not accepted here.'],
  'video-source-already-uploaded': [400, 'The source of the video is already uploaded.'],
  'video-source-already-downloaded': [400, 'The source of the video comes from an address.'],
  'video-source-already-copied': [400, 'The source of the video is a copy of another video.'],
  // Of this machine's storage: a client may try again once there is room, or the disk works again.
  'storage-full': [507, 'There is no room left on the disk.'],
  'storage-failed': [503, 'The disk failed.'],
  'storage-read-only': [503, 'The disk can only be read.'],
  'too-many-open-files': [503, 'Too many files are open.'],
  'database-failed': [503, 'The database failed.'],
  'source-bytes-lost': [410, 'Bytes that were received earlier are lost.'],
  // Of the tus wire, which is an extension: its own document fixes the statuses.
  'tus-version-unsupported': [412, 'Only version 1.0.0 of the tus protocol is spoken here.'],
  'tus-header-invalid': [400, 'A header of the tus protocol is missing or invalid.'],
  'tus-content-type-invalid': [415, 'The bytes must come as application/offset+octet-stream.'],
  'tus-offset-conflict': [409, 'The offset is not where the upload stands.'],
  'tus-upload-gone': [410, 'The upload has expired, or its bytes are lost.'],
  'tus-upload-final': [403, 'A concatenated upload takes no more bytes.'],
  'tus-parts-unfinished': [400, 'An upload to be concatenated is not there, or not finished.'],
  'tus-too-large': [413, 'The upload is larger than it may be.'],
  // Of resumable uploads by the IETF, which names these types itself.
  'mismatching-upload-offset': [409, 'The offset is not where the upload stands.'],
  'completed-upload': [400, 'The upload is complete already.'],
  'inconsistent-upload-length': [400, 'The lengths of the upload differ.'],
  'upload-header-invalid': [400, 'A header of the resumable upload is missing or invalid.'],
  'tus-checksum-mismatch': [460, 'The checksum is not that of the bytes.'],
  'video-content-range-malformed': [400, 'The Content-Range header cannot be read.'],
  'video-content-range-already-initiated': [400, 'The upload was begun in parts and must go on so.'],
  'video-content-range-started-with-part': [400, 'The upload was begun with numbered parts.'],
  'video-content-range-started-with-bytes': [400, 'The upload was begun with byte ranges.'],
  'video-content-range-by-part-part-zero': byPart('parts are numbered from 1.'),
  'video-content-range-by-part-part-already-sent': byPart('this part is already sent.'),
  'video-content-range-by-part-part-too-high-total': byPart('the part is beyond the total.'),
  'video-content-range-by-part-part-too-high-allowed': byPart('the part is beyond what is allowed.'),
  'video-content-range-by-part-total-parts-zero': byPart('the total is zero.'),
  'video-content-range-by-part-total-parts-too-low': byPart('the total is below a part already sent.'),
  'video-content-range-by-part-total-parts-too-high': byPart('the total is beyond what is allowed.'),
  'video-content-range-by-part-different-total-parts': byPart('the total is not what it was.'),
  'video-content-range-by-part-uploaded-file-too-small': byPart(
    'every part but the last holds at least 5 MiB.',
  ),
  'video-content-range-by-bytes-from-byte-too-high': byBytes('the first byte is beyond the last.'),
  'video-content-range-by-bytes-to-byte-too-high-total': byBytes('the last byte is beyond the total.'),
  'video-content-range-by-bytes-to-byte-too-high-allowed': byBytes(
    'the last byte is beyond what is allowed.',
  ),
  'video-content-range-by-bytes-total-bytes-zero': byBytes('the total is zero.'),
  'video-content-range-by-bytes-total-bytes-too-low': byBytes('the total is below a byte already sent.'),
  'video-content-range-by-bytes-total-bytes-too-high': byBytes('the total is beyond what is allowed.'),
  'video-content-range-by-bytes-different-total-bytes': byBytes('the total is not what it was.'),
  'video-content-range-by-bytes-range-mismatch': byBytes('the range and the size of the file differ.'),
  'video-content-range-by-bytes-range-overlap': byBytes('the range overlaps one already sent.'),
  'video-content-range-by-bytes-range-too-small': byBytes('every range but the last holds at least 5 MiB.'),
  'video-content-range-by-bytes-range-too-large': byBytes('a range holds at most 200 MiB.'),
} as const satisfies Record<string, readonly [status: number, title: string]>;

/** The stable code of a refusal. */
export type ProblemSlug = keyof typeof PROBLEMS;

/** The members that a refusal may add to its slug. */
export interface ProblemExtras {
  /** The parameter that is at fault. */
  'name'?: string;
  'detail'?: string;
  'range'?: { min: number; max: number };
  'expected-offset'?: number;
  'provided-offset'?: number;
}

/** Refusals whose types are registered for every service. */
const REGISTERED: ReadonlySet<string> = new Set<ProblemSlug>([
  'mismatching-upload-offset',
  'completed-upload',
  'inconsistent-upload-length',
]);

/** A refusal, thrown anywhere below the router, which alone turns it into an answer. */
export class Problem extends Error {
  readonly slug: ProblemSlug;
  readonly extras: ProblemExtras;
  /** All that was wrong, when more than one thing was looked at. */
  readonly problems: readonly Problem[];

  constructor(slug: ProblemSlug, extras: ProblemExtras = {}, problems: readonly Problem[] = []) {
    super(PROBLEMS[slug][1]);
    this.slug = slug;
    this.extras = extras;
    this.problems = problems;
  }

  get status(): number {
    return PROBLEMS[this.slug][0];
  }

  /** The body of `application/problem+json`; links go to `docs`. */
  toBody(docs: string): Record<string, unknown> {
    const registry = REGISTERED.has(this.slug) && 'https://iana.org/assignments/http-problem-types#';
    const body = {
      type: `${registry || `${docs}/reference/`}${this.slug}`,
      title: this.message,
      status: this.status,
      ...this.extras,
    };
    return this.problems.length === 0
      ? body
      : { ...body, problems: this.problems.map((problem) => problem.toBody(docs)) };
  }
}

/** The refusal for something that is not there, named by its path parameter. */
export function notFound(name: string): Problem {
  return new Problem('resource-not-found', { name });
}

/** The refusal of a body without one of its attributes. */
export function required(name: string): Problem {
  return new Problem('attribute-required', { name });
}

/** The refusal of an attribute whose value does not fit. */
export function invalid(name: string, detail: string): Problem {
  return new Problem('invalid-attribute', { name, detail });
}

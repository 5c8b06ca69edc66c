const upload = (title: string) => ({ status: 400, title });
const byPart = (title: string) => ({ status: 400, title: `Content-Range by part: ${title}` });
const byBytes = (title: string) => ({ status: 400, title: `Content-Range by bytes: ${title}` });

/** Every refusal that the service knows: the slug is the stable code, the title a short sentence for people. */
export const PROBLEMS = {
  'attribute-required': { status: 400, title: 'An attribute is required.' },
  'invalid-attribute': { status: 400, title: 'An attribute is invalid.' },
  'invalid-payload': { status: 400, title: 'The payload cannot be read.' },
  'invalid-query-parameter': { status: 400, title: 'A query parameter is invalid.' },
  'request-invalid-query-parameter': { status: 400, title: 'A query parameter is invalid.' },
  'authentication-invalid-user-credentials': { status: 400, title: 'The credentials are invalid.' },
  'authentication-missing-authorization-header': {
    status: 401,
    title: 'The Authorization header is missing.',
  },
  'authentication-invalid-authorization-header-value': {
    status: 401,
    title: 'The Authorization header cannot be read.',
  },
  'authentication-invalid-api-key': { status: 401, title: 'The API key is invalid.' },
  'authentication-invalid-access-token': {
    status: 401,
    title: 'The access token is invalid or has expired.',
  },
  'authentication-invalid-refresh-token': { status: 401, title: 'The refresh token is invalid.' },
  'authentication-missing-upload-token': { status: 401, title: 'The upload token is missing.' },
  'authentication-invalid-upload-token': {
    status: 401,
    title: 'The upload token is invalid or has expired.',
  },
  // Of tokens that are bound to a video, which is an extension.
  'authentication-upload-token-bound': { status: 403, title: 'The upload token is for another video.' },
  // Of the sandbox itself; the service has no such thing.
  'invalid-host': { status: 400, title: 'The Host header is no host.' },
  'sandbox-controls-closed': { status: 403, title: 'This page of the sandbox is for its own machine only.' },
  'resource-not-found': { status: 404, title: 'The requested resource was not found.' },
  'unrecognized-request-url': { status: 404, title: 'The requested URL is not known.' },
  'method-not-allowed': { status: 405, title: 'This method is not allowed here.' },
  'webhook-limit-reached': { status: 400, title: 'There are as many webhooks as there may be.' },
  'too-many-requests': { status: 429, title: 'Too many requests.' },
  'payload-too-large': { status: 413, title: 'The payload is too large.' },
  'uploaded-file-no-file': upload('There is no file in the request.'),
  'uploaded-file-multiple-files': upload('There is more than one file in the request.'),
  'uploaded-file-empty': upload('The file is empty.'),
  'uploaded-file-invalid-file': upload('The file is invalid.'),
  'uploaded-file-too-large': upload('The file is too large.'),
  'uploaded-file-extension-invalid': upload('The kind of file is not accepted here.'),
  'video-source-already-uploaded': upload('The source of the video is already uploaded.'),
  'video-source-already-downloaded': upload('The source of the video comes from an address.'),
  'video-source-already-copied': upload('The source of the video is a copy of another video.'),
  // Of this machine's storage: a client may try again once there is room, or the disk works again.
  'storage-full': { status: 507, title: 'There is no room left on the disk.' },
  'storage-failed': { status: 503, title: 'The disk failed.' },
  'storage-read-only': { status: 503, title: 'The disk can only be read.' },
  'too-many-open-files': { status: 503, title: 'Too many files are open.' },
  'database-failed': { status: 503, title: 'The database failed.' },
  'source-bytes-lost': { status: 410, title: 'Bytes that were received earlier are lost.' },
  // Of the tus wire, which is an extension: its own document fixes the statuses.
  'tus-version-unsupported': { status: 412, title: 'Only version 1.0.0 of the tus protocol is spoken here.' },
  'tus-header-invalid': { status: 400, title: 'A header of the tus protocol is missing or invalid.' },
  'tus-content-type-invalid': {
    status: 415,
    title: 'The bytes must come as application/offset+octet-stream.',
  },
  'tus-offset-conflict': { status: 409, title: 'The offset is not where the upload stands.' },
  'tus-upload-gone': { status: 410, title: 'The upload has expired, or its bytes are lost.' },
  'tus-upload-final': { status: 403, title: 'A concatenated upload takes no more bytes.' },
  'tus-parts-unfinished': {
    status: 400,
    title: 'An upload to be concatenated is not there, or not finished.',
  },
  'tus-too-large': { status: 413, title: 'The upload is larger than it may be.' },
  'tus-checksum-mismatch': { status: 460, title: 'The checksum is not that of the bytes.' },
  'video-content-range-malformed': upload('The Content-Range header cannot be read.'),
  'video-content-range-already-initiated': upload('The upload was begun in parts and must go on so.'),
  'video-content-range-started-with-part': upload('The upload was begun with numbered parts.'),
  'video-content-range-started-with-bytes': upload('The upload was begun with byte ranges.'),
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
} as const satisfies Record<string, { status: number; title: string }>;

/** The stable code of a refusal. */
export type ProblemSlug = keyof typeof PROBLEMS;

/** The members that a refusal may add to its slug. */
export interface ProblemExtras {
  /** The parameter that is at fault. */
  name?: string;
  detail?: string;
  range?: { min: number; max: number };
}

/** A refusal, thrown anywhere below the router, which alone turns it into an answer. */
export class Problem extends Error {
  readonly slug: ProblemSlug;
  readonly extras: ProblemExtras;
  /** All that was wrong, when more than one thing was looked at. */
  readonly problems: readonly Problem[];

  constructor(slug: ProblemSlug, extras: ProblemExtras = {}, problems: readonly Problem[] = []) {
    super(PROBLEMS[slug].title);
    this.slug = slug;
    this.extras = extras;
    this.problems = problems;
  }

  get status(): number {
    return PROBLEMS[this.slug].status;
  }

  /** The body of `application/problem+json`; links go to `docs`. */
  toBody(docs: string): Record<string, unknown> {
    const body = {
      type: `${docs}/reference/${this.slug}`,
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

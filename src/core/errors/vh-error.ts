/** The kind of an error, to switch on. Each has a section in `docs/errors.md`. */
export type VhErrorCode =
  /** An attribute or option holds, or is named like, an API key: it would reach every visitor. */
  | 'api-key-in-page'
  /** A call or a setting makes no sense: the message says which. */
  | 'invalid-use'
  /** Nothing says where uploads may go: no token, no grant, no backend. */
  | 'grant-missing'
  /** The page's own server refused to grant the upload or the playback. */
  | 'grant-refused'
  /** The upload token is not one that the service knows. */
  | 'token-invalid'
  /** The token expired or was withdrawn, and the page provided no fresh one. */
  | 'token-expired'
  /** The other side could not be reached, and still not after the retries. */
  | 'network'
  /** The other side took the request and did not answer in time. */
  | 'timeout'
  /** The caller's own signal ended it. */
  | 'aborted'
  /** 429, and still after waiting as asked. */
  | 'rate-limited'
  /** 5xx, and still after the retries. */
  | 'service-unavailable'
  /** The page backend cannot work as it is set up: its own log says why. It is not tried again. */
  | 'backend-misconfigured'
  /** The page's Content Security Policy does not allow the request: the message says what to add. It is not tried again. */
  | 'blocked-by-policy'
  /** The answer is not one of this service's. */
  | 'unexpected-answer'
  /** The request was refused for a reason that has no code of its own. */
  | 'request-refused'
  /** There is no such video, stream or upload. */
  | 'not-found'
  /** The file has no bytes. */
  | 'file-empty'
  /** The file is larger than the page, the grant or the service allows. */
  | 'file-too-large'
  /** The page does not accept this kind of file. */
  | 'file-type-refused'
  /** The page's `vh-file-accept` listener said no. */
  | 'file-refused'
  /** The page takes fewer files at a time: those beyond are left out. */
  | 'too-many-files'
  /** The file cannot be read any more: moved, deleted, or no permission. */
  | 'file-unreadable'
  /** The file is not the one that was chosen: its bytes changed on disk. */
  | 'file-changed'
  /** The video is longer than the page allows. */
  | 'video-too-long'
  /** The video is shorter than the page allows. */
  | 'video-too-short'
  /** The picture is smaller than the page allows. */
  | 'video-too-small'
  /** The picture is larger than the page allows. */
  | 'video-too-large'
  /** This browser cannot record, or not on this page. */
  | 'capture-unsupported'
  /** The visitor or the page's policy does not allow the camera or the screen. */
  | 'capture-denied'
  /** There is no camera, microphone or screen to record. */
  | 'capture-missing'
  /** The camera or the screen cannot be read, or not any more. */
  | 'capture-failed'
  /** The recording was stopped before there was anything in it. */
  | 'capture-empty'
  /** The service would not store the bytes: the message carries its reason. */
  | 'upload-refused'
  /** A note, not an end: nothing can be kept in this browser, so that the upload would not survive a reload. */
  | 'resume-unavailable'
  /** A note, not an end: no copy of the file could be kept for the next page. */
  | 'file-not-kept'
  /** The service worker that sends on when a page has gone cannot be registered. Uploads go on as without it. */
  | 'upload-worker-unavailable'
  /** A note, not an end: the service had forgotten the upload, which started over. */
  | 'upload-restarted'
  /** A note, not an end: the film could be made smaller before it leaves, but not by this browser or on this page. */
  | 'optimize-unavailable'
  /** The start and the end that were chosen leave no picture of the film. */
  | 'trim-empty'
  /** The start or the end of this film cannot be cut off, not by this browser or not on this page. Nothing was sent. */
  | 'trim-unavailable'
  /** The service has stored other bytes than were sent. Another try makes another video. */
  | 'checksum-mismatch'
  /** The service has the bytes and cannot make a video of them. */
  | 'processing-failed'
  /** The address of the media answers 404 or 410. */
  | 'media-not-found'
  /** The address of the media answers 401 or 403. */
  | 'media-forbidden'
  /** The media could not be fetched, and still not after the retries. */
  | 'media-network'
  /** The media is broken: playlist, segment or frame. */
  | 'media-decode'
  /** This browser cannot play this kind of media. */
  | 'media-unsupported'
  /** A captions or chapters file could not be read. The video plays on. */
  | 'captions-unreadable'
  /** What an author says of a video cannot be saved: it is empty, too long, or no text. */
  | 'details-unfit'
  /** A picture cannot be the poster of a video: it is no picture, or too large. */
  | 'poster-unfit'
  /** A note, not an end: code that a feature needs could not be fetched. It is asked for again. */
  | 'code-unavailable'
  /** A request to a webhook's address is not the service's: unsigned, signed by another secret, too long, or no event. */
  | 'webhook-refused';

/** Details of an error beside its code. */
export interface VhErrorDetails {
  /** The error below it, for the console. */
  cause?: unknown;
  /** HTTP status, when an answer caused it. */
  status?: number | undefined;
  /** The service's own code for it: the last segment of the problem's type. */
  slug?: string | undefined;
  /** Milliseconds after which another try makes sense, when that is known. */
  retryAfter?: number | undefined;
}

/**
 * The one error class. Guard by `code`: two copies of the library may share a page.
 *
 * Messages are for developers. They never hold a token, a URL that carries one, or a response's body.
 */
export class VhError extends Error {
  override readonly name = 'VhError';
  readonly code: VhErrorCode;
  readonly status: number | undefined;
  readonly slug: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: VhErrorCode, message: string, { cause, ...details }: VhErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    Object.assign(this, details);
  }
}

/** True for a VhError of any copy of the library; with `code`, only for that one. */
export function isVhError(value: unknown, code?: VhErrorCode): value is VhError {
  return (
    value instanceof Error &&
    value.name === 'VhError' &&
    'code' in value &&
    (code === undefined || value.code === code)
  );
}

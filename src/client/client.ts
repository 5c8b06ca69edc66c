import { environmentOf } from '../core/environment-of.ts';
import type { BackendCredentials } from '../core/config.ts';
import { requireId } from '../core/wire/id.ts';
import type { Grant } from '../core/wire/grant.ts';
import type { Playback } from '../core/wire/playback.ts';
import type { DetailsChange } from '../core/wire/author/video-details.ts';
import { VhError } from '../core/errors/vh-error.ts';
import { parseVideoStatus, type VideoStatus } from '../core/wire/video-status.ts';
import { fetchGrant, type GrantQuestion } from './ask-grant.ts';
import { changeCaptions, type CaptionChangeQuestion } from './change-captions.ts';
import { changeDetails, changePoster, type OwnVideo } from './change-details.ts';
import { fetchPlayback } from './ask-playback.ts';
import { fetchUploadStatus } from './ask-upload-status.ts';
import { browserRequestEnvironment, requestBackend, type RequestEnvironment } from './request.ts';

/** Options of a client. */
export interface ClientOptions {
  /** The page backend's address, absolute or relative to the page. */
  backend?: string | undefined;
  /** `include` sends the visitor's cookies to a backend on another origin, too. */
  credentials?: BackendCredentials | undefined;
  /** The platform functions of requests; a test brings its own. */
  environment?: RequestEnvironment | undefined;
  /** @deprecated Use `environment`. */
  world?: RequestEnvironment | undefined;
}

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Retries after a temporary failure; 3 by default. */
  retries?: number | undefined;
}

/**
 * The token-only client: everything that a browser may request, without an API key.
 *
 * Grants, playbacks and reads go to the page backend. `uploadStatus` goes to the service with the upload token.
 */
export class Client {
  readonly #backend: string | undefined;
  readonly #credentials: BackendCredentials | undefined;
  readonly #environment: RequestEnvironment;

  constructor(options: ClientOptions = {}) {
    this.#backend = options.backend?.replace(/\/+$/, '');
    this.#credentials = options.credentials;
    this.#environment = environmentOf(options) ?? browserRequestEnvironment;
  }

  /** Asks the backend for a grant to upload `file`; with `videoId`, to resume an upload. */
  async grant(request: GrantQuestion, options: CallOptions = {}): Promise<Grant> {
    return fetchGrant(this.#site, request, this.#toBackend(options));
  }

  /** Fetches everything that one viewing needs. */
  async playback(kind: Playback['kind'], id: string, options: CallOptions = {}): Promise<Playback> {
    return fetchPlayback(this.#site, { kind, id }, this.#toBackend(options));
  }

  /** Fetches a video's processing status. */
  async videoStatus(videoId: string, options: CallOptions = {}): Promise<VideoStatus> {
    const path = `/videos/${requireId(videoId)}/status`;
    const request = { what: "The request for a video's status" };
    const answer = await requestBackend(this.#site, path, request, this.#toBackend(options));
    return parseVideoStatus(answer);
  }

  /**
   * Adds, replaces or deletes the captions of the visitor's own video, or makes them the default. SubRip and TTML are sent as
   * WebVTT; what cannot be read is refused before anything is sent: `captions-unreadable`.
   */
  async changeCaptions(question: CaptionChangeQuestion, options: CallOptions = {}): Promise<void> {
    await changeCaptions(this.#site, question, this.#toBackend(options));
  }

  /**
   * Saves title, description, tags and the site's own fields of the visitor's own video; what is absent stays as it is. What
   * is too long is refused before anything is sent: `details-unfit`.
   */
  async changeDetails(video: OwnVideo, details: DetailsChange, options: CallOptions = {}): Promise<void> {
    await changeDetails(this.#site, video, details, this.#toBackend(options));
  }

  /**
   * Sets the picture that shows before the visitor's own video plays: JPEG, PNG or WebP, four megabytes at most. Anything
   * else is refused before it is sent: `poster-unfit`.
   */
  async changePoster(video: OwnVideo, image: Blob, options: CallOptions = {}): Promise<void> {
    await changePoster(this.#site, video, image, this.#toBackend(options));
  }

  /** Asks the service how much of an upload it has stored; undefined when the service cannot say. */
  async uploadStatus(
    grant: Pick<Grant, 'url' | 'token' | 'headers'>,
    videoId: string,
    options: CallOptions = {},
  ): Promise<VideoStatus | undefined> {
    const answer = await fetchUploadStatus(grant, videoId, { ...options, environment: this.#environment });
    return answer === undefined ? undefined : parseVideoStatus(answer);
  }

  /** The service gets no cookies: its token is enough. */
  #toBackend(options: CallOptions) {
    return { ...options, credentials: this.#credentials, environment: this.#environment };
  }

  get #site(): string {
    if (this.#backend !== undefined) return this.#backend;
    throw new VhError(
      'invalid-use',
      'This call needs a page backend: set the `backend` option or attribute.',
    );
  }
}

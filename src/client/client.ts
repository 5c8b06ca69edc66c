import { requireId } from '../core/id.ts';
import { parseGrant, type Grant, type GrantFile, type GrantReason } from '../core/grant.ts';
import type { Playback } from '../core/playback.ts';
import { VhError, isVhError } from '../core/vh-error.ts';
import { parseVideoStatus, type VideoStatus } from '../core/video-status.ts';
import { fetchPlayback } from './ask-playback.ts';
import { realWorld, requestJson, type RequestWorld } from './request.ts';

/** Options of a client. */
export interface ClientOptions {
  /** The page backend's address, absolute or relative to the page. */
  backend?: string | undefined;
  world?: RequestWorld | undefined;
}

/** The request for a grant. */
export interface GrantQuestion {
  file: GrantFile;
  reason?: GrantReason;
  /** The video of an upload that resumes, or an existing empty video. */
  videoId?: string | undefined;
  /** The `claim` of the last grant for that video. */
  claim?: string | undefined;
  /** The page's own data about the file. The backend's `authorize` receives it. */
  metadata?: Readonly<Record<string, string>> | undefined;
  /** A random name of this upload, 16 to 64 letters and digits: a repeated request creates no second video. */
  idempotencyKey?: string | undefined;
}

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Retries after a failure that another attempt may mend; 3 by default. */
  retries?: number | undefined;
}

/**
 * The token-only client: everything that a browser may request, without an API key.
 *
 * Grants, playbacks and reads go to the page backend. `uploadStatus` goes to the service with the upload token.
 */
export class Client {
  readonly #backend: string | undefined;
  readonly #world: RequestWorld;

  constructor(options: ClientOptions = {}) {
    this.#backend = options.backend?.replace(/\/+$/, '');
    this.#world = options.world ?? realWorld;
  }

  /** Asks the backend for a grant to upload `file`; with `videoId`, to resume an upload. */
  async grant(request: GrantQuestion, options: CallOptions = {}): Promise<Grant> {
    const answer = await requestJson(
      {
        url: `${this.#site}/grants`,
        what: 'The request for an upload grant',
        method: 'POST',
        headers: { 'x-vh-request': '1' },
        body: {
          action: (request.reason ?? 'start') === 'start' ? 'upload' : 'refresh',
          file: { name: request.file.name, size: request.file.size, type: request.file.type },
          videoId: request.videoId,
          claim: request.claim,
          idempotencyKey: request.idempotencyKey,
          metadata: request.metadata,
        },
        signal: options.signal,
        retries: options.retries,
      },
      this.#world,
    ).catch((error: unknown) => {
      throw isVhError(error, 'token-invalid') || isVhError(error, 'request-refused')
        ? new VhError('grant-refused', error.message, {
            cause: error,
            status: error.status,
            slug: error.slug,
          })
        : error;
    });
    return parseGrant(answer);
  }

  /** Fetches everything that one viewing needs. */
  async playback(kind: Playback['kind'], id: string, options: CallOptions = {}): Promise<Playback> {
    return fetchPlayback(this.#site, { kind, id }, { ...options, world: this.#world });
  }

  /** Fetches a video's processing status. */
  async videoStatus(videoId: string, options: CallOptions = {}): Promise<VideoStatus> {
    const answer = await requestJson(
      {
        url: `${this.#site}/videos/${requireId(videoId)}/status`,
        what: "The request for a video's status",
        signal: options.signal,
        retries: options.retries,
      },
      this.#world,
    );
    return parseVideoStatus(answer);
  }

  /** Asks the service how much of an upload it has stored; undefined when the service cannot say. */
  async uploadStatus(
    grant: Pick<Grant, 'url' | 'token' | 'headers'>,
    videoId: string,
    options: CallOptions = {},
  ): Promise<VideoStatus | undefined> {
    try {
      const answer = await requestJson(
        {
          url: below(grant.url, requireId(videoId)),
          what: "The request for an upload's status",
          headers: {
            ...grant.headers,
            ...(grant.token === undefined ? {} : { authorization: `Bearer ${grant.token}` }),
          },
          signal: options.signal,
          retries: options.retries,
        },
        this.#world,
      );
      return parseVideoStatus(answer);
    } catch (error) {
      // 404 and 405 are how a service without the extension answers.
      if (isVhError(error) && (error.status === 404 || error.status === 405)) return undefined;
      throw error;
    }
  }

  get #site(): string {
    if (this.#backend !== undefined) return this.#backend;
    throw new VhError(
      'invalid-use',
      'This call needs a page backend: set the `backend` option or attribute.',
    );
  }
}

/** An address one step down, with its query where it was. */
function below(url: string, step: string): string {
  const [path = '', ...query] = url.split('?');
  return [`${path.replace(/\/+$/, '')}/${step}`, ...query].join('?');
}

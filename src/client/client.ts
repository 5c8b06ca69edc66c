import { safeId } from '../core/id.ts';
import { parseGrant, type Grant, type GrantFile, type GrantReason } from '../core/grant.ts';
import type { Playback } from '../core/playback.ts';
import { VhError, isVhError } from '../core/vh-error.ts';
import { parseVideoStatus, type VideoStatus } from '../core/video-status.ts';
import { askPlayback } from './ask-playback.ts';
import { realWorld, requestJson, type RequestWorld } from './request.ts';

/** How a client reaches the page's own backend. */
export interface ClientOptions {
  /** The backend's address, absolute or relative to the page. */
  backend?: string | undefined;
  world?: RequestWorld | undefined;
}

/** What a grant is asked for with. */
export interface GrantQuestion {
  file: GrantFile;
  reason?: GrantReason;
  /** The video of an upload that has begun, or that the site has made. */
  videoId?: string | undefined;
  /** What the last grant said of that video. */
  claim?: string | undefined;
  /** What the page says of the file: for the site's own code to decide on. */
  metadata?: Readonly<Record<string, string>> | undefined;
  /** A random name of this upload, 16 to 64 letters and digits: asking again under it makes no second video. */
  idempotencyKey?: string | undefined;
}

/** What a caller may add to any call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/**
 * The token-only client: everything that a browser may ask, and no API key anywhere.
 *
 * Grants, playbacks and reads go through the page's own backend; what an upload token may ask goes to the service.
 */
export class Client {
  readonly #backend: string | undefined;
  readonly #world: RequestWorld;

  constructor(options: ClientOptions = {}) {
    this.#backend = options.backend?.replace(/\/+$/, '');
    this.#world = options.world ?? realWorld;
  }

  /** Asks the backend for the right to upload `file`; for `videoId`, to go on with an upload that has begun. */
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

  /** Everything that one viewing needs. */
  async playback(kind: Playback['kind'], id: string, { signal }: CallOptions = {}): Promise<Playback> {
    return askPlayback(this.#site, { kind, id }, { signal, world: this.#world });
  }

  /** How far a video's processing has come. */
  async videoStatus(videoId: string, options: CallOptions = {}): Promise<VideoStatus> {
    const answer = await requestJson(
      {
        url: `${this.#site}/videos/${safeId(videoId)}/status`,
        what: "The request for a video's status",
        signal: options.signal,
      },
      this.#world,
    );
    return parseVideoStatus(answer);
  }

  /** What the service has of an upload, asked with the upload token alone; nothing where it cannot say. */
  async uploadStatus(
    grant: Pick<Grant, 'url' | 'token' | 'headers'>,
    videoId: string,
    options: CallOptions = {},
  ): Promise<VideoStatus | undefined> {
    try {
      const answer = await requestJson(
        {
          url: below(grant.url, safeId(videoId)),
          what: "The request for an upload's status",
          headers: {
            ...grant.headers,
            ...(grant.token === undefined ? {} : { authorization: `Bearer ${grant.token}` }),
          },
          signal: options.signal,
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

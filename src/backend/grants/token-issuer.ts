import { readRecord, readText } from '../../core/wire/read-json.ts';
import { VhError, isVhError } from '../../core/errors/vh-error.ts';
import type { Service } from '../service/service.ts';

/** An upload token as the service made it. */
export interface IssuedToken {
  token: string;
  /** When it ends, as the service says. */
  expiresAt: string;
  /** True where it is good for one video alone. */
  isBound: boolean;
}

/** Grants may spend what viewings leave of the account's rate. */
const purpose = 'uploads';

/**
 * Makes and deletes upload tokens. A token of the service is good for any video of the account; where the service can bind
 * one to a video, which its answers show by a member `videoId`, tokens are bound.
 */
export class TokenIssuer {
  readonly #service: Service;
  /** Seconds that a token lives. */
  readonly ttl: number;
  /** Undefined until an answer has shown it. */
  #canBind: boolean | undefined;

  constructor(service: Service, ttl: number) {
    this.#service = service;
    this.ttl = ttl;
  }

  /** True where the service is known to bind tokens. */
  canBind(): boolean {
    return this.#canBind === true;
  }

  /** A token for `videoId`, bound to it where the service can; without it, a token for any video. */
  async issue(videoId?: string): Promise<IssuedToken> {
    if (videoId === undefined || this.#canBind === false) return this.#ask();
    try {
      return await this.#ask(videoId);
    } catch (error) {
      // A service that knows no such attribute may refuse it.
      if (this.#canBind === true || !isVhError(error, 'request-refused') || error.status !== 400) throw error;
      this.#canBind = false;
      return this.#ask();
    }
  }

  /** Deletes a token; one that is gone already is deleted. */
  async delete(token: string): Promise<void> {
    await this.#service.json({ method: 'DELETE', path: ['upload-tokens', { id: token }], purpose });
  }

  async #ask(videoId?: string): Promise<IssuedToken> {
    const askedAt = Date.now();
    const body = { ttl: this.ttl, ...(videoId === undefined ? {} : { videoId }) };
    const answer = await this.#service.json({ method: 'POST', path: ['upload-tokens'], body, purpose });
    if (answer === undefined && videoId !== undefined) {
      throw new VhError('not-found', 'There is no such video.');
    }
    const made = readRecord(answer);
    const token = readText(made?.['token']);
    if (!made || token === undefined) {
      throw new VhError('unexpected-answer', 'The service created no upload token.');
    }
    this.#canBind = Object.hasOwn(made, 'videoId');
    return {
      token,
      expiresAt: readText(made['expiresAt']) ?? new Date(askedAt + this.ttl * 1000).toISOString(),
      isBound: videoId !== undefined && made['videoId'] === videoId,
    };
  }
}

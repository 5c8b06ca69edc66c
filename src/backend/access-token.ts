import { readNumber, readRecord, readText } from '../core/read-json.ts';
import { VhError } from '../core/vh-error.ts';

/** The key itself, or where to read it, so that it can be rotated without a restart. */
export type ApiKey = string | (() => string | Promise<string>);

/** Posts JSON to one of the service's two authentication paths. */
export type PostAuth = (
  path: '/auth/api-key' | '/auth/refresh',
  body: Record<string, string>,
) => Promise<Response>;

interface TokenPair {
  access: string;
  refresh: string | undefined;
  /** On this machine's monotonic clock, so that a wrong wall clock here or there does not matter. */
  renewAt: number;
}

/** Renewed this long before its end, in milliseconds, so that no request sets out with a token about to die. */
const EARLY = 60_000;

/** The service's access token: exchanged once, kept, renewed early, and never by two requests at once. */
export class AccessToken {
  readonly #apiKey: ApiKey;
  readonly #post: PostAuth;
  readonly #now: () => number;
  #pair: TokenPair | undefined;
  #pending: Promise<TokenPair> | undefined;

  constructor(apiKey: ApiKey, post: PostAuth, now: () => number = () => performance.now()) {
    this.#apiKey = apiKey;
    this.#post = post;
    this.#now = now;
  }

  /** A token that is good for now. */
  async get(): Promise<string> {
    if (this.#pair && this.#now() < this.#pair.renewAt) return this.#pair.access;
    this.#pending ??= this.#renew().finally(() => (this.#pending = undefined));
    return (await this.#pending).access;
  }

  /** Forgets a token that the service refused, unless a newer one has taken its place already. */
  reject(token: string): void {
    if (this.#pair?.access === token) this.#pair.renewAt = -Infinity;
  }

  async #renew(): Promise<TokenPair> {
    const refresh = this.#pair?.refresh;
    const renewed = refresh === undefined ? undefined : await this.#refresh(refresh);
    return (this.#pair = renewed ?? (await this.#exchange()));
  }

  /** Nothing when the service no longer takes the refresh token: the key is then exchanged anew. */
  async #refresh(refreshToken: string): Promise<TokenPair | undefined> {
    const response = await this.#post('/auth/refresh', { refreshToken });
    if (response.ok) return this.#read(response);
    await response.body?.cancel();
    if (response.status >= 500) throw unavailable(response.status);
    return undefined;
  }

  async #exchange(): Promise<TokenPair> {
    const apiKey = typeof this.#apiKey === 'function' ? await this.#apiKey() : this.#apiKey;
    const response = await this.#post('/auth/api-key', { apiKey });
    if (response.ok) return this.#read(response);
    await response.body?.cancel();
    if (response.status >= 500 || response.status === 429) throw unavailable(response.status);
    throw new VhError(
      'request-refused',
      'The service does not take the API key that the page backend was given.',
      {
        status: response.status,
      },
    );
  }

  async #read(response: Response): Promise<TokenPair> {
    const from = readRecord(await response.json().catch(() => undefined));
    const access = readText(from?.['access_token']);
    if (access === undefined) {
      throw new VhError(
        'unexpected-answer',
        "The service's answer to the key exchange holds no access token.",
      );
    }
    const lifetime = (readNumber(from?.['expires_in']) ?? 3600) * 1000;
    // A token that lives shorter than the head start is used for half its life.
    const renewAt = this.#now() + Math.max(lifetime - EARLY, lifetime / 2);
    return { access, refresh: readText(from?.['refresh_token']), renewAt };
  }
}

function unavailable(status: number): VhError {
  return new VhError(
    'service-unavailable',
    `The service's authentication was answered with ${String(status)}.`,
    {
      status,
    },
  );
}

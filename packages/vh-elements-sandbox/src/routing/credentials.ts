import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AccessTokens } from '../store/account/access-tokens.ts';
import { Problem } from '../http/problem.ts';

const IS_KEY =
  'This is the API key, and no access token: exchange it at POST /auth/api-key, or send it by Basic as the user name.';

/** Knows who holds the project's key. */
export class Credentials {
  readonly #keyHash: Buffer;
  readonly #tokens: AccessTokens;

  constructor(apiKey: string, tokens: AccessTokens) {
    this.#keyHash = hashOf(apiKey);
    this.#tokens = tokens;
  }

  /** Compares in constant time. */
  isApiKey(key: string): boolean {
    return timingSafeEqual(hashOf(key), this.#keyHash);
  }

  /** Throws the problem of a request that brings neither the key nor an access token. */
  check(request: IncomingMessage): void {
    const header = request.headers.authorization?.trim();
    if (!header) throw new Problem('authentication-missing-authorization-header');
    const [scheme = '', value = ''] = header.split(/\s+/, 2);
    if (value !== '' && /^basic$/i.test(scheme)) this.#checkBasic(value);
    else if (value !== '' && /^bearer$/i.test(scheme)) this.#checkBearer(value);
    else throw new Problem('authentication-invalid-authorization-header-value');
  }

  #checkBasic(value: string): void {
    const [user = '', ...password] = Buffer.from(value, 'base64').toString('utf8').split(':');
    if (password.length === 0) throw new Problem('authentication-invalid-authorization-header-value');
    if (!this.isApiKey(user)) throw new Problem('authentication-invalid-api-key');
  }

  #checkBearer(value: string): void {
    if (this.#tokens.isAccessToken(value)) return;
    throw new Problem('authentication-invalid-access-token', this.isApiKey(value) ? { detail: IS_KEY } : {});
  }
}

/** The upload token of a request: in the query, or as a bearer; an empty Authorization header is nothing. */
export function uploadTokenOf(request: IncomingMessage, query: URLSearchParams): string | undefined {
  const token = query.get('token');
  if (token !== null && token !== '') return token;
  return bearerOf(request);
}

/** Whether a request shows its token in a header. Clients that do so show it each time; others know an address only. */
export function bearsToken(request: IncomingMessage): boolean {
  return bearerOf(request) !== undefined;
}

function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1];
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

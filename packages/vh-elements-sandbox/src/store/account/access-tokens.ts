import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { SYSTEM_CLOCKS, TokenEnds, type TokenClocks } from './token-ends.ts';

/** How long an access token lives, in seconds. */
export const ACCESS_TOKEN_SECONDS = 3600;
/** How long a refresh token may be unused. A backend that was silent for longer signs in with its key again. */
const REFRESH_TOKEN_SECONDS = 7 * 24 * 60 * 60;

/** A fresh pair of tokens. */
export interface TokenPair {
  accessToken: string;
  refreshToken: string;
}

/** Where access and refresh tokens are kept, by their hashes: who reads the database cannot use them. */
export class AccessTokens {
  readonly #database: Database;
  readonly #wall: () => number;
  readonly #ends: TokenEnds;

  constructor(database: Database, { wall, passed }: TokenClocks = SYSTEM_CLOCKS) {
    this.#database = database;
    this.#wall = wall;
    this.#ends = new TokenEnds(passed);
  }

  issue(): TokenPair {
    this.forgetExpired();
    return {
      accessToken: this.#add('access', ACCESS_TOKEN_SECONDS),
      refreshToken: this.#add('refresh', REFRESH_TOKEN_SECONDS),
    };
  }

  forgetExpired(): void {
    const now = this.#wall();
    // Earlier versions let refresh tokens live forever.
    this.#database.run(
      'UPDATE access_tokens SET expires_at = ? WHERE expires_at IS NULL',
      now + REFRESH_TOKEN_SECONDS * 1000,
    );
    this.#database.run('DELETE FROM access_tokens WHERE expires_at <= ?', now);
    this.#ends.deleteEnded((hash) => this.#database.run('DELETE FROM access_tokens WHERE hash = ?', hash));
  }

  /** Swaps a refresh token for a new pair; it is good for one swap only. */
  refresh(refreshToken: string): TokenPair | undefined {
    return this.#database.transaction(() => {
      this.forgetExpired();
      const used = this.#database.run(
        `DELETE FROM access_tokens WHERE hash = ? AND kind = 'refresh'`,
        hashOf(refreshToken),
      );
      return used === 0 ? undefined : this.issue();
    });
  }

  isAccessToken(token: string): boolean {
    const hash = hashOf(token);
    if (this.#ends.hasEnded(hash)) return false;
    const row = this.#database.get(
      `SELECT 1 FROM access_tokens WHERE hash = ? AND kind = 'access' AND expires_at > ?`,
      hash,
      this.#wall(),
    );
    return row !== undefined;
  }

  #add(kind: 'access' | 'refresh', seconds: number): string {
    const token = randomBytes(32).toString('base64url');
    const hash = hashOf(token);
    this.#ends.add(hash, seconds * 1000);
    this.#database.run(
      'INSERT INTO access_tokens (hash, kind, expires_at) VALUES (?, ?, ?)',
      hash,
      kind,
      this.#wall() + seconds * 1000,
    );
    return token;
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

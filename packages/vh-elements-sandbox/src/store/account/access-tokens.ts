import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** How long an access token lives, in seconds. */
export const ACCESS_TOKEN_SECONDS = 3600;

/** A fresh pair of tokens. */
export interface TokenPair {
  accessToken: string;
  refreshToken: string;
}

/** Where access and refresh tokens are kept, by their hashes: who reads the database cannot use them. */
export class AccessTokens {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  issue(): TokenPair {
    this.#database.run('DELETE FROM access_tokens WHERE expires_at <= ?', Date.now());
    return {
      accessToken: this.#add('access', Date.now() + ACCESS_TOKEN_SECONDS * 1000),
      refreshToken: this.#add('refresh', null),
    };
  }

  /** Swaps a refresh token for a new pair; it is good for one swap only. */
  refresh(refreshToken: string): TokenPair | undefined {
    return this.#database.transaction(() => {
      const used = this.#database.run(
        `DELETE FROM access_tokens WHERE hash = ? AND kind = 'refresh'`,
        hashOf(refreshToken),
      );
      return used === 0 ? undefined : this.issue();
    });
  }

  isAccessToken(token: string): boolean {
    const row = this.#database.get(
      `SELECT 1 FROM access_tokens WHERE hash = ? AND kind = 'access' AND expires_at > ?`,
      hashOf(token),
      Date.now(),
    );
    return row !== undefined;
  }

  #add(kind: 'access' | 'refresh', expiresAt: number | null): string {
    const token = randomBytes(32).toString('base64url');
    this.#database.run(
      'INSERT INTO access_tokens (hash, kind, expires_at) VALUES (?, ?, ?)',
      hashOf(token),
      kind,
      expiresAt,
    );
    return token;
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

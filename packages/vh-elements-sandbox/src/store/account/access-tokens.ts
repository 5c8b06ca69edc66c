import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { SYSTEM_CLOCKS, TokenEnds, type TokenClocks } from './token-ends.ts';

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
  readonly #wall: () => number;
  readonly #ends: TokenEnds;

  constructor(database: Database, { wall, passed }: TokenClocks = SYSTEM_CLOCKS) {
    this.#database = database;
    this.#wall = wall;
    this.#ends = new TokenEnds(passed);
  }

  issue(): TokenPair {
    this.#database.run('DELETE FROM access_tokens WHERE expires_at <= ?', this.#wall());
    this.#ends.deleteEnded((hash) => this.#database.run('DELETE FROM access_tokens WHERE hash = ?', hash));
    return {
      accessToken: this.#add('access', this.#wall() + ACCESS_TOKEN_SECONDS * 1000),
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
    const hash = hashOf(token);
    if (this.#ends.hasEnded(hash)) return false;
    const row = this.#database.get(
      `SELECT 1 FROM access_tokens WHERE hash = ? AND kind = 'access' AND expires_at > ?`,
      hash,
      this.#wall(),
    );
    return row !== undefined;
  }

  #add(kind: 'access' | 'refresh', expiresAt: number | null): string {
    const token = randomBytes(32).toString('base64url');
    const hash = hashOf(token);
    if (kind === 'access') this.#ends.add(hash, ACCESS_TOKEN_SECONDS * 1000);
    this.#database.run(
      'INSERT INTO access_tokens (hash, kind, expires_at) VALUES (?, ?, ?)',
      hash,
      kind,
      expiresAt,
    );
    return token;
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

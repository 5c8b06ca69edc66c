import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock.ts';
import { SYSTEM_CLOCKS, TokenEnds } from '../account/token-ends.ts';
import type { Database } from '../database/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a playback may continue after its start, in seconds. */
export const SESSION_SECONDS = DAY_MS / 1000;

/** The scope of a session, and of the request that uses a token up: a playback, or its picture alone. */
export type TokenUse = 'playback' | 'picture';

/** Access to private media: one-time tokens, and the sessions that they become. Only hashes of both are stored. */
export class PrivateAccess {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #ends: TokenEnds;

  /** `passed` is a monotonic clock, in milliseconds. */
  constructor(database: Database, clock: Clock, passed = SYSTEM_CLOCKS.passed) {
    this.#database = database;
    this.#clock = clock;
    this.#ends = new TokenEnds(passed);
  }

  /** A fresh token for a video or live stream. */
  mint(mediaId: string): string {
    const token = randomUUID();
    this.#ends.add(hashOf(token), DAY_MS);
    this.#database.run(
      'INSERT INTO private_tokens (hash, media_id, expires_at) VALUES (?, ?, ?)',
      hashOf(token),
      mediaId,
      this.#clock.now() + DAY_MS,
    );
    return token;
  }

  /** Whether a token may still be used so. */
  isFresh(mediaId: string, token: string, use: TokenUse): boolean {
    if (this.#ends.hasEnded(hashOf(token))) return false;
    const row = this.#database.get(
      `SELECT 1 FROM private_tokens
       WHERE hash = ? AND media_id = ? AND expires_at > ? AND played = 0 ${use === 'picture' ? 'AND pictured = 0' : ''}`,
      hashOf(token),
      mediaId,
      this.#clock.now(),
    );
    return row !== undefined;
  }

  /** Uses a token up and begins a session that covers that use; undefined when another request was quicker. */
  begin(mediaId: string, token: string, use: TokenUse): string | undefined {
    return this.#database.transaction(() => {
      if (!this.isFresh(mediaId, token, use)) return undefined;
      const column = use === 'playback' ? 'played' : 'pictured';
      this.#database.run(`UPDATE private_tokens SET ${column} = 1 WHERE hash = ?`, hashOf(token));
      const session = randomBytes(32).toString('base64url');
      this.#ends.add(hashOf(session), DAY_MS);
      this.#database.run(
        'INSERT INTO private_sessions (hash, media_id, scope, expires_at) VALUES (?, ?, ?, ?)',
        hashOf(session),
        mediaId,
        use,
        this.#clock.now() + SESSION_SECONDS * 1000,
      );
      return session;
    });
  }

  /**
   * Whether a session of that video or live stream covers a use: that of a playback the picture too, but not the other
   * way round.
   */
  covers(mediaId: string, session: string, use: TokenUse): boolean {
    if (this.#ends.hasEnded(hashOf(session))) return false;
    const row = this.#database.get(
      `SELECT 1 FROM private_sessions
       WHERE hash = ? AND media_id = ? AND scope IN ('playback', ?) AND expires_at > ?`,
      hashOf(session),
      mediaId,
      use,
      this.#clock.now(),
    );
    return row !== undefined;
  }

  forgetExpired(): void {
    const now = this.#clock.now();
    this.#database.run('DELETE FROM private_tokens WHERE expires_at <= ?', now);
    this.#database.run('DELETE FROM private_sessions WHERE expires_at <= ?', now);
    this.#ends.deleteEnded((hash) => {
      for (const table of ['private_tokens', 'private_sessions'])
        this.#database.run(`DELETE FROM ${table} WHERE hash = ?`, hash);
    });
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

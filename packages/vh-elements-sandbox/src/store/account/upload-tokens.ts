import type { Database, Row } from '../database/database.ts';
import { newId } from '../database/id.ts';
import { SYSTEM_CLOCKS, TokenEnds, type TokenClocks } from './token-ends.ts';

/** A credential that lets its holder upload without the API key. */
export interface UploadToken {
  token: string;
  ttl: number;
  createdAt: number;
  /** Nothing when it never expires. */
  expiresAt: number | null;
  /** An extension: the only video that it is good for. Null for a token of the service's own kind. */
  videoId: string | null;
}

/** Where upload tokens are kept; an expired one is as good as gone. */
export class UploadTokens {
  readonly #database: Database;
  readonly #wall: () => number;
  readonly #ends: TokenEnds;

  constructor(database: Database, { wall, passed }: TokenClocks = SYSTEM_CLOCKS) {
    this.#database = database;
    this.#wall = wall;
    this.#ends = new TokenEnds(passed);
  }

  create(ttl: number, videoId: string | null = null): UploadToken {
    const createdAt = this.#wall();
    const token = {
      token: newId('to'),
      ttl,
      createdAt,
      expiresAt: ttl === 0 ? null : createdAt + ttl * 1000,
      videoId,
    };
    this.#database.run(
      'INSERT INTO upload_tokens (token, ttl, created_at, expires_at, video_id) VALUES (?, ?, ?, ?, ?)',
      token.token,
      ttl,
      createdAt,
      token.expiresAt,
      videoId,
    );
    if (ttl > 0) this.#ends.add(token.token, ttl * 1000);
    return token;
  }

  /** The token, while it is good. */
  get(token: string): UploadToken | undefined {
    this.#deleteEnded();
    if (this.#ends.hasEnded(token)) return undefined;
    this.#keepLiving();
    const row = this.#database.get(
      'SELECT * FROM upload_tokens WHERE token = ? AND (expires_at IS NULL OR expires_at > ?)',
      token,
      this.#wall(),
    );
    return row && toToken(row);
  }

  delete(token: string): void {
    this.#database.run('DELETE FROM upload_tokens WHERE token = ?', token);
  }

  list(
    sort: { column: string; order: 'asc' | 'desc' },
    page: { pageSize: number; offset: number },
  ): { tokens: UploadToken[]; total: number } {
    this.#deleteEnded();
    this.#keepLiving();
    const where = 'WHERE expires_at IS NULL OR expires_at > ?';
    const now = this.#wall();
    const total = Number(this.#database.get(`SELECT count(*) AS n FROM upload_tokens ${where}`, now)?.['n']);
    const rows = this.#database.all(
      `SELECT * FROM upload_tokens ${where} ORDER BY ${sort.column} ${sort.order}, seq ${sort.order} LIMIT ? OFFSET ?`,
      now,
      page.pageSize,
      page.offset,
    );
    return { tokens: rows.map(toToken), total };
  }

  /**
   * The video that an `Upload-Id` made with this token, or with an expired one: an upload continues with a fresh
   * token, and two that are good at the same time are two uploaders.
   */
  videoOfUpload(token: string, uploadId: string): string | undefined {
    this.#deleteEnded();
    this.#keepLiving();
    const row = this.#database.get(
      `SELECT video_id FROM upload_ids
       WHERE upload_id = ?1 AND (token = ?2 OR token NOT IN
         (SELECT token FROM upload_tokens WHERE expires_at IS NULL OR expires_at > ?3))
       ORDER BY token = ?2 DESC LIMIT 1`,
      uploadId,
      token,
      this.#wall(),
    );
    return row && String(row['video_id']);
  }

  rememberUpload(token: string, uploadId: string, videoId: string): void {
    this.#database.run(
      'INSERT INTO upload_ids (token, upload_id, video_id) VALUES (?, ?, ?)',
      token,
      uploadId,
      videoId,
    );
  }

  /** Also those of an earlier process, which `get` and `list` leave alone. */
  forgetExpired(): void {
    this.#deleteEnded();
    this.#keepLiving();
    this.#database.run('DELETE FROM upload_tokens WHERE expires_at <= ?', this.#wall());
  }

  /** A wall clock that is set ahead ends no token of this process: its end moves along with the clock. */
  #keepLiving(): void {
    const now = this.#wall();
    for (const row of this.#database.all('SELECT token FROM upload_tokens WHERE expires_at <= ?', now)) {
      const token = String(row['token']);
      const left = this.#ends.leftOf(token) ?? 0;
      if (left <= 0) continue;
      this.#database.run('UPDATE upload_tokens SET expires_at = ? WHERE token = ?', now + left, token);
    }
  }

  #deleteEnded(): void {
    this.#ends.deleteEnded((token) => {
      this.delete(token);
    });
  }
}

function toToken(row: Row): UploadToken {
  return {
    token: String(row['token']),
    ttl: Number(row['ttl']),
    createdAt: Number(row['created_at']),
    expiresAt: row['expires_at'] === null ? null : Number(row['expires_at']),
    videoId: row['video_id'] === null ? null : String(row['video_id']),
  };
}

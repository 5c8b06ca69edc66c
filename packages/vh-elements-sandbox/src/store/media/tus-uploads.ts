import { randomBytes, randomUUID } from 'node:crypto';
import type { Database, Row } from '../database/database.ts';

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** One upload that resumes at a byte: of the tus wire, or by the IETF's draft. */
export interface TusUpload {
  /** Unguessable: who knows it holds the upload, unless that needs a token besides. */
  id: string;
  /** The upload token that it was made with, and lives and dies with. */
  token: string;
  /** Whether its address alone opens nothing: each request has to bring a token. */
  needsToken: boolean;
  /** Nothing for a partial upload, which becomes a video only when it is concatenated. */
  videoId: string | undefined;
  /** Nothing while it is deferred. */
  length: number | undefined;
  received: number;
  /** Whether the client has said that the bytes are the whole; nothing for tus, where the length says it. */
  isComplete: boolean | undefined;
  /** The `Upload-Concat` header of its making. */
  concat: string | undefined;
  metadata: string;
  /** Where its bytes are; nothing once they belong to a concatenated upload. */
  file: string | undefined;
  expiresAt: number;
}

/** Where uploads that resume at a byte are kept. */
export class TusUploads {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create(
    upload: Pick<
      TusUpload,
      'token' | 'needsToken' | 'videoId' | 'length' | 'isComplete' | 'concat' | 'metadata'
    >,
  ): TusUpload {
    const isFinal = upload.concat?.startsWith('final') ?? false;
    const made: TusUpload = {
      ...upload,
      id: randomBytes(24).toString('base64url'),
      received: isFinal ? (upload.length ?? 0) : 0,
      file: isFinal ? undefined : randomUUID(),
      expiresAt: this.#database.now() + LIFETIME_MS,
    };
    this.#database.run(
      `INSERT INTO tus_uploads (id, token, needs_token, video_id, length, received, concat, metadata, file, expires_at, is_complete)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      made.id,
      made.token,
      Number(made.needsToken),
      made.videoId ?? null,
      made.length ?? null,
      made.received,
      made.concat ?? null,
      made.metadata,
      made.file ?? null,
      made.expiresAt,
      made.isComplete === undefined ? null : Number(made.isComplete),
    );
    return made;
  }

  get(id: string): TusUpload | undefined {
    const row = this.#database.get('SELECT * FROM tus_uploads WHERE id = ?', id);
    return row && toUpload(row);
  }

  /** The concatenation that was made before from the same uploads, when its answer was lost and it is asked again. */
  findFinal(token: string, concat: string): TusUpload | undefined {
    const row = this.#database.get(
      'SELECT * FROM tus_uploads WHERE token = ? AND concat = ? AND expires_at > ?',
      token,
      concat,
      this.#database.now(),
    );
    return row && toUpload(row);
  }

  /** How many bytes of a video have come by tus, while they are coming. */
  receivedOf(videoId: string): number {
    const row = this.#database.get('SELECT max(received) AS n FROM tus_uploads WHERE video_id = ?', videoId);
    return Number(row?.['n'] ?? 0);
  }

  setLength(id: string, length: number): void {
    this.#database.run('UPDATE tus_uploads SET length = ? WHERE id = ?', length, id);
  }

  /** Says whether the bytes that are coming are the last. */
  setComplete(id: string, isComplete: boolean): void {
    this.#database.run('UPDATE tus_uploads SET is_complete = ? WHERE id = ?', Number(isComplete), id);
  }

  /** Says how many bytes are safe on disk. */
  advance(id: string, received: number): void {
    this.#database.run('UPDATE tus_uploads SET received = ? WHERE id = ?', received, id);
  }

  /** Gives an upload's bytes away to a video: they live and die with it from now on. */
  handOver(id: string, videoId: string): void {
    this.#database.run('UPDATE tus_uploads SET file = NULL, video_id = ? WHERE id = ?', videoId, id);
  }

  delete(id: string): void {
    this.#database.run('DELETE FROM tus_uploads WHERE id = ?', id);
  }

  /** Uploads whose time is over. */
  expired(now: number): TusUpload[] {
    return this.#database.all('SELECT * FROM tus_uploads WHERE expires_at <= ?', now).map(toUpload);
  }
}

function toUpload(row: Row): TusUpload {
  const text = (name: string) => (row[name] === null ? undefined : String(row[name]));
  return {
    id: String(row['id']),
    token: String(row['token']),
    needsToken: row['needs_token'] === 1,
    videoId: text('video_id'),
    length: row['length'] === null ? undefined : Number(row['length']),
    received: Number(row['received']),
    isComplete: row['is_complete'] === null ? undefined : row['is_complete'] === 1,
    concat: text('concat'),
    metadata: String(row['metadata']),
    file: text('file'),
    expiresAt: Number(row['expires_at']),
  };
}

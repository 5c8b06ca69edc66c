import type { Database } from '../database/database.ts';

/** How a video's bytes come. */
export type SourceForm = 'whole' | 'parts' | 'bytes' | 'tus' | 'url' | 'clone';

/** The arrived bytes of a video. */
export interface Source {
  form: SourceForm;
  /** Parts or bytes, by form; nothing while it is unknown. */
  total: number | undefined;
  complete: boolean;
}

/** One file of the stored bytes. */
export interface Extent {
  /** Part number, first byte, or plain order, by form. */
  position: number;
  size: number;
  /** Nothing for what came by tus, where no request repeats another. */
  sha256: string | null;
  file: string;
}

const FILES = `
  SELECT file FROM extents
  UNION SELECT file FROM tus_uploads WHERE file IS NOT NULL
  UNION SELECT file FROM video_watermarks`;

/** Where it is kept which files, in which order, are a video's source. */
export class Sources {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  get(videoId: string): Source | undefined {
    const row = this.#database.get('SELECT * FROM sources WHERE video_id = ?', videoId);
    return (
      row && {
        form: row['form'] as SourceForm,
        total: row['total'] === null ? undefined : Number(row['total']),
        complete: row['complete'] === 1,
      }
    );
  }

  put(videoId: string, { form, total, complete }: Source): void {
    this.#database.run(
      `INSERT INTO sources (video_id, form, total, complete, started_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (video_id) DO UPDATE SET total = excluded.total, complete = excluded.complete`,
      videoId,
      form,
      total ?? null,
      Number(complete),
      this.#database.now(),
    );
  }

  extents(videoId: string): Extent[] {
    const rows = this.#database.all('SELECT * FROM extents WHERE video_id = ? ORDER BY position', videoId);
    return rows.map((row) => ({
      position: Number(row['position']),
      size: Number(row['size']),
      sha256: row['sha256'] === null ? null : String(row['sha256']),
      file: String(row['file']),
    }));
  }

  addExtent(videoId: string, { position, size, sha256, file }: Extent): void {
    this.#database.run(
      'INSERT INTO extents (video_id, position, size, sha256, file) VALUES (?, ?, ?, ?, ?)',
      videoId,
      position,
      size,
      sha256,
      file,
    );
  }

  /** Gives an extent another file with the same bytes. */
  replaceFile(videoId: string, position: number, file: string): void {
    const replace = 'UPDATE extents SET file = ? WHERE video_id = ? AND position = ?';
    this.#database.run(replace, file, videoId, position);
  }

  removeExtent(videoId: string, position: number): void {
    this.#database.run('DELETE FROM extents WHERE video_id = ? AND position = ?', videoId, position);
  }

  /** The files that belong to a video, those of an upload in progress too. */
  filesOf(videoId: string): string[] {
    const rows = this.#database.all(
      `SELECT file FROM extents WHERE video_id = ?1
       UNION SELECT file FROM tus_uploads WHERE video_id = ?1 AND file IS NOT NULL
       UNION SELECT file FROM video_watermarks WHERE video_id = ?1`,
      videoId,
    );
    return rows.map((row) => String(row['file']));
  }

  /** Gives a video the bytes of another one: files are shared, none is copied. */
  copyExtents(from: string, to: string): void {
    this.#database.run(
      `INSERT INTO extents (video_id, position, size, sha256, file)
       SELECT ?, position, size, sha256, file FROM extents WHERE video_id = ?`,
      to,
      from,
    );
  }

  /** Whether something refers to a file, of which videos may share one. */
  refersTo(file: string): boolean {
    return this.#database.get(`SELECT 1 FROM (${FILES}) WHERE file = ?`, file) !== undefined;
  }

  /** Every file that something refers to. */
  files(): Set<string> {
    return new Set(this.#database.all(FILES).map((row) => String(row['file'])));
  }
}

import type { Database, Row } from '../database/database.ts';
import { newId } from '../database/id.ts';

/** A picture to be laid over videos as they are made. */
export interface Watermark {
  watermarkId: string;
  /** The name of the stored file among the data folder's pictures. */
  file: string;
  type: string;
  createdAt: number;
}

/** Where watermarks are kept. */
export class Watermarks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create({ file, type }: Pick<Watermark, 'file' | 'type'>): Watermark {
    const watermark = { watermarkId: newId('watermark_'), file, type, createdAt: this.#database.now() };
    this.#database.run(
      'INSERT INTO watermarks (id, file, type, created_at) VALUES (?, ?, ?, ?)',
      watermark.watermarkId,
      file,
      type,
      watermark.createdAt,
    );
    return watermark;
  }

  /** The watermark; its picture is at `folder.picture(watermark.file)`. */
  get(watermarkId: string): Watermark | undefined {
    const row = this.#database.get('SELECT * FROM watermarks WHERE id = ?', watermarkId);
    return row && toWatermark(row);
  }

  delete(watermarkId: string): void {
    this.#database.run('DELETE FROM watermarks WHERE id = ?', watermarkId);
  }

  list(
    sort: { column: string; order: 'asc' | 'desc' },
    page: { pageSize: number; offset: number },
  ): { watermarks: Watermark[]; total: number } {
    const total = Number(this.#database.get('SELECT count(*) AS n FROM watermarks')?.['n']);
    const rows = this.#database.all(
      `SELECT * FROM watermarks ORDER BY ${sort.column} ${sort.order}, seq ${sort.order} LIMIT ? OFFSET ?`,
      page.pageSize,
      page.offset,
    );
    return { watermarks: rows.map(toWatermark), total };
  }

  /** Every picture that a watermark refers to. */
  files(): string[] {
    return this.#database.all('SELECT file FROM watermarks').map((row) => String(row['file']));
  }
}

function toWatermark(row: Row): Watermark {
  return {
    watermarkId: String(row['id']),
    file: String(row['file']),
    type: String(row['type']),
    createdAt: Number(row['created_at']),
  };
}

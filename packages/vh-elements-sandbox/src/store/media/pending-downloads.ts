import type { Database } from '../database/database.ts';

/** Where it is kept what has yet to be fetched, and what could not be. */
export class PendingDownloads {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add(videoId: string, url: string): void {
    this.#database.run('INSERT INTO downloads (video_id, url) VALUES (?, ?)', videoId, url);
  }

  addressOf(videoId: string): string | undefined {
    const url = this.#database.get('SELECT url FROM downloads WHERE video_id = ?', videoId)?.['url'];
    return typeof url === 'string' ? url : undefined;
  }

  /** The code of why it failed; nothing where it has not. */
  failureOf(videoId: string): string | undefined {
    const failure = this.#database.get('SELECT failure FROM downloads WHERE video_id = ?', videoId)?.[
      'failure'
    ];
    return typeof failure === 'string' ? failure : undefined;
  }

  fail(videoId: string, failure: string): void {
    this.#database.run('UPDATE downloads SET url = NULL, failure = ? WHERE video_id = ?', failure, videoId);
  }

  delete(videoId: string): void {
    this.#database.run('DELETE FROM downloads WHERE video_id = ?', videoId);
  }

  /** Videos whose source has yet to be fetched. */
  all(): string[] {
    return this.#database
      .all('SELECT video_id FROM downloads WHERE url IS NOT NULL')
      .map((row) => String(row['video_id']));
  }
}

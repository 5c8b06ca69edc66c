import type { Database } from '../database/database.ts';

/** Bytes on the disk of one event and of one viewing, beside the texts that they hold; rows, indexes and pages that are not full. */
export const EVENT_BYTES = 200;
export const SESSION_BYTES = 600;

/** Events of all formats. */
const EVENT_TABLES = ['session_events', 'viewing_events', 'cmcd_lines', 'watch_events'];

/** Sessions that are removed in one go. */
const BATCH_SIZE = 200;

/** How much of the disk viewings take: each, and all together. */
export class SessionSizes {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Counts bytes that a viewing takes more. Call it inside the transaction that writes them. */
  add(sessionId: string, bytes: number): void {
    this.#database.run('UPDATE sessions SET bytes = bytes + ? WHERE id = ?', bytes, sessionId);
    this.#database.run('UPDATE sessions_total SET bytes = bytes + ?', bytes);
  }

  /** Bytes of one viewing; 0 when there is no such viewing. */
  of(sessionId: string): number {
    return Number(this.#database.get('SELECT bytes FROM sessions WHERE id = ?', sessionId)?.['bytes'] ?? 0);
  }

  /** Bytes of all viewings. */
  total(): number {
    return Number(this.#database.get('SELECT bytes FROM sessions_total')?.['bytes'] ?? 0);
  }

  /** Removes every viewing. */
  removeAll(): void {
    this.#database.transaction(() => {
      for (const table of ['watch_events', 'sessions']) this.#database.run(`DELETE FROM ${table}`);
      this.#database.run('UPDATE sessions_total SET bytes = 0');
    });
  }

  /** Removes what players reported of the viewings, which stay. */
  removeEvents(): void {
    this.#database.transaction(() => {
      for (const table of EVENT_TABLES) this.#database.run(`DELETE FROM ${table}`);
      this.#database.run(
        'UPDATE sessions SET bytes = ? + length(referrer) + length(metadata) + length(user_agent)',
        SESSION_BYTES,
      );
      this.#database.run('UPDATE sessions_total SET bytes = (SELECT coalesce(sum(bytes), 0) FROM sessions)');
    });
  }

  /** Removes some of the viewings that came first; answers how many. */
  removeOldest(): number {
    const oldest = 'SELECT id FROM sessions ORDER BY seq LIMIT ?';
    return this.#database.transaction(() => {
      this.#database.run(
        `UPDATE sessions_total SET bytes =
           max(0, bytes - coalesce((SELECT sum(bytes) FROM sessions WHERE id IN (${oldest})), 0))`,
        BATCH_SIZE,
      );
      this.#database.run(
        `DELETE FROM watch_events WHERE (playback_id, media_id) IN
           (SELECT playback_id, media_id FROM watch_playbacks WHERE session_id IN (${oldest}))`,
        BATCH_SIZE,
      );
      return this.#database.run(`DELETE FROM sessions WHERE id IN (${oldest})`, BATCH_SIZE);
    });
  }
}

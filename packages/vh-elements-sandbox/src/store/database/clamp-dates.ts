import type { Database } from './database.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** The tolerated lead over the clock: an hour does no harm. */
const TOLERANCE_MS = HOUR_MS;

/**
 * A column that ends a row, and how far ahead it may be at most, in SQL. `where` leaves alone rows that never end, or are
 * whole.
 */
const LIMITS: readonly { table: string; column: string; most: string; where?: string }[] = [
  // Unfinished uploads and empty videos are thrown away a week after they were begun.
  { table: 'sources', column: 'started_at', most: '0', where: 'complete = 0' },
  { table: 'videos', column: 'created_at', most: '0', where: 'id NOT IN (SELECT video_id FROM sources)' },
  { table: 'tus_uploads', column: 'expires_at', most: String(WEEK_MS) },
  { table: 'upload_tokens', column: 'expires_at', most: 'ttl * 1000' },
  { table: 'access_tokens', column: 'expires_at', most: String(HOUR_MS), where: `kind = 'access'` },
  { table: 'access_tokens', column: 'expires_at', most: String(WEEK_MS), where: `kind = 'refresh'` },
  { table: 'private_tokens', column: 'expires_at', most: String(DAY_MS) },
  { table: 'private_sessions', column: 'expires_at', most: String(DAY_MS) },
  { table: 'sessions', column: 'ends_at', most: String(DAY_MS) },
  { table: 'deliveries', column: 'due_at', most: '3000', where: `state = 'pending'` },
];

/**
 * Brings back what a clock has dated into a future that is not ours: a machine whose clock was ahead, and was put
 * right, would otherwise keep it for years.
 */
export function clampDates(database: Database, now: number): void {
  database.transaction(() => {
    for (const { table, column, most, where = '1' } of LIMITS) {
      database.run(
        `UPDATE ${table} SET ${column} = ?1 + ${most} WHERE ${where} AND ${column} > ?1 + ${most} + ${String(TOLERANCE_MS)}`,
        now,
      );
    }
  });
}

import type Libsql from 'libsql';

/** Sums that triggers and stores keep: a row each, which stays. */
const SUMS: Readonly<Record<string, string>> = { videos_total: 'n', sessions_total: 'bytes' };
/** Written by SQLite or by triggers, or no state of the service. */
const NOT_OURS = /^(?:sqlite_.*|video_texts.*|video_terms|migrations|settings)$/;

/**
 * Removes every row, in one transaction. Numbers that have been given out stay given out: no delivery of a new state
 * has the number of an old one.
 */
export function emptyTables(sql: Libsql.Database, keep: { setting: string }): void {
  const rows = sql.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all() as { name: string }[];
  const names = rows.map(({ name }) => name).filter((name) => !NOT_OURS.test(name) && !(name in SUMS));
  // Outside of a transaction, where alone it can be set: the order of the tables does not matter then.
  sql.exec('PRAGMA foreign_keys = OFF');
  sql.exec('BEGIN');
  try {
    for (const name of names) sql.exec(`DELETE FROM ${name}`);
    for (const [name, column] of Object.entries(SUMS)) sql.exec(`UPDATE ${name} SET ${column} = 0`);
    sql.prepare('DELETE FROM settings WHERE name <> ?').run(keep.setting);
    sql.exec('COMMIT');
  } catch (error) {
    if (sql.inTransaction) sql.exec('ROLLBACK');
    throw error;
  } finally {
    sql.exec('PRAGMA foreign_keys = ON');
  }
}

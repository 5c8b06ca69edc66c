import Libsql from 'libsql';
import { Database } from '../../store/database/database.ts';
import { refused } from './import.ts';

/** Rows that are read at once. */
const PAGE = 500;
/** Columns that become parts of a path: nothing but a name may stand there. */
const NAMES: readonly (readonly [table: string, column: string])[] = [
  ['extents', 'file'],
  ['tus_uploads', 'file'],
  ['video_watermarks', 'file'],
  ['watermarks', 'file'],
  ['players', 'logo_file'],
  ['live_recordings', 'file'],
  ['videos', 'id'],
  ['live_streams', 'id'],
];
const JSON_COLUMNS: readonly (readonly [table: string, column: string])[] = [
  ['videos', 'tags'],
  ['videos', 'metadata'],
  ['encodings', 'probe'],
  ['renditions', 'variant'],
  ['players', 'chosen'],
  ['live_streams', 'restreams'],
  ['webhooks', 'events'],
  ['deliveries', 'body'],
  ['sessions', 'metadata'],
  ['sessions', 'totals'],
  ['viewing_events', 'details'],
];

/** Brings the database of an export to this version; throws a problem for one that no sandbox has written. */
export function checkDatabase(file: string): void {
  try {
    const sql = new Libsql(file, { timeout: 500 });
    try {
      const [{ quick_check: verdict } = { quick_check: '' }] = sql.prepare('PRAGMA quick_check').all() as {
        quick_check: string;
      }[];
      if (verdict !== 'ok') throw refused('Its database is damaged.');
    } finally {
      sql.close();
    }
    const database = new Database(file);
    try {
      checkShape(database);
      checkValues(database);
      readAll(database);
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^SQLITE_(?!FULL|IOERR)/.test(String(error.code)))
      throw refused('Its database is none of a sandbox.');
    throw error;
  }
}

/** Tables, indexes and triggers are what the migrations make, and no others. */
function checkShape(database: Database): void {
  const fresh = new Database(':memory:');
  const shape = (of: Database) =>
    JSON.stringify(of.all('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name'));
  const isOurs = shape(database) === shape(fresh);
  fresh.close();
  if (!isOurs) throw refused('Its database is none of a sandbox.');
}

/** A row that cannot be read is found here, and not by a request. */
function readAll(database: Database): void {
  const tables = database.all(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'video_texts%'`,
  );
  for (const { name } of tables) {
    const page = `SELECT * FROM ${String(name)} LIMIT ${String(PAGE)} OFFSET ?`;
    for (let offset = 0; database.all(page, offset).length === PAGE; offset += PAGE);
  }
}

function checkValues(database: Database): void {
  const holds = (table: string, condition: string) =>
    database.get(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`) !== undefined;
  const isStrange = ([table, column]: readonly [string, string]) =>
    holds(table, `${column} GLOB '*[^A-Za-z0-9_-]*' OR length(${column}) NOT BETWEEN 1 AND 64`);
  const isNoJson = ([table, column]: readonly [string, string]) =>
    holds(table, `${column} IS NOT NULL AND NOT json_valid(${column})`);
  if (NAMES.some(isStrange) || JSON_COLUMNS.some(isNoJson))
    throw refused('Its database holds values that no sandbox has written.');
}

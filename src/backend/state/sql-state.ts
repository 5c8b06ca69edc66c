import { VhError } from '../../core/errors/vh-error.ts';
import type { BackendState, BucketSize } from './backend-state.ts';

/** Runs one statement with its values, and returns the rows of its answer. */
export type SqlQuery = (
  text: string,
  values: (string | number)[],
) => Promise<readonly object[]> | readonly object[];

/** Options of `sqlState`. */
export interface SqlStateOptions {
  /** `sqlite` is for the processes of one machine. Default: `postgres`. */
  dialect?: 'postgres' | 'sqlite';
}

/** The statements that make the table of a state. Run them once, as a user who may. */
export const SQL_TABLES = {
  postgres: [
    'CREATE TABLE IF NOT EXISTS vh_state (key text PRIMARY KEY, value text NOT NULL, ends timestamptz NOT NULL)',
    'CREATE INDEX IF NOT EXISTS vh_state_ends ON vh_state (ends)',
  ],
  sqlite: [
    'CREATE TABLE IF NOT EXISTS vh_state (key TEXT PRIMARY KEY, value TEXT NOT NULL, ends REAL NOT NULL) WITHOUT ROWID',
    'CREATE INDEX IF NOT EXISTS vh_state_ends ON vh_state (ends)',
  ],
} as const;

/** The words in which the two databases differ. Times are seconds, by their own clocks. */
interface Dialect {
  now: string;
  /** Seconds as the column `ends` holds them. */
  time: (seconds: string) => string;
  number: (text: string) => string;
  text: (number: string) => string;
  largest: string;
  /** Leaves rows to the server that has them. */
  skipLocked: string;
  mark: string;
}

const DIALECTS: Readonly<Record<'postgres' | 'sqlite', Dialect>> = {
  postgres: {
    now: 'extract(epoch FROM clock_timestamp())::float8',
    time: (seconds) => `to_timestamp(${seconds})`,
    number: (text) => `${text}::float8`,
    text: (number) => `(${number})::text`,
    largest: 'greatest',
    skipLocked: ' FOR UPDATE SKIP LOCKED',
    mark: '$',
  },
  sqlite: {
    now: "((julianday('now') - 2440587.5) * 86400.0)",
    time: (seconds) => `(${seconds})`,
    number: (text) => `CAST(${text} AS REAL)`,
    text: (number) => `printf('%.6f', ${number})`,
    largest: 'max',
    skipLocked: '',
    mark: '?',
  },
};

/**
 * A server deletes expired rows after this number of milliseconds or changes. A change adds one at most and a deletion takes
 * 500: so the table grows with what lives, and not with all that ever came.
 */
const TIDY_AFTER_MS = 60_000;
const TIDY_AFTER_CHANGES = 200;
/** Seconds: a smaller difference comes from the arithmetic, and not from the visitor. SQLite counts days, to 40 µs. */
const ROUNDING = 1e-4;
/** Seconds by which a clock may be corrected without a word. */
const SMALL_STEP = 1;

/**
 * A state in the table `vh_state` of Postgres, or of SQLite for the processes of one machine. Each operation is one
 * statement, so it is atomic and needs neither a transaction nor a lock.
 */
export function sqlState(query: SqlQuery, options: SqlStateOptions = {}): BackendState {
  if (typeof query !== 'function') {
    throw new VhError('invalid-use', 'sqlState takes a function (text, values) that returns rows.');
  }
  const { dialect = 'postgres' } = options;
  if (!Object.hasOwn(DIALECTS, dialect)) {
    throw new VhError('invalid-use', 'The dialect of sqlState is postgres or sqlite.');
  }
  return new SqlState(query, DIALECTS[dialect]);
}

class SqlState implements BackendState {
  readonly #query: SqlQuery;
  readonly #statements: Statements;
  #tidiedAt = performance.now();
  #changes = 0;

  constructor(query: SqlQuery, dialect: Dialect) {
    this.#query = query;
    this.#statements = statementsOf(dialect);
  }

  async get(key: string): Promise<string | undefined> {
    const [row] = await this.#query(this.#statements.get, [key]);
    const value: unknown = row && Reflect.get(row, 'value');
    return typeof value === 'string' ? value : undefined;
  }

  async swap(
    key: string,
    expected: string | undefined,
    next: string | undefined,
    seconds: number,
  ): Promise<boolean> {
    const { add, replace, remove } = this.#statements;
    if (next === undefined) {
      if (expected === undefined) return (await this.get(key)) === undefined;
      return this.#did(remove, [key, expected]);
    }
    const isDone =
      expected === undefined
        ? await this.#did(add, [key, next, seconds])
        : await this.#did(replace, [key, expected, next, seconds]);
    await this.#tidy();
    return isDone;
  }

  async take(key: string, { burst, intervalMs }: BucketSize): Promise<number> {
    const interval = intervalMs / 1000;
    const spare = (burst - 1) * interval;
    if (await this.#did(this.#statements.take, [key, interval, spare + ROUNDING])) {
      await this.#tidy();
      return 0;
    }
    const [row] = await this.#query(this.#statements.wait, [key, spare]);
    const wait = Number(row && Reflect.get(row, 'wait'));
    // It may have filled between the two questions.
    return Math.max(1, Math.min(intervalMs, Math.ceil(Number.isFinite(wait) ? wait - ROUNDING * 1000 : 1)));
  }

  async check(): Promise<void> {
    const key = `check ${crypto.randomUUID()}`;
    try {
      await this.swap(key, undefined, '1', 1);
      await this.take(`${key} bucket`, { burst: 1, intervalMs: 1 });
      await this.get(key);
    } catch (error) {
      if (isMissingTable(error))
        throw new VhError('invalid-use', 'the table vh_state is missing: run the statements of SQL_TABLES');
      if (isOtherTable(error))
        throw new VhError('invalid-use', `${OTHER_TABLE}: ${error.message}`, { cause: error });
      if (isSyntaxError(error))
        throw new VhError('invalid-use', 'it is too old: Postgres 9.5 or SQLite 3.35 is the oldest');
      throw error;
    }
  }

  async #did(text: string, values: (string | number)[]): Promise<boolean> {
    return (await this.#query(text, values)).length > 0;
  }

  /** Deletes some of the ended rows now and then. A change has been made, whatever becomes of this. */
  async #tidy(): Promise<void> {
    const isDue = performance.now() - this.#tidiedAt >= TIDY_AFTER_MS;
    if (++this.#changes < TIDY_AFTER_CHANGES && !isDue) return;
    this.#tidiedAt = performance.now();
    this.#changes = 0;
    try {
      await this.#query(this.#statements.tidy, []);
    } catch {
      // The next one deletes them.
    }
  }
}

type Statements = ReturnType<typeof statementsOf>;

function statementsOf({ now, time, number, text, largest, skipLocked, mark }: Dialect) {
  const at = (place: number) => `${mark}${String(place)}`;
  const seconds = (place: number) => number(at(place));
  const ends = (place: number) => time(`${now} + ${seconds(place)}`);
  const isThere = `ends > ${time(now)}`;
  // When the bucket will be full again: one number says how many are in it.
  const full = `${largest}(${number('vh_state.value')}, ${now})`;
  // A later time than a whole bucket takes was written before the database's clock was set back: then one is left in it.
  const sane = `(CASE WHEN ${full} > ${now} + ${seconds(2)} + ${seconds(3)} + ${SMALL_STEP}
    THEN ${now} + ${seconds(3)} - ${ROUNDING} ELSE ${full} END)`;
  return {
    get: `SELECT value FROM vh_state WHERE key = ${at(1)} AND ${isThere}`,
    add: `INSERT INTO vh_state (key, value, ends) VALUES (${at(1)}, ${at(2)}, ${ends(3)})
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends = excluded.ends
      WHERE vh_state.ends <= ${time(now)} RETURNING 1 AS done`,
    replace: `UPDATE vh_state SET value = ${at(3)}, ends = ${ends(4)}
      WHERE key = ${at(1)} AND value = ${at(2)} AND ${isThere} RETURNING 1 AS done`,
    remove: `DELETE FROM vh_state WHERE key = ${at(1)} AND value = ${at(2)} AND ${isThere} RETURNING 1 AS done`,
    take: `INSERT INTO vh_state (key, value, ends) VALUES (${at(1)}, ${text(`${now} + ${seconds(2)}`)}, ${ends(2)})
      ON CONFLICT (key) DO UPDATE SET value = ${text(`${sane} + ${seconds(2)}`)}, ends = ${time(`${sane} + ${seconds(2)}`)}
      WHERE ${sane} - ${now} <= ${seconds(3)} RETURNING 1 AS done`,
    wait: `SELECT (${full} - ${now} - ${seconds(2)}) * 1000 AS wait FROM vh_state WHERE key = ${at(1)}`,
    tidy: `DELETE FROM vh_state WHERE key IN (
      SELECT key FROM vh_state WHERE ends <= ${time(now)} LIMIT 500${skipLocked}) RETURNING 1 AS done`,
  };
}

function isMissingTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return Reflect.get(error, 'code') === '42P01' || error.message.includes('no such table');
}

const OTHER_TABLE =
  'the table vh_state is of another version: start that one, or drop the table and run the statements of SQL_TABLES';
/** Postgres: a column that is not there, that must have a value, or is of another type; a key that is none. */
const OTHER_TABLE_CODES: readonly unknown[] = ['42703', '23502', '42804', '42883', '42P10'];

/** The table lacks a column, or wants one that this version does not know. */
function isOtherTable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const isOfSqlite = /no such column|has no column named|NOT NULL constraint failed/.test(error.message);
  return isOfSqlite || OTHER_TABLE_CODES.includes(Reflect.get(error, 'code'));
}

/** A database without `ON CONFLICT` or `RETURNING` does not understand the statements. */
function isSyntaxError(error: unknown): boolean {
  return error instanceof Error && /syntax error/.test(error.message);
}

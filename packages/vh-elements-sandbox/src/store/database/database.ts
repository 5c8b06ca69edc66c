import path from 'node:path';
import Libsql from 'libsql';
import { systemClock, type Clock } from '../../common/clock.ts';
import { LruCache } from './lru-cache.ts';
import { emptyTables } from './empty-tables.ts';
import { MIGRATIONS } from './migrations.ts';
import { storageFailureOf } from './storage-failure.ts';

/** A value that a statement takes or gives. */
export type Value = string | number | null;
/** A row as it is stored. */
export type Row = Readonly<Record<string, Value>>;

/** Prepared statements that are kept: twice as many as there are places in the code that make one. */
const MOST_STATEMENTS = 256;

/** The embedded database: one file, one process, every call done when it returns. */
export class Database {
  #connection: Libsql.Database | undefined;
  readonly #statements = new LruCache<string, Libsql.Statement>(MOST_STATEMENTS);
  readonly #clock: Pick<Clock, 'now'>;
  /** True while a transaction's work is done, which waits for nothing. */
  #isWorking = false;

  constructor(file: string | Libsql.Database, clock: Pick<Clock, 'now'> = systemClock) {
    this.#clock = clock;
    this.#connection = typeof file === 'string' ? open(file) : file;
    if (typeof file !== 'string') return;
    try {
      this.#sql.exec('PRAGMA synchronous = FULL');
      this.#sql.exec('PRAGMA foreign_keys = ON');
      this.#migrate(path.dirname(file));
    } catch (error) {
      this.#sql.close();
      throw error;
    }
  }

  /** Empties it and hands it over: what still holds this object can neither read nor write what comes after. */
  renew(keep: { setting: string }): Database {
    const sql = this.#sql;
    if (sql.inTransaction) sql.exec('ROLLBACK');
    emptyTables(sql, keep);
    this.#statements.clear();
    this.#connection = undefined;
    return new Database(sql, this.#clock);
  }

  /** Writes all of it into a file of its own, which must not exist. */
  copyTo(file: string): void {
    this.#sql.prepare('VACUUM INTO ?').run(file);
  }

  /** The last numbers that were given out, by table. */
  numbers(): ReadonlyMap<string, number> {
    const rows = this.all('SELECT name, seq FROM sqlite_sequence');
    return new Map(rows.map((row) => [String(row['name']), Number(row['seq'])]));
  }

  /** Gives out none of these again. */
  goOnFrom(numbers: ReadonlyMap<string, number>): void {
    this.transaction(() => {
      for (const [name, seq] of numbers) {
        const known = this.run('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?', seq, name);
        if (known === 0) this.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', name, seq);
      }
    });
  }

  /** The moment by which rows are dated, in milliseconds. */
  now(): number {
    return this.#clock.now();
  }

  /** The first row, or nothing. */
  get(sql: string, ...values: Value[]): Row | undefined {
    return this.all(sql, ...values)[0];
  }

  /** All rows. */
  all(sql: string, ...values: Value[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  /** Runs a statement and returns the number of changed rows. */
  run(sql: string, ...values: Value[]): number {
    return this.#prepare(sql).run(...values).changes;
  }

  /** Does all of `work` or none of it; `work` must not wait for anything. One inside another ends with that one. */
  transaction<T>(work: () => T): T {
    if (this.#isWorking) return this.#inner(work);
    // One whose end failed would refuse every one after it.
    if (this.#sql.inTransaction) this.#sql.exec('ROLLBACK');
    // Locks nothing before it writes: lists are read in one, too, and must be read while nothing can be written.
    this.#sql.exec('BEGIN');
    this.#isWorking = true;
    try {
      const result = work();
      this.#sql.exec('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#isWorking = false;
    }
  }

  /** A part of a transaction: where it fails, and the rest goes on, it alone is undone. */
  #inner<T>(work: () => T): T {
    this.#sql.exec('SAVEPOINT inner_work');
    try {
      const result = work();
      this.#sql.exec('RELEASE inner_work');
      return result;
    } catch (error) {
      // The database may have undone all of it already.
      if (this.#sql.inTransaction) this.#sql.exec('ROLLBACK TO inner_work; RELEASE inner_work');
      throw error;
    }
  }

  /** How many prepared statements it keeps. */
  get statements(): number {
    return this.#statements.size;
  }

  close(): void {
    this.#statements.clear();
    this.#connection?.close();
    this.#connection = undefined;
  }

  get #sql(): Libsql.Database {
    if (!this.#connection) throw new Error('The database is closed.');
    return this.#connection;
  }

  /** Ends a failed transaction. The database may have done so already, and why it failed is what counts. */
  #rollBack(): void {
    try {
      if (this.#sql.inTransaction) this.#sql.exec('ROLLBACK');
    } catch {
      // The next transaction tries again.
    }
  }

  #prepare(sql: string): Libsql.Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#sql.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #migrate(folder: string): void {
    this.#sql.exec('CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY)');
    const done = Number(this.get('SELECT coalesce(max(version), 0) AS version FROM migrations')?.['version']);
    // What it would write there, the newer version might not understand.
    if (done > MIGRATIONS.length) {
      throw new Error(
        `The data folder ${folder} is of a newer version: start that one, or choose another folder with --data.`,
      );
    }
    MIGRATIONS.slice(done).forEach((sql, index) => {
      this.transaction(() => {
        this.#sql.exec(sql);
        this.run('INSERT INTO migrations (version) VALUES (?)', done + index + 1);
      });
    });
  }
}

/** Opens a database file. On a full disk it does without shared memory, for which there would be no room. */
function open(file: string): Libsql.Database {
  try {
    return enterWal(new Libsql(file, { timeout: 500 }));
  } catch (error) {
    if (!storageFailureOf(error)) throw error;
    const sql = new Libsql(file, { timeout: 500 });
    sql.exec('PRAGMA locking_mode = EXCLUSIVE');
    return enterWal(sql);
  }
}

function enterWal(sql: Libsql.Database): Libsql.Database {
  try {
    sql.exec('PRAGMA journal_mode = WAL');
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}

import Libsql from 'libsql';
import { MIGRATIONS } from './migrations.ts';

/** A value that a statement takes or gives. */
export type Value = string | number | null;
/** A row as it is stored. */
export type Row = Readonly<Record<string, Value>>;

/** The embedded database: one file, one process, every call done when it returns. */
export class Database {
  readonly #sql: Libsql.Database;
  readonly #statements = new Map<string, Libsql.Statement>();

  constructor(file: string) {
    this.#sql = new Libsql(file, { timeout: 500 });
    try {
      this.#sql.exec('PRAGMA journal_mode = WAL');
      this.#sql.exec('PRAGMA synchronous = FULL');
      this.#sql.exec('PRAGMA foreign_keys = ON');
      this.#migrate();
    } catch (error) {
      this.#sql.close();
      throw error;
    }
  }

  /** The first row, or nothing. */
  get(sql: string, ...values: Value[]): Row | undefined {
    return this.all(sql, ...values)[0];
  }

  /** All rows. */
  all(sql: string, ...values: Value[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  /** Runs a statement and tells how many rows it changed. */
  run(sql: string, ...values: Value[]): number {
    return this.#prepare(sql).run(...values).changes;
  }

  /** Does all of `work` or none of it; `work` must not wait for anything. */
  transaction<T>(work: () => T): T {
    this.#sql.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#sql.exec('COMMIT');
      return result;
    } catch (error) {
      this.#sql.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#sql.close();
  }

  #prepare(sql: string): Libsql.Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#sql.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #migrate(): void {
    this.#sql.exec('CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY)');
    const done = Number(this.get('SELECT coalesce(max(version), 0) AS version FROM migrations')?.['version']);
    MIGRATIONS.slice(done).forEach((sql, index) => {
      this.transaction(() => {
        this.#sql.exec(sql);
        this.run('INSERT INTO migrations (version) VALUES (?)', done + index + 1);
      });
    });
  }
}

import { readFileSync } from 'node:fs';
import { inRepository } from '../repository.ts';

export type Dialect = 'postgres' | 'sqlite';

const FILE = inRepository('test/support/versions/state-tables.json');

/** The statements with which each version has made its table of a shared state, by the date of the first with them. */
export const STATE_TABLES = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<
  Record<string, Readonly<Record<Dialect, readonly string[]>>>
>;

const TIMES = { postgres: 'timestamptz', sqlite: 'REAL' } as const;

/** Tables that this version cannot use: of one that knew less, and of one that will know more. */
export function foreignTables(dialect: Dialect): Readonly<Record<string, string>> {
  const ends = `ends ${TIMES[dialect]} NOT NULL`;
  return {
    'an older version, which lacks a column':
      'CREATE TABLE vh_state (key text PRIMARY KEY, value text NOT NULL)',
    'a newer version, which wants another column': `CREATE TABLE vh_state (key text PRIMARY KEY, value text NOT NULL, ${ends}, site text NOT NULL)`,
  };
}

/** A table of a newer version that an older one can use. */
export function friendlyTable(dialect: Dialect): string {
  return `CREATE TABLE vh_state (key text PRIMARY KEY, value text NOT NULL, ends ${TIMES[dialect]} NOT NULL, site text)`;
}

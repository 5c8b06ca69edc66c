import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from './postgres-server.ts';
import type { StoreProcess } from './store-process.ts';

/** The password of each of the users below. */
export const PASSWORD = 'a-secret-word';

/**
 * Gives a Postgres two users with a password: `writer` may use the table of the state and make none, `reader` may only read
 * it. The table is made first.
 */
export async function addUsers(store: StoreProcess, tables: readonly string[]): Promise<void> {
  const rules = path.join(store.folder, 'data', 'pg_hba.conf');
  const asked = 'host all writer,reader 127.0.0.1/32 scram-sha-256\n';
  writeFileSync(rules, asked + readFileSync(rules, 'utf8'));
  const pool = await connect(store);
  for (const text of [
    ...tables,
    `CREATE USER writer PASSWORD '${PASSWORD}'`,
    `CREATE USER reader PASSWORD '${PASSWORD}'`,
    'GRANT SELECT, INSERT, UPDATE, DELETE ON vh_state TO writer',
    'GRANT SELECT ON vh_state TO reader',
    'CREATE DATABASE empty',
    'SELECT pg_reload_conf()',
  ]) {
    await pool.query(text, []);
  }
  await pool.end();
}

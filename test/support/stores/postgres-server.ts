import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from 'node:test';
import { freePort } from '../frameworks/languages.ts';
import { StoreProcess } from './store-process.ts';

const VERSIONS = '/usr/lib/postgresql';
const DATABASE = 'postgres';
const USER = 'vh';

/** Its address, for a site's server. */
export function postgresUrl({ port }: StoreProcess): string {
  return `postgres://${USER}@127.0.0.1:${String(port)}/${DATABASE}`;
}

/** The folder of Postgres' programs; undefined where there is none. */
function programs(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => path.join(VERSIONS, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** A suite of tests that need Postgres. Where it is not there and could not be installed, one loud line names the suite. */
export function describeWithPostgres(name: string, suite: () => void): void {
  if (programs() !== undefined) describe(name, suite);
  else process.stderr.write(`LEFT OUT, since there is no Postgres on this machine: ${name}\n`);
}

/** A Postgres of this test's own, on a free port, in a temporary folder. */
export async function startPostgres(): Promise<StoreProcess> {
  const folder = programs();
  if (folder === undefined) throw new Error('There is no Postgres on this machine.');
  // Postgres runs as no superuser: a test that does becomes the user of the distribution's package first.
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  const home = mkdtempSync(path.join(tmpdir(), 'vh-postgres-'));
  if (isRoot) execFileSync('chown', ['postgres', home]);
  chmodSync(home, 0o700);
  const data = path.join(home, 'data');
  const init = ['initdb', `--username=${USER}`, '--auth=trust', '--encoding=UTF8', '--no-sync', '-D', data];
  const [program = '', ...words] = [...as, path.join(folder, init[0] ?? ''), ...init.slice(1)];
  execFileSync(program, words, { stdio: 'ignore', cwd: home });
  const store = new StoreProcess(
    Number(await freePort()),
    (port) => [
      ...(as as []),
      path.join(folder, 'postgres'),
      ...['-D', data, '-p', String(port), '-k', home, '-h', '127.0.0.1'],
    ],
    home,
    // It listens a while before it has read its log.
    answersQuestions,
  );
  await store.start();
  return store;
}

async function answersQuestions(port: number): Promise<boolean> {
  const pool = await connect({ port });
  try {
    await pool.query('SELECT 1', []);
    return true;
  } catch {
    return false;
  } finally {
    await pool.end();
  }
}

/** Connections to it, as a site makes them. */
export interface PostgresPool {
  query: (text: string, values: (string | number)[]) => Promise<{ rows: object[] }>;
  end: () => Promise<void>;
}

/** Opens connections to a Postgres. */
export async function connect(
  { port }: Pick<StoreProcess, 'port'>,
  { user = USER, database = DATABASE, password = '' } = {},
): Promise<PostgresPool> {
  const name = 'pg';
  const { default: pg } = (await import(name)) as {
    default: {
      Pool: new (options: object) => PostgresPool & { on: (type: string, listener: () => void) => void };
    };
  };
  const pool = new pg.Pool({
    host: '127.0.0.1',
    port,
    user,
    password,
    database,
    connectionTimeoutMillis: 2_000,
  });
  // Connections that break while the store is away are the pool's to replace.
  pool.on('error', () => undefined);
  return pool;
}

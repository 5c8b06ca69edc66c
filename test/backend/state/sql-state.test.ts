import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Database from 'libsql';
import { SQL_TABLES, sqlState, type SqlQuery } from '../../../src/backend/sql.ts';
import { checkState } from '../../../src/backend/state-conformance.ts';
import type { BackendState } from '../../../src/backend/state/backend-state.ts';
import { backendFor, grantRequest, readRequest } from '../../support/backend/ask-grant.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import {
  connect,
  describeWithPostgres,
  startPostgres,
  type PostgresPool,
} from '../../support/stores/postgres-server.ts';
import { addUsers, PASSWORD } from '../../support/stores/store-roles.ts';
import type { StoreProcess } from '../../support/stores/store-process.ts';

/** As many visitors as come within minutes, each once: their buckets are full again at once. */
async function visitOnce(state: BackendState): Promise<void> {
  for (let visitor = 0; visitor < VISITORS; visitor++)
    assert.equal(await state.take(`visitor ${visitor}`, { burst: 1, intervalMs: 0.001 }), 0);
}
const VISITORS = 2_000;
/** Far below that, whatever the machine does meanwhile. */
const MOST_ROWS = 1_000;

describeWithPostgres('sqlState in Postgres', () => {
  let store: StoreProcess;
  const pools: PostgresPool[] = [];
  const open = async (database?: string) => {
    const pool = await connect(store, database === undefined ? {} : { database });
    pools.push(pool);
    return pool;
  };
  const stateOf = (pool: PostgresPool) =>
    sqlState(async (text, values) => (await pool.query(text, values)).rows);
  /** The line that refuses it; empty if it is ready. */
  const ready = async (pool: PostgresPool) =>
    backendFor(new FakeService(), { state: stateOf(pool) })
      .ready()
      .then(() => '', String);
  before(async () => {
    store = await startPostgres();
    const pool = await open();
    for (const text of SQL_TABLES.postgres) await pool.query(text, []);
  });
  after(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await store.end('SIGINT');
  });

  it('keeps the contract of a state', async () => {
    const faults = (await checkState(async () => stateOf(await open()))).filter(
      ({ fault }) => fault !== undefined,
    );
    assert.deepEqual(faults, []);
  });

  it('is ready, and names a missing table or database in one line', async () => {
    assert.equal(await ready(await open()), '');
    assert.match(
      await ready(await open('template1')),
      /The shared state cannot be used: the table vh_state is missing: run the statements of SQL_TABLES\.$/,
    );
    assert.match(await ready(await open('nowhere')), /cannot be used: database "nowhere" does not exist\.$/);
  });

  it('says in one line that the address, the user or its rights are wrong, without the password', async () => {
    const at = async (options: { port?: number; user?: string; password?: string }) => {
      const pool = await connect({ port: store.port, ...options }, options);
      pools.push(pool);
      return ready(pool);
    };
    await addUsers(store, SQL_TABLES.postgres);
    assert.match(await at({ port: 1 }), /cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\.$/);
    const refused = await at({ user: 'writer', password: 'not-the-password' });
    assert.match(refused, /cannot be used: password authentication failed for user "writer"\.$/);
    const reads = await at({ user: 'reader', password: PASSWORD });
    assert.match(reads, /cannot be used: permission denied for table vh_state\.$/);
    assert.equal(await at({ user: 'writer', password: PASSWORD }), '');
    for (const text of [refused, reads]) assert.doesNotMatch(text, /not-the-password|a-secret-word|\n/);
  });

  it('deletes the buckets of visitors who do not come again as fast as they come', async () => {
    const pool = await open();
    await visitOnce(stateOf(pool));
    const [row] = (await pool.query('SELECT count(*)::int AS rows FROM vh_state', [])).rows;
    assert.ok(Number(row && Reflect.get(row, 'rows')) < MOST_ROWS);
  });

  it('answers 503 while Postgres is away, answers playbacks, and recovers', async () => {
    const state = stateOf(await open());
    const backend = backendFor(new FakeService(), { state, onError: () => undefined });
    assert.equal((await backend(grantRequest())).status, 201);
    await store.stop('SIGINT');
    const answer = await backend(grantRequest());
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
    assert.equal((await backend(readRequest('/playback/videos/vi1'))).status, 200);
    await store.start();
    await eventually(async () => (await backend(grantRequest())).status === 201 || undefined);
  });
});

describe('sqlState in SQLite', () => {
  let folder: string;
  const open = (): SqlQuery => {
    const database = new Database(path.join(folder, 'state.db'), { timeout: 5_000 });
    database.exec('PRAGMA journal_mode = WAL');
    return (text, values) => database.prepare(text).all(...values) as object[];
  };
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vh-sqlite-'));
    const database = new Database(path.join(folder, 'state.db'));
    for (const text of SQL_TABLES.sqlite) database.exec(text);
    database.close();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('keeps the contract of a state', async () => {
    const faults = (await checkState(() => sqlState(open(), { dialect: 'sqlite' }))).filter(
      ({ fault }) => fault !== undefined,
    );
    assert.deepEqual(faults, []);
  });

  it('deletes the buckets of visitors who do not come again as fast as they come', async () => {
    const query = open();
    await visitOnce(sqlState(query, { dialect: 'sqlite' }));
    const rows = await query('SELECT key FROM vh_state', []);
    assert.ok(rows.length < MOST_ROWS, `${rows.length} rows`);
  });

  it('names a missing table in one line', async () => {
    const database = new Database(':memory:');
    const state = sqlState((text, values) => database.prepare(text).all(...values) as object[], {
      dialect: 'sqlite',
    });
    await assert.rejects(backendFor(new FakeService(), { state }).ready(), {
      message:
        'The shared state cannot be used: the table vh_state is missing: run the statements of SQL_TABLES.',
    });
  });
});

describe('sqlState', () => {
  it('refuses an object in place of a function, and another dialect', () => {
    assert.throws(() => sqlState({} as never), { code: 'invalid-use' });
    assert.throws(() => sqlState(() => [], { dialect: 'mysql' as never }), { code: 'invalid-use' });
  });

  it('lets a visitor wait no longer than one interval, however the database rounds', async () => {
    const state = sqlState((text) => (text.startsWith('SELECT') ? [{ wait: 300.04 }] : []));
    assert.equal(await state.take('key', { burst: 1, intervalMs: 300 }), 300);
  });

  it('says in one line that the database is too old', async () => {
    const state = sqlState(() => {
      throw new Error('near "RETURNING": syntax error');
    });
    const line = await backendFor(new FakeService(), { state })
      .ready()
      .then(() => '', String);
    assert.match(line, /cannot be used: it is too old: Postgres 9\.5 or SQLite 3\.35 is the oldest\.$/);
  });

  it('deletes ended rows now and then, and a swap does not fail with that', async (test) => {
    let time = 0;
    test.mock.method(performance, 'now', () => time);
    const asked: string[] = [];
    const state = sqlState((text) => {
      asked.push(text.split(' ')[0] ?? '');
      if (text.startsWith('DELETE')) throw new Error('locked');
      return [{ done: 1 }];
    });
    assert.equal(await state.swap('key', undefined, '1', 60), true);
    time = 60_000;
    assert.equal(await state.swap('key', '1', '2', 60), true);
    assert.equal(await state.swap('key', '2', '3', 60), true);
    assert.deepEqual(asked, ['INSERT', 'UPDATE', 'DELETE', 'UPDATE']);
  });
});

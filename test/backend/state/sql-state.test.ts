import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Database from 'libsql';
import { SQL_TABLES, sqlState, type SqlQuery } from '../../../src/backend/sql.ts';
import { checkState } from '../../../src/backend/state-conformance.ts';
import { backendFor, grantRequest, readRequest } from '../../support/backend/ask-grant.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeService } from '../../support/fake-service.ts';
import {
  connect,
  describeWithPostgres,
  startPostgres,
  type PostgresPool,
} from '../../support/stores/postgres-server.ts';
import type { StoreProcess } from '../../support/stores/store-process.ts';

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
    const ready = async (pool: PostgresPool) =>
      backendFor(new FakeService(), { state: stateOf(pool) })
        .ready()
        .then(() => undefined, String);
    assert.equal(await ready(await open()), undefined);
    assert.match(
      (await ready(await open('template1'))) ?? '',
      /The shared state cannot be used: the table vh_state is missing: run the statements of SQL_TABLES\.$/,
    );
    assert.match(
      (await ready(await open('nowhere'))) ?? '',
      /cannot be used: database "nowhere" does not exist\.$/,
    );
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

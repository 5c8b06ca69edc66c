import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Database from 'libsql';
import { createMemoryState, createRateBucket, type BackendState } from '../../../src/backend/index.ts';
import { durableObjectState, StateObject } from '../../../src/backend/durable-object.ts';
import { redisState } from '../../../src/backend/redis.ts';
import { SQL_TABLES, sqlState, type SqlQuery } from '../../../src/backend/sql.ts';
import { connect, describeWithPostgres, startPostgres } from '../../support/stores/postgres-server.ts';
import { describeWithRedis, REDIS_PACKAGES, startRedis } from '../../support/stores/redis-server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SIZE = { burst: 3, intervalMs: MINUTE_MS };

/** A store whose clock a test moves. To move the times in it is the same. */
interface Moved {
  take: () => Promise<number>;
  /** Moves the clock by so many milliseconds: back where there are less than none. */
  move: (ms: number) => Promise<void>;
}

const bucketOf = (state: BackendState) => () => state.take('bucket', SIZE);

/** A store that says an hour to a visitor who had three grants has them wait for an hour. */
async function recovers({ take, move }: Moved): Promise<void> {
  for (let time = 0; time < SIZE.burst; time++) assert.equal(await take(), 0);
  assert.ok((await take()) > 0, 'the bucket is empty');
  await move(-HOUR_MS);
  assert.ok((await take()) <= MINUTE_MS, 'at most one interval is waited for');
  await move(MINUTE_MS);
  assert.equal(await take(), 0);
  const wait = await take();
  assert.ok(wait > 0 && wait <= MINUTE_MS, `the bucket limits as before: ${String(wait)} ms`);
  // A visitor who was idle has the whole bucket again.
  await move(SIZE.burst * MINUTE_MS);
  for (let time = 0; time < SIZE.burst; time++) assert.equal(await take(), 0);
  assert.ok((await take()) > 0);
}

/** A SQL database with the table, and how its times are moved. */
function moveRows(query: SqlQuery, value: string, ends: string): Moved['move'] {
  return async (ms) => {
    await query(`UPDATE vh_state SET value = ${value}, ends = ${ends}`, [-ms / 1000]);
  };
}

function sqlite(): SqlQuery {
  const database = new Database(':memory:');
  for (const text of SQL_TABLES.sqlite) database.exec(text);
  return (text, values) => {
    const statement = database.prepare(text);
    return statement.reader ? (statement.all(...values) as object[]) : (statement.run(...values), []);
  };
}

const moveSqlite = (query: SqlQuery) =>
  moveRows(query, "printf('%.6f', CAST(value AS REAL) + ?1)", 'ends + ?1');

describe('a clock that is set back an hour', () => {
  it('does not lock the bucket of a process', async () => {
    let time = HOUR_MS;
    const move = (ms: number) => Promise.resolve(void (time += ms));
    await recovers({ take: bucketOf(createMemoryState({ now: () => time })), move });
    const bucket = createRateBucket({ burst: SIZE.burst, perMinute: 1, now: () => time });
    await recovers({ take: async () => 1000 * (await bucket.take('ann')), move });
  });

  it('does not lock the bucket in SQLite', async () => {
    const query = sqlite();
    await recovers({
      take: bucketOf(sqlState(query, { dialect: 'sqlite' })),
      move: moveSqlite(query),
    });
  });

  it('does not lock the bucket in a Durable Object', async () => {
    const query = sqlite();
    const exec = (text: string, ...values: (string | number)[]) => ({
      toArray: () => query(text, values) as object[],
    });
    const object = new StateObject({ storage: { sql: { exec } } });
    const stub = { fetch: (url: string, init: RequestInit) => object.fetch(new Request(url, init)) };
    const state = durableObjectState({ idFromName: (name) => name, get: () => stub });
    await recovers({ take: bucketOf(state), move: moveSqlite(query) });
  });
});

describeWithPostgres('a clock of Postgres that is set back an hour', () => {
  it('does not lock the bucket', async () => {
    const store = await startPostgres();
    const pool = await connect(store);
    try {
      const query: SqlQuery = async (text, values) => (await pool.query(text, values)).rows;
      for (const text of SQL_TABLES.postgres) await query(text, []);
      const move = moveRows(
        query,
        '(value::float8 + $1::float8)::text',
        "ends + $1::float8 * interval '1 second'",
      );
      await recovers({ take: bucketOf(sqlState(query)), move });
    } finally {
      await pool.end();
      await store.end('SIGINT');
    }
  });
});

describeWithRedis('a clock of Redis that is set back an hour', () => {
  it('does not lock the bucket', async () => {
    const store = await startRedis();
    const made = await REDIS_PACKAGES.redis(`redis://127.0.0.1:${String(store.port)}`);
    const client: { sendCommand: (words: string[]) => Promise<unknown> } = made.client;
    try {
      const move = async (ms: number) => {
        const full = Number(await client.sendCommand(['GET', 'vh:bucket'])) - ms;
        await client.sendCommand(['SET', 'vh:bucket', String(full), 'PX', String(2 * HOUR_MS)]);
      };
      await recovers({ take: bucketOf(redisState(client)), move });
    } finally {
      await made.end();
      await store.end();
    }
  });
});

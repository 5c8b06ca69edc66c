import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PHP_CONTRACT, PYTHON_CONTRACT, runPhp, runPython } from './support/state-scripts.ts';
import { describeWithPhp, describeWithPython } from '../../support/frameworks/clients.ts';
import {
  connect,
  describeWithPostgres,
  postgresUrl,
  startPostgres,
} from '../../support/stores/postgres-server.ts';
import { describeWithRedis, startRedis } from '../../support/stores/redis-server.ts';
import { redisKeys } from '../../support/stores/redis-keys.ts';
import type { StoreProcess } from '../../support/stores/store-process.ts';

/** As many visitors as come within minutes, each once: their buckets are full again at once. */
const VISITORS = 4_000;
/** Where nothing is deleted there are as many rows as visitors. Which change deletes is drawn: one in 200. */
const MOST_ROWS = 3_000;

const phpVisits = (state: string) =>
  `$state = ${state}; for ($at = 0; $at < ${VISITORS}; $at++) $state->take("visitor $at", 1, 1e-6);`;
const pythonVisits = (state: string) =>
  `state = ${state}\nfor at in range(${VISITORS}): state.take(f'visitor {at}', 1, 1e-6)\n`;

describe('the folder of PHP', () => {
  it('loses the files of ended entries as others are written', () => {
    const left = runPhp(`
      $store = new VhStore($folder);
      for ($at = 0; $at < 50; $at++) $store->set("key $at", 'value', -1);
      foreach (glob("$folder/*.vh") as $file) touch($file, time() - 120);
      // Each of 500 writes, by chance, clears the folder.
      $until = microtime(true) + 30;
      do { $store->set('alive', 'value', 60); $files = count(glob("$folder/*.vh")); } while ($files > 1 && microtime(true) < $until);
      echo json_encode($files);`);
    assert.equal(left, 1);
  });
});

describeWithPhp('pdo_sqlite', 'VhPdoState in SQLite', () => {
  it('deletes the buckets of visitors who do not come again as fast as they come', () => {
    const rows = runPhp(`
      $place = "sqlite:$folder/state.db";
      (new VhPdoState($place))->create();
      ${phpVisits('new VhPdoState($place)')}
      echo json_encode((new PDO($place))->query('SELECT count(*) FROM vh_state')->fetchColumn());`);
    assert.ok(Number(rows) < MOST_ROWS, `${String(rows)} rows`);
  });
});

describe('SqliteState in Python', () => {
  it('deletes the buckets of visitors who do not come again as fast as they come', () => {
    const rows = runPython(
      `place = folder + '/state.db'\n${pythonVisits('vh_state.SqliteState(place)')}` +
        `import sqlite3\nprint(json.dumps(sqlite3.connect(place).execute('SELECT count(*) FROM vh_state').fetchone()[0]))`,
    );
    assert.ok(Number(rows) < MOST_ROWS, `${String(rows)} rows`);
  });
});

describeWithPostgres('the table of Postgres', () => {
  let store: StoreProcess;
  before(async () => (store = await startPostgres()));
  after(() => store.end('SIGINT'));
  const rows = async () => {
    const pool = await connect(store);
    const [row] = (await pool.query('SELECT count(*)::int AS rows FROM vh_state', [])).rows;
    await pool.query('DROP TABLE vh_state', []);
    await pool.end();
    return Number(row && Reflect.get(row, 'rows'));
  };

  describeWithPhp('pdo_pgsql', 'by VhPdoState', () => {
    it('loses the buckets of visitors who do not come again as fast as they come', async () => {
      const { hostname, port, username, pathname } = new URL(postgresUrl(store));
      const place = `"pgsql:host=${hostname};port=${port};dbname=${pathname.slice(1)}", "${username}"`;
      runPhp(`(new VhPdoState(${place}))->create(); ${phpVisits(`new VhPdoState(${place})`)} echo 'null';`);
      assert.ok((await rows()) < MOST_ROWS);
    });
  });

  for (const module of ['psycopg', 'psycopg2']) {
    describeWithPython(module, `by PostgresState with ${module}`, (python) => {
      it('loses the buckets of visitors who do not come again as fast as they come', async () => {
        const place = `lambda: ${module}.connect('${postgresUrl(store)}')`;
        runPython(
          `import ${module}\n${pythonVisits(`vh_state.PostgresState(${place})`)}print('null')`,
          python,
        );
        assert.ok((await rows()) < MOST_ROWS);
      });
    });
  }
});

describeWithRedis('the keys of Redis', () => {
  let store: StoreProcess;
  before(async () => (store = await startRedis()));
  after(() => store.end());
  const assertAllEnd = async () => {
    const keys = await redisKeys(store);
    assert.ok(keys.length > 1);
    assert.deepEqual(
      keys.filter(({ endsInMs }) => endsInMs < 0),
      [],
    );
  };

  describeWithPhp('redis', 'of VhRedisState', () => {
    it('all have an end', async () => {
      runPhp(
        `${PHP_CONTRACT} echo json_encode(contract(new VhRedisState('127.0.0.1', ${String(store.port)}, null)));`,
      );
      await assertAllEnd();
    });
  });

  describeWithPython('redis', 'of RedisState in Python', (python) => {
    it('all have an end', async () => {
      const state = `vh_state.RedisState(redis.Redis.from_url('redis://127.0.0.1:${String(store.port)}', socket_timeout=2), 'py:')`;
      runPython(`import redis\n${PYTHON_CONTRACT}\nprint(json.dumps(contract(${state})))`, python);
      await assertAllEnd();
    });
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SQL_TABLES } from '../../../src/backend/sql.ts';
import { KEPT, PHP_CONTRACT, runPhp, runPhpAtOnce } from './support/state-scripts.ts';
import { describeWithPhp } from '../../support/frameworks/clients.ts';
import { describeWithPostgres, startPostgres } from '../../support/stores/postgres-server.ts';
import { describeWithRedis, startRedis } from '../../support/stores/redis-server.ts';
import { addUsers, PASSWORD } from '../../support/stores/store-roles.ts';
import type { StoreProcess } from '../../support/stores/store-process.ts';

const contractOf = (state: string) => runPhp(`${PHP_CONTRACT} echo json_encode(contract(${state}));`);

/** Four processes, each of which adds one 50 times and takes 50 of a bucket of 60; gives the count and what they took. */
async function countAtOnce(state: string): Promise<{ count: string; took: number }> {
  const script = `
    $state = ${state};
    // On a slow disk SQLite may refuse one that waits for the others: then nothing is done.
    $until = function (callable $ask): mixed {
      while (true) {
        try { return $ask(); } catch (VhStateError $error) { if (!str_contains($error->getMessage(), 'in use')) throw $error; }
      }
    };
    for ($took = 0, $at = 0; $at < 50; $at++) {
      do { $old = $until(fn () => $state->get('count')); } while (!$until(fn () => $state->swap('count', $old, (string) ((int) $old + 1), 60)));
      if ($until(fn () => $state->take('a bucket', 60, 3600)) === 0.0) $took++;
    }
    echo json_encode([$state->get('count'), $took]);`;
  const ended = (await runPhpAtOnce(script, 4)).map((text) => JSON.parse(text) as [string, number]);
  return {
    count: ended.map(([count]) => count).toSorted((one, other) => Number(other) - Number(one))[0] ?? '',
    took: ended.reduce((sum, [, took]) => sum + took, 0),
  };
}

/** What `ready()` says of a backend with each of the states; true where it says nothing. */
function readyOf(...states: string[]): unknown[] {
  const lines = runPhp(`
    $ready = function (callable $make) use ($folder): mixed {
      try {
        (new VhBackend(baseUrl: 'http://127.0.0.1:9', apiKey: 'a-real-key', state: $make(), folder: $folder))->ready();
        return true;
      } catch (Throwable $error) { return get_class($error) . ': ' . $error->getMessage(); }
    };
    echo json_encode(array_map($ready, [${states.map((one) => `fn () => ${one}`).join()}]));`) as unknown[];
  assert.doesNotMatch(JSON.stringify(lines), new RegExp(`${PASSWORD}|another-word|\\\\n`));
  return lines;
}
const unusable = (line: string) => `VhServiceError: The shared state cannot be used: ${line}.`;

describe('the folder of PHP as a state', () => {
  const folder = 'new VhStore($folder)';

  it('keeps its contract, and loses no change that four processes make at once', async () => {
    assert.deepEqual(contractOf(folder), KEPT);
    assert.deepEqual(await countAtOnce(folder), { count: '200', took: 60 });
  });
});

describeWithPhp('pdo_sqlite', 'VhPdoState in SQLite', () => {
  // Each process makes the table, unless it is there.
  const open =
    '(function () use ($folder) { $state = new VhPdoState("sqlite:$folder/state.db"); $state->create(); return $state; })()';

  it('keeps its contract, and loses no change that four processes make at once', async () => {
    assert.deepEqual(contractOf(open), KEPT);
    assert.deepEqual(await countAtOnce(open), { count: '200', took: 60 });
  });

  it('is ready, or names a file or table that is missing in one line', () => {
    assert.deepEqual(
      readyOf(
        open,
        'new VhPdoState("sqlite:$folder/other.db")',
        'new VhPdoState("sqlite:/not-there/state.db")',
        'new VhPdoState("mysql:host=db")',
      ),
      [
        true,
        unusable(
          'the table vh_state is missing: call create() once: SQLSTATE[HY000]: General error: 1 no such table: vh_state',
        ),
        unusable('the file of SQLite cannot be opened: SQLSTATE[HY000] [14] unable to open database file'),
        'VhServiceError: VhPdoState takes an address of Postgres (pgsql:…) or SQLite (sqlite:…).',
      ],
    );
  });
});

describeWithPhp('redis', 'VhRedisState', () => {
  describeWithRedis('on a real Redis', () => {
    let store: StoreProcess;
    const users = `--user writer on >${PASSWORD} ~vh:* +@all --user reader on >${PASSWORD} ~* +get`;
    before(async () => (store = await startRedis(...users.split(' '))));
    after(() => store.end());
    const open = (auth = 'null', port = store.port) =>
      `new VhRedisState('127.0.0.1', ${String(port)}, ${auth})`;

    it('keeps its contract, and loses no change that four processes make at once', async () => {
      assert.deepEqual(contractOf(open()), KEPT);
      assert.deepEqual(await countAtOnce(open()), { count: '200', took: 60 });
    });

    it('is ready, or names a wrong address, user or right in one line', () => {
      const [isReady, ...lines] = readyOf(
        open(`['writer', '${PASSWORD}']`),
        open(`['writer', 'another-word']`),
        open(`['reader', '${PASSWORD}']`),
        open('null', 1),
      ) as string[];
      assert.equal(isReady, true);
      assert.match(lines[0] ?? '', /cannot be used: Redis refuses the user or the password: WRONGPASS/);
      assert.match(lines[1] ?? '', /cannot be used: the user of Redis may not run scripts, .*: NOPERM/);
      assert.equal(lines[2], unusable('Redis does not answer: Connection refused'));
    });

    it('says in one line that Redis drops entries once it is full, and is ready without the right to ask for that', async () => {
      const writer = `--user writer on >${PASSWORD} ~vh:* +@all -info`;
      const full = await startRedis(
        ...`--maxmemory 64mb --maxmemory-policy allkeys-lru ${writer}`.split(' '),
      );
      try {
        assert.deepEqual(readyOf(open('null', full.port), open(`['writer', '${PASSWORD}']`, full.port)), [
          unusable(
            'Redis drops entries once it is full: its maxmemory-policy is allkeys-lru, and must be noeviction',
          ),
          true,
        ]);
      } finally {
        await full.end();
      }
    });
  });
});

describeWithPhp('pdo_pgsql', 'VhPdoState in Postgres', () => {
  describeWithPostgres('on a real Postgres', () => {
    let store: StoreProcess;
    before(async () => {
      store = await startPostgres();
      await addUsers(store, SQL_TABLES.postgres);
    });
    after(() => store.end('SIGINT'));
    const open = (user = 'vh', password = '', database = 'postgres', port = store.port) =>
      `new VhPdoState('pgsql:host=127.0.0.1;port=${String(port)};dbname=${database}', '${user}', '${password}')`;

    it('makes its table, keeps its contract, and loses no change that four processes make at once', async () => {
      const isMade = runPhp(`(${open('vh', '', 'empty')})->create(); echo 'true';`);
      assert.equal(isMade, true);
      assert.deepEqual(contractOf(open('vh', '', 'empty')), KEPT);
      assert.deepEqual(await countAtOnce(open('vh', '', 'empty')), { count: '200', took: 60 });
    });

    it('is ready, or names a wrong address, password, table or right in one line', () => {
      const [isReady, ...lines] = readyOf(
        open('writer', PASSWORD),
        open('writer', 'another-word'),
        open('reader', PASSWORD),
        open('vh', '', 'template1'),
        open('vh', '', 'nowhere'),
        open('vh', '', 'postgres', 1),
      ) as string[];
      assert.equal(isReady, true);
      assert.match(lines[0] ?? '', /cannot be used: the database refuses the user or the password: /);
      assert.match(
        lines[1] ?? '',
        /cannot be used: the user of the database may not use the table vh_state: /,
      );
      assert.match(lines[2] ?? '', /cannot be used: the table vh_state is missing: call create\(\) once: /);
      assert.match(
        lines[3] ?? '',
        /cannot be used: the database does not answer: .*"nowhere" does not exist/,
      );
      assert.match(lines[4] ?? '', /cannot be used: the database does not answer: .*Connection refused/);
    });
  });
});

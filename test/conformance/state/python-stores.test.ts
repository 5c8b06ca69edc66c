import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SQL_TABLES } from '../../../src/backend/sql.ts';
import { KEPT, PYTHON_CONTRACT, runPython } from './support/state-scripts.ts';
import { describeWithPython } from '../../support/frameworks/clients.ts';
import { describeWithPostgres, startPostgres } from '../../support/stores/postgres-server.ts';
import { describeWithRedis, startRedis } from '../../support/stores/redis-server.ts';
import { addUsers, PASSWORD } from '../../support/stores/store-roles.ts';
import type { StoreProcess } from '../../support/stores/store-process.ts';

/** Eight threads, each of which adds one 25 times. */
const COUNT = `
state = own._State(shared)
def work():
    for _ in range(25): state.change('count', lambda old: str(int(old or 0) + 1), 60)
threads = [threading.Thread(target=work) for _ in range(8)]
for one in threads: one.start()
for one in threads: one.join()
print(json.dumps(shared.get('count')))`;

/** What \`ready()\` says of each of the states; true where it says nothing. */
const READY = `
def ready(make):
    try:
        own.VhBackend('http://127.0.0.1:9', 'a-real-key', state=make()).ready()
        return True
    except Exception as error: return f'{type(error).__name__}: {error}'
print(json.dumps([ready(one) for one in states]))`;

const assertNoSecret = (lines: unknown) => {
  assert.doesNotMatch(JSON.stringify(lines), new RegExp(`${PASSWORD}|another-word|\\\\n`));
};

describeWithPython('redis', 'RedisState in Python', (python) => {
  describeWithRedis('on a real Redis', () => {
    let store: StoreProcess;
    const users = `--user writer on >${PASSWORD} ~vh:* +@all --user reader on >${PASSWORD} ~* +get`;
    before(async () => (store = await startRedis(...users.split(' '))));
    after(() => store.end());
    const open = (user = '', port = store.port) => {
      const address = `'redis://${user}127.0.0.1:${String(port)}'`;
      return `vh_state.RedisState(redis.Redis.from_url(${address}, socket_timeout=2, socket_connect_timeout=2))`;
    };

    it('keeps its contract, and loses no change that eight threads make at once', () => {
      const script = `import redis\n${PYTHON_CONTRACT}\nprint(json.dumps(contract(${open()})))`;
      assert.deepEqual(runPython(script, python), KEPT);
      const count = `import redis\nshared = ${open()}\n${COUNT}`;
      assert.equal(runPython(count, python), '200');
    });

    it('is ready, or names a wrong address, user or right in one line', () => {
      const states = [
        open(`writer:${PASSWORD}@`),
        open(`writer:another-word@`),
        open(`reader:${PASSWORD}@`),
        open('', 1),
      ];
      const script = `import redis\nstates = [${states.map((one) => `lambda: ${one}`).join()}]\n${READY}`;
      const lines = runPython(script, python) as string[];
      assertNoSecret(lines);
      assert.equal(lines[0], true);
      assert.match(
        lines[1] ?? '',
        /^ServiceError: The shared state cannot be used: .*invalid username-password pair/,
      );
      assert.match(lines[2] ?? '', /cannot be used: .*no permissions to run the 'eval' command\b/);
      assert.match(lines[3] ?? '', /cannot be used: .*Connection refused\.$/);
    });

    it('says in one line that Redis drops entries once it is full, and is ready without the right to ask for that', async () => {
      const writer = `--user writer on >${PASSWORD} ~vh:* +@all -info`;
      const full = await startRedis(
        ...`--maxmemory 64mb --maxmemory-policy allkeys-lru ${writer}`.split(' '),
      );
      try {
        const states = [open('', full.port), open(`writer:${PASSWORD}@`, full.port)];
        const script = `import redis\nstates = [${states.map((one) => `lambda: ${one}`).join()}]\n${READY}`;
        assert.deepEqual(runPython(script, python), [
          'ServiceError: The shared state cannot be used: Redis drops entries once it is full: its maxmemory-policy is allkeys-lru, and must be noeviction.',
          true,
        ]);
      } finally {
        await full.end();
      }
    });
  });
});

for (const module of ['psycopg', 'psycopg2']) {
  describeWithPython(module, `PostgresState in Python by ${module}`, (python) => {
    describeWithPostgres('on a real Postgres', () => {
      let store: StoreProcess;
      before(async () => {
        store = await startPostgres();
        await addUsers(store, SQL_TABLES.postgres);
      });
      after(() => store.end('SIGINT'));
      const open = (words = 'user=vh dbname=empty', port = store.port) =>
        `vh_state.PostgresState(lambda: ${module}.connect('host=127.0.0.1 port=${String(port)} connect_timeout=2 ${words}'))`;
      const as = (user: string, password = PASSWORD) =>
        open(`user=${user} password=${password} dbname=postgres`);

      it('makes its table, keeps its contract, and loses no change that eight threads make at once', () => {
        const script = `import ${module}\n${PYTHON_CONTRACT}\nprint(json.dumps(contract(${open()})))`;
        assert.deepEqual(runPython(script, python), KEPT);
        const count = `import ${module}\nshared = ${open()}\n${COUNT}`;
        assert.equal(runPython(count, python), '200');
      });

      it('is ready for a user who may make no table, or names a wrong address, password or right in one line', () => {
        const states = [as('writer'), as('writer', 'another-word'), as('reader'), open('user=vh', 1)];
        const script = `import ${module}\nstates = [${states.map((one) => `lambda: ${one}`).join()}]\n${READY}`;
        const lines = runPython(script, python) as string[];
        assertNoSecret(lines);
        assert.equal(lines[0], true);
        assert.match(
          lines[1] ?? '',
          /^ValueError: PostgresState cannot use its database: OperationalError: .*password authentication failed for user "writer"/,
        );
        assert.equal(
          lines[2],
          'ServiceError: The shared state cannot be used: permission denied for table vh_state.',
        );
        assert.match(lines[3] ?? '', /cannot use its database: OperationalError: .*Connection refused/);
      });

      it('opens new connections once its own are broken', () => {
        const script = `import ${module}\nstate = ${open()}
state.get('a')
${module}.connect('host=127.0.0.1 port=${String(store.port)} user=vh dbname=postgres').cursor().execute(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'empty'")
seen = []
for _ in range(2):
    try: seen.append(state.swap('b', None, '1', 60))
    except Exception as error: seen.append(type(error).__name__)
print(json.dumps(seen))`;
        const [first, second] = runPython(script, python) as unknown[];
        assert.match(String(first), /Error|AdminShutdown/);
        assert.equal(second, true);
      });
    });
  });
}

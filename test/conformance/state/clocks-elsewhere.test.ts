import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { SQL_TABLES } from '../../../src/backend/sql.ts';
import { runPhp, runPhpAtOnce, runPython } from './support/state-scripts.ts';
import { describeWithPhp, describeWithPython } from '../../support/frameworks/clients.ts';
import { describeWithPostgres, startPostgres } from '../../support/stores/postgres-server.ts';
import { describeWithRedis, startRedis } from '../../support/stores/redis-server.ts';
import type { StoreProcess } from '../../support/stores/store-process.ts';

// A clock that is set back by an hour is the same as a store whose times are an hour later.
const HOUR = 3600;
const MINUTE = 60;

/** What a visitor meets: three at once, an empty bucket, a clock that goes back, and a minute later. */
const PHP_STORY = `
  $takes = [$state->take('bucket', 3, 60), $state->take('bucket', 3, 60), $state->take('bucket', 3, 60), $state->take('bucket', 3, 60)];
  $later(${String(HOUR)});
  $takes[] = $state->take('bucket', 3, 60);
  $later(-${String(MINUTE)});
  $takes[] = $state->take('bucket', 3, 60);
  $takes[] = $state->take('bucket', 3, 60);
  echo json_encode($takes);`;
const PYTHON_STORY = `
takes = [state.take('bucket', 3, 60) for _ in range(4)]
later(${String(HOUR)})
takes.append(state.take('bucket', 3, 60))
later(-${String(MINUTE)})
takes += [state.take('bucket', 3, 60), state.take('bucket', 3, 60)]
print(json.dumps(takes))`;

function assertRecovers(takes: unknown): void {
  const [first, second, third, empty = 0, back = 0, ...rest] = takes as number[];
  assert.deepEqual([first, second, third], [0, 0, 0]);
  assert.ok(empty > 0 && empty <= MINUTE, String(empty));
  assert.ok(back > 0 && back <= MINUTE, `after the clock went back: ${String(back)} s`);
  assert.equal(rest[0], 0, 'a minute later there is one again');
  assert.ok((rest[1] ?? 0) > 0 && (rest[1] ?? 0) <= MINUTE, 'and no more than one');
}

describe('a clock that is set back by an hour', () => {
  it('does not lock the bucket in the folder of PHP', () => {
    const later = `$later = function (int $seconds) use ($folder): void {
      foreach (glob("$folder/*.vh") as $file) {
        [$head, $value] = explode("\\n", file_get_contents($file), 2);
        file_put_contents($file, sprintf("%.6F\\n%.6F", (float) $head + $seconds, (float) $value + $seconds));
      }
    };`;
    assertRecovers(runPhp(`$state = new VhStore($folder); ${later} ${PHP_STORY}`));
  });

  it('ends what the folder of PHP keeps for a while, and nothing that must last', () => {
    const seen = runPhp(`$state = new VhStore($folder);
      $state->set('token', 'of today', 60);
      $state->set('cache of one', 'of today', 60);
      $state->keep('upload', 'vi1', 60);
      $all = fn (): array => array_map(fn (string $key): ?string => $state->get($key), ['token', 'cache of one', 'upload']);
      $before = $all();
      foreach (glob("$folder/*.vh") as $file) {
        [$head, $value] = explode("\\n", file_get_contents($file), 2);
        $times = array_map(fn (string $time): string => sprintf('%.6F', (float) $time + 3600), explode('@', explode(' ', $head)[0]));
        file_put_contents($file, implode('@', $times) . strstr("$head ", ' ') . "\\n$value");
      }
      echo json_encode([$before, $all()]);`);
    assert.deepEqual(seen, [
      ['of today', 'of today', 'vi1'],
      [null, null, 'vi1'],
    ]);
  });

  it('does not lock the bucket of Python in SQLite', () => {
    const later = `state = vh_state.SqliteState(folder + '/state.db')
def later(seconds): state._open().execute('UPDATE vh_state SET value = CAST(value AS REAL) + ?1, ends = ends + ?1', (seconds,))`;
    assertRecovers(runPython(`${later}\n${PYTHON_STORY}`));
  });
});

/** Opens a service in PHP, and a second one of the same machine. */
const PHP_SERVICE = (
  url: string,
) => `$open = fn (): VhService => new VhService('${url}', 'an-api-key-of-a-test',
  new VhStore("$folder/state"), new VhSealer(fn (): array => ['a secret of the site']), 5.0);
  $ask = function (VhService $service): string {
    try { return $service->json('GET', ['videos', 'vi1'])->videoId; } catch (VhServiceError $error) { return $error->word; }
  };`;

/** A service whose access tokens are `ac1`, `ac2` and so on. */
async function withService(
  isRefused: (token: number, path: string) => boolean | Promise<boolean>,
  use: (url: string, issued: () => number) => Promise<void>,
): Promise<void> {
  let issued = 0;
  const answer: RequestListener = (request, response) => {
    request.resume();
    if (request.url?.startsWith('/auth/')) {
      const access = { access_token: `ac${String(++issued)}`, refresh_token: 're', expires_in: 3600 };
      return void response.end(JSON.stringify(access));
    }
    const token = Number((request.headers.authorization ?? '').replace('Bearer ac', ''));
    void Promise.resolve(isRefused(token, request.url ?? '')).then((isSo) =>
      response.writeHead(isSo ? 401 : 200).end('{"videoId":"vi1"}'),
    );
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, () => issued);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Renewals of an hour with a visitor at each step: at once, then after 0.5, 1, 2 … and 30 s at most. */
const MOST_RENEWALS = 250;

describe('a service that refuses the access tokens that it has just issued', () => {
  it('is asked for others ever more seldom by Python in an hour, and is believed again', () => {
    const seen = runPython(`
now, is_off, issued = [1000.0], [False], [0]
own.time.monotonic = lambda: now[0]
service = own._Service('https://service.test', 'an-api-key-of-a-test', 5)
def send(method, url, body, token, most):
    if url.path.startswith('/auth/'):
        issued[0] += 1
        return 200, {}, json.dumps({'access_token': f'ac{issued[0]}', 'refresh_token': 're', 'expires_in': 7200}).encode()
    return (401, {}, b'{}') if is_off[0] else (200, {}, b'{"videoId":"vi1"}')
service._send = send
def visit():
    now[0] += 1
    try: return service.json('GET', 'videos', 'vi1')['videoId']
    except own.ServiceError as error: return error.word
first = visit()
is_off[0] = True
words = {visit() for _ in range(3600)}
is_off[0] = False
print(json.dumps([first, list(words), visit(), issued[0]]))`);
    const [first, words, last, issued] = seen as [string, string[], string, number];
    assert.deepEqual([first, words, last], ['vi1', ['request-refused'], 'vi1']);
    assert.ok(issued > 3 && issued <= MOST_RENEWALS, `${String(issued)} tokens`);
  });

  it('is asked for others ever more seldom by PHP in an hour, and is believed again', () => {
    let isOff = false;
    const isRefused = (_: number, path: string) => {
      if (!path.startsWith('/set/')) return isOff;
      isOff = path === '/set/off';
      return false;
    };
    return withService(isRefused, async (url, issued) => {
      // Five seconds later is the same as entries that are five seconds older.
      const script = `${PHP_SERVICE(url)} $service = $open();
        $older = fn (string $text): string => preg_replace_callback('~(?<![\\w.-])\\d{9,}(\\.\\d+)?~', fn (array $found): string => sprintf('%.6F', (float) $found[0] - 5), $text);
        $visit = function () use ($ask, $service, $older, $folder): string {
          foreach (glob("$folder/state/*.vh") as $file) file_put_contents($file, $older(file_get_contents($file)));
          return $ask($service);
        };
        $first = $visit();
        file_get_contents('${url}/set/off');
        $words = array_unique(array_map($visit, range(1, 720)));
        file_get_contents('${url}/set/on');
        echo json_encode([$first, array_values($words), $visit()]);`;
      const [printed = ''] = await runPhpAtOnce(script, 1);
      assert.deepEqual(JSON.parse(printed), ['vi1', ['request-refused'], 'vi1']);
      assert.ok(issued() > 3 && issued() <= MOST_RENEWALS, `${String(issued())} tokens`);
    });
  });

  it('has one answer for all processes of PHP that it refuses at once', () => {
    const held: (() => void)[] = [];
    // The first token is good for one request; then it is refused to all four in the same moment.
    let isFirst = true;
    const isRefused = async (token: number) => {
      if (isFirst || token !== 1) return (isFirst = false);
      await new Promise<void>((resolve) => {
        if (held.push(resolve) === 4) for (const release of held) release();
      });
      return true;
    };
    return withService(isRefused, async (url, issued) => {
      const script = `${PHP_SERVICE(url)}
        $store = new VhStore("$folder/state");
        $store->lock('first', fn () => $store->add('is first', '1', 60) && $ask($open()));
        echo $ask($open());`;
      assert.deepEqual(await runPhpAtOnce(script, 4), Array<string>(4).fill('vi1'));
      assert.equal(issued(), 2);
    });
  });
});

describeWithPhp('pdo_sqlite', 'a clock that is set back by an hour, in PHP', () => {
  it('does not lock the bucket in SQLite', () => {
    const open = `$state = new VhPdoState("sqlite:$folder/state.db"); $state->create();
      $later = fn (int $seconds) => (new PDO("sqlite:$folder/state.db"))->exec(
        "UPDATE vh_state SET value = printf('%.6f', CAST(value AS REAL) + $seconds), ends = ends + $seconds");`;
    assertRecovers(runPhp(`${open} ${PHP_STORY}`));
  });
});

describeWithRedis('a clock of Redis that is set back by an hour', () => {
  let store: StoreProcess;
  before(async () => (store = await startRedis()));
  after(() => store.end());

  describeWithPhp('redis', 'in PHP', () => {
    it('does not lock the bucket', () => {
      const port = String(store.port);
      const open = `$state = new VhRedisState('127.0.0.1', ${port}, prefix: 'php:');
        $client = new Redis(); $client->connect('127.0.0.1', ${port});
        $later = fn (int $seconds) => $client->set('php:bucket', (string) ((float) $client->get('php:bucket') + $seconds * 1000), 7200);`;
      assertRecovers(runPhp(`${open} ${PHP_STORY}`));
    });
  });

  describeWithPython('redis', 'in Python', (python) => {
    it('does not lock the bucket', () => {
      const open = `import redis
client = redis.Redis.from_url('redis://127.0.0.1:${String(store.port)}', socket_timeout=2)
state = vh_state.RedisState(client, prefix='python:')
def later(seconds): client.set('python:bucket', str(float(client.get('python:bucket')) + seconds * 1000), ex=7200)`;
      assertRecovers(runPython(`${open}\n${PYTHON_STORY}`, python));
    });
  });
});

describeWithPostgres('a clock of Postgres that is set back by an hour', () => {
  let store: StoreProcess;
  before(async () => (store = await startPostgres()));
  after(() => store.end('SIGINT'));
  const TABLE = SQL_TABLES.postgres[0];
  const move = (seconds: string) =>
    `UPDATE vh_state SET value = (value::float8 + ${seconds})::text, ends = ends + ${seconds} * interval '1 second'`;

  describeWithPhp('pdo_pgsql', 'in PHP', () => {
    it('does not lock the bucket', () => {
      const dsn = `pgsql:host=127.0.0.1;port=${String(store.port)};dbname=postgres`;
      const open = `$pdo = new PDO('${dsn}', 'vh'); $pdo->exec('DROP TABLE IF EXISTS vh_state'); $pdo->exec('${TABLE}');
        $state = new VhPdoState('${dsn}', 'vh');
        $later = fn (int $seconds) => $pdo->exec("${move('$seconds')}");`;
      assertRecovers(runPhp(`${open} ${PHP_STORY}`));
    });
  });

  describeWithPython('psycopg', 'in Python', (python) => {
    it('does not lock the bucket', () => {
      const address = `postgres://vh@127.0.0.1:${String(store.port)}/postgres`;
      const open = `import psycopg
connection = psycopg.connect('${address}', autocommit=True)
connection.execute('DROP TABLE IF EXISTS vh_state')
state = vh_state.PostgresState(lambda: psycopg.connect('${address}'))
def later(seconds): connection.execute(f"${move('{seconds}')}")`;
      assertRecovers(runPython(`${open}\n${PYTHON_STORY}`, python));
    });
  });
});

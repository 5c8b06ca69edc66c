import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runPhp, runPhpAtOnce } from './support/state-scripts.ts';
import { askGrant, WORKER_LANGUAGES } from '../../support/backend/workers.ts';
import { eventually } from '../../support/eventually.ts';
import { describeWithPhp, describeWithPython } from '../../support/frameworks/clients.ts';
import { FrameworkServer } from '../../support/frameworks/framework-server.ts';
import { freePort } from '../../support/frameworks/languages.ts';
import { inRepository } from '../../support/repository.ts';
import { KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';
import { connect } from '../../support/stores/postgres-server.ts';
import { STORES, type SharedStore, type StoreName } from '../../support/stores/shared-store.ts';

/** Milliseconds in which a grant is refused while the store is away, and in which it is given again once that is back. */
const REFUSED_MS = 3_000;
const RECOVERY_MS = 5_000;

type Undo = () => Promise<unknown>;
/** A fault of a store; what it returns ends it. */
type Fault = (store: SharedStore) => Promise<Undo>;

const stopped: Fault = async ({ process, signals: [, inOrder] }) => {
  await process.stop(inOrder);
  return () => process.start();
};
/** Redis: it keeps its connections and answers nothing. */
const hung: Fault = ({ process }) => {
  process.hang();
  return Promise.resolve(() => Promise.resolve(process.resume()));
};
/** Postgres: it answers, but not the questions about the state. */
const locked: Fault = async ({ process }) => {
  const pool = await connect(process);
  await pool.query('BEGIN; LOCK TABLE vh_state IN ACCESS EXCLUSIVE MODE', []);
  return () => pool.end();
};

const FAULTS: Record<StoreName, Record<string, Fault>> = {
  redis: { stopped, hung },
  postgres: { stopped, locked },
};
const CLIENTS = {
  redis: { PHP: 'redis', Python: 'redis' },
  postgres: { PHP: 'pdo_pgsql', Python: 'psycopg' },
} as const;

/** A visitor of a backend's process. */
class Visitor {
  readonly #url: string;
  #uploads = 0;

  constructor(url: string) {
    this.#url = url;
  }

  upload(): Promise<Response> {
    return askGrant(this.#url, `one-upload-of-many-${String(this.#uploads++)}`, 'me');
  }

  watch(part: string): Promise<Response> {
    return fetch(`${this.#url}/${part}`);
  }
}

async function assertRefused(visitor: Visitor): Promise<void> {
  const began = performance.now();
  const answer = await visitor.upload();
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
  assert.equal(((await answer.json()) as { type: string }).type, 'vh-elements/service-unavailable');
  assert.ok(performance.now() - began < REFUSED_MS);
}

async function assertPlays(visitor: Visitor, videoId: string): Promise<void> {
  const began = performance.now();
  assert.equal((await visitor.watch(`playback/videos/${videoId}`)).status, 200);
  assert.equal((await visitor.watch(`videos/${videoId}/status`)).status, 200);
  assert.ok(performance.now() - began < REFUSED_MS);
}

async function newVideo(service: SandboxUnderTest): Promise<string> {
  const { body } = await service.ask('POST', '/videos', { json: { title: 'A video' } });
  const { videoId } = body;
  assert.ok(typeof videoId === 'string');
  return videoId;
}

for (const [language, describeWith] of [
  ['PHP', describeWithPhp],
  ['Python', describeWithPython],
] as const) {
  for (const name of ['redis', 'postgres'] as const satisfies StoreName[]) {
    describeWith(CLIENTS[name][language], `a backend in ${language} whose ${name} is away`, () => {
      STORES[name].describe('on a real one', () => {
        let service: SandboxUnderTest;
        let store: SharedStore;
        let server: FrameworkServer;
        let folder: string;
        let visitor: Visitor;
        before(async () => {
          [service, store, folder] = await Promise.all([
            SandboxUnderTest.start(),
            STORES[name].start(),
            mkdtemp(path.join(tmpdir(), 'vh-away-')),
          ]);
          const env = { VH_BASE_URL: service.url, VH_API_KEY: KEY, VH_STATE: folder };
          server = await WORKER_LANGUAGES[language]({ ...env, ...store.env });
          visitor = new Visitor(server.url);
        });
        after(async () => {
          await server.end();
          await service.end();
          await store.process.end(store.signals[1]);
          await rm(folder, { recursive: true });
        });

        for (const [fault, begin] of Object.entries(FAULTS[name])) {
          it(`(${fault}) refuses grants within 3 s with 503, answers playbacks, and recovers within 5 s`, async () => {
            const videoId = await newVideo(service);
            assert.equal((await visitor.upload()).status, 201);
            const undo = await begin(store);
            try {
              await assertRefused(visitor);
              await assertPlays(visitor, videoId);
              await assertRefused(visitor);
            } finally {
              await undo();
            }
            const back = performance.now();
            await eventually(async () => (await visitor.upload()).status === 201 || undefined);
            assert.ok(performance.now() - back < RECOVERY_MS);
          });
        }
      });
    });
  }
}

describe('a backend in PHP whose folder takes no more', () => {
  it('refuses grants with 503 and answers playbacks', async () => {
    const service = await SandboxUnderTest.start();
    const folder = await mkdtemp(path.join(tmpdir(), 'vh-full-'));
    // A process that may write no byte into a file acts as on a full disk.
    const script = `trap '' XFSZ; ulimit -f 0; exec php -S "127.0.0.1:$0" "$1" 2>&1`;
    const port = await freePort();
    const server = await FrameworkServer.start({
      command: 'sh',
      words: ['-c', script, port, inRepository('test/support/backend/worker.php')],
      ready: /started/,
      port,
      env: { VH_BASE_URL: service.url, VH_API_KEY: KEY, VH_STATE: folder },
    });
    try {
      const visitor = new Visitor(server.url);
      await assertRefused(visitor);
      await assertPlays(visitor, await newVideo(service));
    } finally {
      await server.end();
      await service.end();
      await rm(folder, { recursive: true });
    }
  });
});

describe('a state of a site in PHP that fails', () => {
  const BACKEND = `
    final class Away implements VhState {
      public int $asked = 0;
      public function get(string $key): ?string { $this->asked++; throw new RuntimeException('no route to a-secret-host'); }
      public function swap(string $key, ?string $expected, ?string $value, float $seconds): bool { return $this->get($key) === null; }
      public function take(string $key, int $burst, float $interval): float { return (float) $this->get($key); }
    }
    [$away, $lines] = [new Away(), []];
    $backend = new VhBackend(baseUrl: 'http://127.0.0.1:9', apiKey: 'a-real-key', state: $away, folder: $folder,
      authorize: fn () => true, onError: function (Throwable $error) use (&$lines): void { $lines[] = $error->getMessage(); });
    $headers = ['host' => 'site.test', 'origin' => 'http://site.test', 'x-vh-request' => '1', 'content-type' => 'application/json'];
    $body = json_encode(['file' => ['name' => 'a.mp4', 'size' => 5, 'type' => '']]);
    $ask = fn (): int => $backend->handle('POST', '/vh/grants', $headers, $body)->status;
    $statuses = [$ask(), $ask(), $ask()];
    echo json_encode([$statuses, $away->asked, $lines]);`;

  it('is asked once for many visitors, and its words are not logged', () => {
    const [statuses, asked, lines] = runPhp(BACKEND) as [number[], number, string[]];
    assert.deepEqual(statuses, [503, 503, 503]);
    assert.equal(asked, 1);
    assert.match(lines.join(), /The shared state failed: RuntimeException/);
    assert.doesNotMatch(lines.join(), /a-secret-host/);
  });

  it('costs no second video where it fails between the video and its note', async () => {
    const service = await SandboxUnderTest.start();
    try {
      const [text = ''] = await runPhpAtOnce(
        `
    final class Away implements VhState {
      public function __construct(private VhStore $whole, private bool $fails = true) {}
      public function get(string $key): ?string { return $this->whole->get($key); }
      public function take(string $key, int $burst, float $interval): float { return 0.0; }
      public function swap(string $key, ?string $expected, ?string $value, float $seconds): bool {
        if ($this->fails && str_starts_with((string) $expected, VH_UNDERWAY)) {
          $this->fails = false;
          throw new RuntimeException();
        }
        return $this->whole->swap($key, $expected, $value, $seconds);
      }
    }
    $backend = new VhBackend(baseUrl: '${service.url}', apiKey: '${KEY}', state: new Away(new VhStore("$folder/whole")),
      folder: "$folder/own", authorize: fn () => true, onError: fn () => null);
    $headers = ['host' => 'site.test', 'origin' => 'http://site.test', 'x-vh-request' => '1', 'content-type' => 'application/json'];
    $body = json_encode(['file' => ['name' => 'a.mp4', 'size' => 5, 'type' => ''], 'idempotencyKey' => 'one-upload-of-one-file']);
    $ask = fn (): VhResponse => $backend->handle('POST', '/vh/grants', $headers, $body);
    $first = $ask();
    do { $again = $ask(); } while ($again->status === 503);
    echo json_encode([$first->status, $again->status]);`,
        1,
      );
      assert.deepEqual(JSON.parse(text), [503, 201]);
      const { body } = await service.ask('GET', '/videos');
      assert.equal(body['pagination']?.['itemsTotal'], 1);
    } finally {
      await service.end();
    }
  });
});

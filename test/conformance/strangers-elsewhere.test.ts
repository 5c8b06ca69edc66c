import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { inRepository } from '../support/repository.ts';
import { STRANGE_HOSTS } from '../support/backend/strange-requests.ts';

/** Runs a script beside the backend in Python; gives what it prints as JSON. */
function python(script: string, input: unknown): unknown {
  const program = `import json, sys\nimport vh_backend as own\ngiven = json.load(sys.stdin)\n${script}`;
  const options = {
    cwd: inRepository('backends/python'),
    input: JSON.stringify(input),
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  };
  return JSON.parse(execFileSync('python3', ['-c', program], options).toString());
}

/** Runs a script beside the backend in PHP; gives what it prints as JSON. */
function php(script: string, input: unknown): unknown {
  const program = `require 'vh-backend.php'; $given = json_decode(stream_get_contents(STDIN), true); ${script}`;
  const options = { cwd: inRepository('backends/php'), input: JSON.stringify(input) };
  return JSON.parse(execFileSync('php', ['-r', program], options).toString());
}

/** A service with one public video of two captions; `asked` are the requests that came. */
async function serveVideo(test: TestContext): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const answers = new Map<string, object>([
    ['/auth/api-key', { access_token: 'ac', refresh_token: 're', expires_in: 3600 }],
    ['/videos/vi1', { videoId: 'vi1', public: true }],
    ['/videos/vi1/status', { ingest: { status: 'uploading' } }],
    [
      '/videos/vi1/captions',
      { data: ['en', 'fr'].map((srclang) => ({ srclang, src: 'https://m.test/a.vtt' })) },
    ],
  ]);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://service.test');
    asked.push(pathname);
    const answer = answers.get(pathname);
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, asked };
}

/** A folder that goes with its test. */
function folder(test: TestContext): string {
  const made = mkdtempSync(path.join(tmpdir(), 'vh-state-'));
  test.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const PAGES = Array.from(
  { length: 100 },
  (_, at) => `/vh/videos/vi1/captions?pageSize=1&currentPage=${String(at + 1)}`,
);
const run = promisify(execFile);

/** What a hundred pages of one video's captions are, and what they cost. */
async function readPages(asked: readonly string[], work: Promise<{ stdout: string }>): Promise<void> {
  const { stdout } = await work;
  const [first, second, third] = JSON.parse(stdout) as {
    data: { srclang: string }[];
    pagination: { pagesTotal: number };
  }[];
  assert.deepEqual(
    [first, second, third].map((page) => page?.data.map(({ srclang }) => srclang)),
    [['en'], ['fr'], []],
  );
  assert.equal(first?.pagination.pagesTotal, 2);
  // A busy machine may need longer than the ten seconds that an answer is fresh.
  const spent = asked.filter((one) => one.startsWith('/videos/'));
  assert.ok(spent.length <= 20, `${String(spent.length)} requests to the service`);
}

describe('strangers before the backends in other languages', () => {
  it('are 400 under a Host that is none (Python)', () => {
    const script = `backend = own.VhBackend('http://127.0.0.1:9', 'a-real-key')
print(json.dumps([backend.handle('GET', '/vh/nothing', [('Host', host)]).status for host in given]))`;
    const hosts = [...STRANGE_HOSTS.filter((host) => host !== ''), 'site.test:3000'];
    assert.deepEqual(
      python(script, hosts),
      hosts.map((host) => (host === 'site.test:3000' ? 404 : 400)),
    );
  });

  it('push no playback out of the cache with ids that they invent (Python)', () => {
    const script = `cache = own._Cache(3)
cache.get('there', lambda: (('a playback',), 60, 60, 60))
for at in range(given):
    cache.get(f'invented {at}', lambda: (None, 3, 0, 0))
asked = []
cache.get('there', lambda: asked.append(1) or (('a playback',), 60, 60, 60))
print(json.dumps(len(asked)))`;
    assert.equal(python(script, 2_000), 0);
  });

  it('have no file of the server read in place of a playlist, whatever assetUrl is (PHP)', () => {
    const script = `foreach ($given as $url) {
      $backend = new VhBackend(baseUrl: 'http://127.0.0.1:9', apiKey: 'a-real-key', state: sys_get_temp_dir() . '/vh-none', assetUrl: $url);
      $origins = (fn () => $this->mediaOrigins())->call($backend);
      $isRead[] = in_array(vh_origin('file:///etc/hostname'), $origins, true);
    }
    echo json_encode($isRead);`;
    assert.deepEqual(php(script, ['media.test', 'file:///etc/', 'https://media.test']), [
      false,
      false,
      false,
    ]);
  });

  it('spend one request for all pages of present media (Python)', async (test) => {
    const { url, asked } = await serveVideo(test);
    const script = `import json, sys
import vh_backend as own
backend = own.VhBackend(sys.argv[1], 'a-real-key')
print(json.dumps([json.loads(backend.handle('GET', page, [('Host', 'site.test')]).body) for page in sys.argv[2:]]))`;
    const options = {
      cwd: inRepository('backends/python'),
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    };
    await readPages(asked, run('python3', ['-c', script, url, ...PAGES], options));
  });

  it('spend one request for all pages of present media (PHP)', async (test) => {
    const { url, asked } = await serveVideo(test);
    const script = `require 'vh-backend.php';
      $backend = new VhBackend(baseUrl: $argv[1], apiKey: 'a-real-key', state: $argv[2]);
      $read = fn ($page) => json_decode($backend->handle('GET', $page, ['host' => 'site.test'])->body);
      echo json_encode(array_map($read, array_slice($argv, 3)));`;
    const options = { cwd: inRepository('backends/php') };
    await readPages(asked, run('php', ['-r', script, url, folder(test), ...PAGES], options));
  });

  it('fill no folder with ids and origins that they invent (PHP)', (test) => {
    const state = folder(test);
    const script = `
      $backend = new VhBackend(baseUrl: 'http://127.0.0.1:9', apiKey: 'a-real-key', state: $given, onError: null);
      ini_set('error_log', '/dev/null');
      for ($at = 0; $at < 600; $at++) {
        $host = ['host' => 'site.test'];
        $backend->handle('GET', "/vh/playback/videos/vi$at", $host);
        $backend->handle('GET', "/vh/videos/vi$at/status", $host);
        $backend->handle('GET', '/vh/playback/videos/vi1', $host + ['origin' => "https://o$at.example"]);
      }
      echo json_encode(true);`;
    php(script, state);
    const count = readdirSync(state).length;
    assert.ok(count < 450, `${String(count)} files`);
  });
});

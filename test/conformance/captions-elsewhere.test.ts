import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { inRepository } from '../support/repository.ts';

const run = promisify(execFile);
/** Seconds at which a visitor comes to the other server; the captions change right after the first time. */
const VISITS = [0, 0.2, 3, 7.9, 8.1, 9.5, 10.1, 10.3];
const LIMIT_S = 10;

/** A service with one video, whose captions are German from the second request on. */
async function serveVideo(test: TestContext): Promise<string> {
  let asked = 0;
  const answers: Readonly<Record<string, () => object>> = {
    '/auth/api-key': () => ({ access_token: 'ac', refresh_token: 're', expires_in: 3600 }),
    '/videos/vi1': () => ({ videoId: 'vi1', title: 'Film', public: true, assets: {} }),
    '/videos/vi1/status': () => ({ ingest: { status: 'uploaded' }, encoding: { playable: true } }),
    '/videos/vi1/captions': () => {
      const srclang = asked++ === 0 ? 'en' : 'de';
      return { data: [{ srclang, src: `https://m.test/${srclang}.vtt` }] };
    },
    '/videos/vi1/chapters': () => ({ data: [] }),
  };
  const server = createServer((request, response) => {
    const answer = answers[new URL(request.url ?? '', 'http://service.test').pathname];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.() ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

/** No visit, and no cache of its answer, shows the old captions after ten seconds. */
function check(stdout: string): void {
  const seen = JSON.parse(stdout) as { isNew: boolean; policy: string }[];
  assert.equal(seen.length, VISITS.length);
  assert.deepEqual([seen[0]?.isNew, seen.at(-1)?.isNew], [false, true]);
  assert.match(
    seen[0]?.policy ?? '',
    /^public, max-age=[78], stale-while-revalidate=2, no-cache="set-cookie"$/,
  );
  seen.forEach(({ isNew, policy }, at) => {
    const kept = [...policy.matchAll(/(?:max-age|stale-while-revalidate)=(\d+)/g)].map(([, one]) =>
      Number(one),
    );
    const until = kept.reduce((sum, one) => sum + one, VISITS[at] ?? NaN);
    assert.ok(isNew || until <= LIMIT_S, `after ${String(VISITS[at])} s: ${policy}`);
  });
}

describe('captions that another server has changed, in other languages', () => {
  it('show within ten seconds (Python)', async (test) => {
    const script = `import json, sys, threading, time
import vh_backend as own
now = [0.0]
own.time.monotonic = lambda: now[0]
backend = own.VhBackend(sys.argv[1], 'a-real-key')
seen = []
for now[0] in json.loads(sys.argv[2]):
    answer = backend.handle('GET', '/vh/playback/videos/vi1', [('Host', 'site.test')])
    headers = {name.lower(): value for name, value in dict(answer.headers).items()}
    seen.append({'isNew': b'/de.vtt' in answer.body, 'policy': headers['cache-control']})
    for other in threading.enumerate():
        if other is not threading.current_thread():
            other.join()
print(json.dumps(seen))`;
    const options = {
      cwd: inRepository('backends/python'),
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    };
    const { stdout } = await run(
      'python3',
      ['-c', script, await serveVideo(test), JSON.stringify(VISITS)],
      options,
    );
    check(stdout);
  });

  it('show within ten seconds (PHP)', async (test) => {
    const state = mkdtempSync(path.join(tmpdir(), 'vh-state-'));
    test.after(() => rmSync(state, { recursive: true, force: true }));
    // The clock is the system's own: kept answers grow older instead.
    const script = `require 'vh-backend.php';
      $backend = new VhBackend(baseUrl: $argv[1], apiKey: 'a-real-key', state: $argv[2]);
      $age = function (float $seconds): void {
        $entry = json_decode($this->store()->get('cache playback or owner video vi1') ?? 'null', true);
        if ($entry === null) return;
        $entry['at'] -= $seconds;
        if (isset($entry['value'][1])) $entry['value'][1] -= $seconds;
        $this->store()->set('cache playback or owner video vi1', json_encode($entry), 600);
      };
      $before = 0;
      foreach (json_decode($argv[3]) as $now) {
        $age->call($backend, $now - $before);
        $before = $now;
        $answer = $backend->handle('GET', '/vh/playback/videos/vi1', ['host' => 'site.test']);
        $headers = array_change_key_case($answer->headers);
        $seen[] = ['isNew' => str_contains($answer->body, 'de.vtt'), 'policy' => $headers['cache-control']];
      }
      echo json_encode($seen);`;
    const { stdout } = await run(
      'php',
      ['-r', script, await serveVideo(test), state, JSON.stringify(VISITS)],
      { cwd: inRepository('backends/php') },
    );
    check(stdout);
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { inRepository } from '../support/repository.ts';
import { STRANGE_HOSTS } from '../support/strangers/strange-requests.ts';

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
});

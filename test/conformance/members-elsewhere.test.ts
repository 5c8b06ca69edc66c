import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { RecordingService } from './support/recording-service.ts';
import { LANGUAGES } from './support/run-code.ts';

const FILE = '{"file":{"name":"a.mp4","size":5},"idempotencyKey":"one-upload-of-one-file"}';

for (const language of LANGUAGES) {
  const { name } = language;
  const isPhp = name === 'PHP';
  describe(`members of the page backend in ${name}`, () => {
    let service: RecordingService;
    let folder: string;
    before(async () => {
      service = await RecordingService.start();
      folder = await mkdtemp(path.join(tmpdir(), 'vh-members-'));
    });
    after(async () => {
      service.end();
      await rm(folder, { recursive: true });
    });

    const site = (room: string) =>
      isPhp
        ? `$backend = new VhBackend('${service.baseUrl(`members/${room}`)}', 'a-real-key', state: '${folder}/${room}',
            authorize: fn (VhRequest $request): bool => $request->header('cookie') === 'user=me');`
        : [
            `backend = VhBackend('${service.baseUrl(`members/${room}`)}', 'a-real-key',`,
            `  authorize=lambda request, asked: request.headers.get('cookie') == 'user=me')`,
          ].join('\n');

    it('shows a private video to a visitor who follows a link to the page that is rendered with it', async () => {
      const headers = (more: Record<string, string>) => ({
        'cookie': 'user=me',
        'sec-fetch-site': 'cross-site',
        ...more,
      });
      const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      const requests = [
        headers(link),
        headers({ ...link, 'sec-fetch-dest': 'iframe' }),
        headers({}),
        { ...headers(link), cookie: '' },
      ];
      const rows = JSON.stringify(JSON.stringify(requests));
      const said = await language.run(
        isPhp
          ? `${site('rendered')}
            $shows = fn (array $headers): bool => $backend->playback(new VhRequest('GET', '/', '', $headers, null, 'http://site.test'), 'video', 'pr1') !== null;
            echo json_encode(array_map($shows, json_decode(${rows}, true)));`
          : [
              'import json',
              site('rendered'),
              `shows = lambda headers: backend.playback(Request('GET', '/', '', headers, None, 'http://site.test'), 'video', 'pr1') is not None`,
              `print(json.dumps([shows(one) for one in json.loads(${rows})]))`,
            ].join('\n'),
      );
      assert.deepEqual(JSON.parse(said), [true, false, false, false]);
    });

    it('limits a stranger who invents ids before it limits other visitors', async () => {
      const said = await language.run(
        isPhp
          ? `${site('strangers').replace('authorize:', 'trustProxy: true, authorize:')}
            $ask = fn (string $address, string $id): int => $backend->handle('GET', "/vh/players/$id",
              ['host' => 'site.test', 'x-forwarded-for' => "192.0.2.1, $address"])->status;
            $strangers = array_map(fn (int $at): int => $ask('203.0.113.1', "no$at"), range(1, 10));
            echo json_encode([$strangers, $ask('203.0.113.2', 'pl1'), $ask('203.0.113.2', 'no11'), $ask('203.0.113.1', 'pl2')]);`
          : [
              'import json',
              site('strangers').replace('authorize=', 'trust_proxy=True, authorize='),
              `ask = lambda address, name: backend.handle('GET', '/vh/players/' + name, [('host', 'site.test'), ('x-forwarded-for', '192.0.2.1, ' + address)]).status`,
              `strangers = [ask('203.0.113.1', f'no{at}') for at in range(1, 11)]`,
              `print(json.dumps([strangers, ask('203.0.113.2', 'pl1'), ask('203.0.113.2', 'no11'), ask('203.0.113.1', 'pl2')]))`,
            ].join('\n'),
      );
      const missing = Array.from({ length: 8 }, () => 404);
      assert.deepEqual(JSON.parse(said), [[...missing, 429, 429], 200, 404, 429]);
    });

    it('deletes the token of a renewed grant later, where the service does not delete it at once', async () => {
      const room = 'members/deleted';
      service.change(room, { faults: [{ on: 'DELETE /upload-tokens/to1', status: 500, times: 1 }] });
      const renewal = `'{"action":"refresh","videoId":"viMade2","file":{"name":"a.mp4","size":5},"claim":"' . $claim . '"}'`;
      await language.run(
        isPhp
          ? `${site('deleted')}
            $head = ['host' => 'site.test', 'origin' => 'http://site.test', 'x-vh-request' => '1', 'content-type' => 'application/json', 'cookie' => 'user=me'];
            $ask = fn (string $body): array => json_decode($backend->handle('POST', '/vh/grants', $head, $body)->body, true);
            $claim = $ask('${FILE}')['claim'];
            // Claims count whole seconds.
            while ((int) explode('.', $claim)[0] - VH_WEEK === time());
            $claim = $ask(${renewal})['claim'];
            // Five seconds later: the machine looks again.
            array_map('unlink', array_filter(glob('${folder}/deleted/*.vh'), fn (string $file): bool => str_ends_with((string) file_get_contents($file), "\\n1")));
            $ask(${renewal});`
          : [
              'import json, time',
              site('deleted'),
              `head = [('host', 'site.test'), ('origin', 'http://site.test'), ('x-vh-request', '1'), ('content-type', 'application/json'), ('cookie', 'user=me')]`,
              `ask = lambda body: json.loads(backend.handle('POST', '/vh/grants', head, body.encode()).body)`,
              `claim = ask('${FILE}')['claim']`,
              `while int(claim.split('.')[0]) - vh_backend.WEEK == int(time.time()): pass`,
              `renewal = lambda: json.dumps({'action': 'refresh', 'videoId': 'viMade2', 'file': {'name': 'a.mp4', 'size': 5}, 'claim': claim})`,
              `claim = ask(renewal())['claim']`,
              `backend._looked_at -= 10`,
              `ask(renewal())`,
            ].join('\n'),
      );
      const deleted = service
        .takeAsked(room)
        .filter(({ request }) => request === 'DELETE /upload-tokens/to1');
      assert.equal(deleted.length, 2);
    });
  });
}

describe('a key that a function reads, in Python', () => {
  it('is asked for again after ten minutes; the key before it still counts, and an older one does not', async () => {
    const python = LANGUAGES.find(({ name }) => name === 'Python');
    const said = await python?.run(`
keys, asked = ['one'], []
def read():
    asked.append(1)
    if keys[0] is None: raise RuntimeError()
    return keys[0]
backend = VhBackend('http://127.0.0.1:9', read)
claim = backend._seal('vi1', 'me')
def later(): backend._secrets._read_at -= 700
seen = []
for key in ('two', None, 'three'):
    keys[0] = key
    later()
    backend._seal('vi1', 'me')
    seen.append(backend._proves(claim, 'vi1', 'me'))
print(seen, len(asked))`);
    // A function that fails leaves the known keys as they are.
    assert.equal(said, '[True, True, False] 4');
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RecordingService, type Asked } from '../support/recording-service.ts';
import { LANGUAGES } from '../support/run-code.ts';

/** The service of a room, whose access token and videos are its own. */
const faults = (name: string) => [
  {
    ...{ on: 'POST /auth/', status: 200 },
    body: { access_token: `access-of-${name}`, refresh_token: `refresh-of-${name}`, expires_in: 3600 },
  },
  { on: 'POST /videos', status: 201, body: { videoId: `viOf${name}` } },
];

describe('a page backend in PHP whose settings change while its state folder stays', () => {
  let service: RecordingService;
  let folder: string;
  before(async () => {
    service = await RecordingService.start();
    folder = await mkdtemp(path.join(tmpdir(), 'vh-new-address-'));
    for (const name of ['Old', 'New']) service.change(`php/${name}`, { faults: faults(name) });
  });
  after(async () => {
    service.end();
    await rm(folder, { recursive: true });
  });

  /** Status of a read and a grant of a site at the service of a room, and the requests that reached that service. */
  const visit = async (room: string, key: string): Promise<{ statuses: unknown; asked: Asked[] }> => {
    const php = LANGUAGES.find(({ name }) => name === 'PHP');
    const said = await php?.run(`
      $backend = new VhBackend('${service.baseUrl(`php/${room}`)}', '${key}', state: '${folder}', authorize: fn (): bool => true);
      $head = ['host' => 'site.test', 'origin' => 'http://site.test', 'x-vh-request' => '1', 'content-type' => 'application/json'];
      $read = $backend->handle('GET', '/vh/players/pl1', $head);
      $grant = $backend->handle('POST', '/vh/grants', $head, '{"file":{"name":"a.mp4","size":5}}');
      echo json_encode([$read->status, $grant->status]);`);
    return { statuses: JSON.parse(said ?? 'null'), asked: service.takeAsked(`php/${room}`) };
  };
  const credentials = (asked: readonly Asked[]) => JSON.stringify(asked);

  it('sends the token of one service to no other, and works at once', async () => {
    const first = await visit('Old', 'a-real-key');
    assert.deepEqual(first.statuses, [200, 201]);
    assert.match(credentials(first.asked), /access-of-Old/);
    const second = await visit('New', 'a-real-key');
    assert.deepEqual(second.statuses, [200, 201]);
    assert.doesNotMatch(credentials(second.asked), /of-Old/);
    assert.equal(second.asked[0]?.request, 'POST /auth/api-key');
  });

  it('exchanges another key at once', async () => {
    const { statuses, asked } = await visit('New', 'another-key');
    assert.deepEqual(statuses, [200, 201]);
    assert.deepEqual(asked[0]?.body, { apiKey: 'another-key' });
  });

  it('keeps the token of settings that come back', async () => {
    const { statuses, asked } = await visit('Old', 'a-real-key');
    assert.deepEqual(statuses, [200, 201]);
    assert.ok(asked.every(({ request }) => !request.startsWith('POST /auth')));
  });
});

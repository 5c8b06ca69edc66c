import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client } from '../../src/client/client.ts';
import type { BackendCredentials } from '../../src/core/config.ts';
import { AnswersInTurn } from './support/answers-in-turn.ts';

const file = { name: 'film.mp4', size: 7, type: 'video/mp4' };
const grant = { url: 'https://host.example/upload', token: 'toCANARYcanaryCANARYcanary' };
const status = { ingest: null, encoding: { playable: true, qualities: [], metadata: {} } };
const captions = { videoId: 'vi1', language: 'en', change: 'delete' } as const;

/** Makes every request of a client, and gives the mode of each: four to the backend, then one to the service. */
async function modesOf(credentials: BackendCredentials | undefined) {
  const bodies = [grant, { kind: 'video', id: 'vi1' }, status, {}, status];
  const environment = new AnswersInTurn(...bodies.map((body) => Response.json(body)));
  const client = new Client({ backend: 'https://api.example/vh', credentials, environment });
  await client.grant({ file });
  await client.playback('video', 'vi1');
  await client.videoStatus('vi1');
  await client.changeCaptions(captions);
  await client.uploadStatus(grant, 'vi1');
  return environment.asked.map(({ init }) => init.credentials);
}

describe('the credentials of a client', () => {
  it('send cookies to a backend on another origin when the page asks for it, and never to the service', async () => {
    const [service, ...backend] = (await modesOf('include')).reverse();
    assert.deepEqual(backend, ['include', 'include', 'include', 'include']);
    assert.equal(service, 'same-origin');
  });

  for (const value of [undefined, 'same-origin', 'yes' as 'include'] as const) {
    it(`stay with the page's own origin for ${String(value)}`, async () => {
      assert.deepEqual(new Set(await modesOf(value)), new Set(['same-origin']));
    });
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGrantMemory, type BackendOptions } from '../../../src/backend/index.ts';
import { backendFor, bodyOf, FILE, grantRequest, withNewVideos } from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const STATUS = 'GET /videos/vi1/status';
const DELETE = 'DELETE /videos/vi1';
const TOKEN = 'DELETE /upload-tokens/to1';
const says =
  (ingest: unknown, qualities: object[] = [], playable = false) =>
  () =>
    Response.json({ ingest, encoding: { playable, qualities } });
const received = (status: string, parts: number[], receivedBytes: object[] = []) => ({
  status,
  receivedParts: { parts, total: null },
  receivedBytes,
});
const user = (name: string) => ({ 'x-user': name });
const bySubject: Partial<BackendOptions> = { subject: (request) => request.headers.get('x-user') };

/** A backend that has granted an upload to ann, whose video the service has nothing of. */
async function grantOne(options: Partial<BackendOptions> = {}) {
  const service = withNewVideos(new FakeService());
  service.on(STATUS, says(null));
  service.on(DELETE, () => {
    service.on(STATUS, () => new Response('{}', { status: 404 }));
    return new Response(null, { status: 204 });
  });
  const backend = backendFor(service, { ...bySubject, ...options });
  const { videoId, claim } = await bodyOf(await backend(grantRequest({}, user('ann'))));
  const discard = (changes: Record<string, unknown> = {}, name = 'ann', by = backend) =>
    by(grantRequest({ action: 'discard', videoId, claim, ...changes }, user(name)));
  return { service, backend, discard, videoId, claim };
}

describe('POST /grants, to give an empty video back', () => {
  it('deletes its tokens, and then the video', async () => {
    const { service, discard } = await grantOne();
    const answer = await discard();
    assert.deepEqual([answer.status, await bodyOf(answer)], [200, { discarded: true }]);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const asked = service.seen.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
    assert.deepEqual(asked.slice(-3), [TOKEN, STATUS, DELETE]);
  });

  it('answers alike for a deleted video, and deletes nothing twice', async () => {
    const { service, discard } = await grantOne();
    for (let times = 0; times < 2; times++)
      assert.deepEqual(await bodyOf(await discard()), { discarded: true });
    assert.equal(service.count(DELETE), 1);
  });

  it('takes a deletion whose answer was lost for one', async () => {
    const { service, discard } = await grantOne();
    service.on(STATUS, () => new Response('{}', { status: 404 }));
    assert.deepEqual(await bodyOf(await discard()), { discarded: true });
    assert.equal(service.count(DELETE), 0);
  });

  for (const [what, status] of [
    ['has a part', says(received('uploading', [1]))],
    ['has bytes', says(received('uploading', [], [{ from: 0, to: 4, total: 9 }]))],
    ['may have begun', says(received('uploading', []))],
    ['is whole', says(received('uploaded', [1]))],
    ['is being fetched', says({ status: 'ingesting' })],
    ['was refused after bytes had come', says(received('missing', [], [{ from: 0, to: 4, total: 9 }]))],
    ['is encoded', says(null, [{ type: 'hls', quality: '240p', status: 'encoded' }])],
    ['is playable', says(null, [], true)],
  ] as const) {
    it(`leaves a video that ${what}`, async () => {
      const { service, discard } = await grantOne();
      service.on(STATUS, status);
      assert.deepEqual(await bodyOf(await discard()), { discarded: false });
      assert.equal(service.count(DELETE), 0);
    });
  }

  it('leaves a video that the site has made itself', async () => {
    const site = { authorize: () => ({ videoId: 'vi1' }) };
    const { service, discard } = await grantOne(site);
    assert.deepEqual(await bodyOf(await discard()), { discarded: false });
    assert.equal(service.count(DELETE) + service.count(STATUS), 0);
  });

  it('leaves a video that another server has made, unless they share a memory', async () => {
    const grantMemory = createGrantMemory();
    for (const isShared of [false, true]) {
      const options = isShared ? { grantMemory } : {};
      const { service, discard } = await grantOne(options);
      const other = backendFor(service, { ...bySubject, ...options });
      assert.deepEqual(await bodyOf(await discard({}, 'ann', other)), { discarded: isShared });
    }
  });

  for (const [what, changes, name] of [
    ['without its claim', { claim: undefined }, 'ann'],
    ['with a claim that is none', { claim: '1.x' }, 'ann'],
    ['with the claim of another visitor', {}, 'bob'],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { service, discard } = await grantOne();
      const answer = await discard(changes, name);
      assert.deepEqual([answer.status, (await bodyOf(answer))['type']], [403, 'vh-elements/grant-unproven']);
      assert.equal(service.count(DELETE) + service.count(STATUS) + service.count(TOKEN), 0);
    });
  }

  it('refuses the claim of another video, and a request that names none', async () => {
    const { service, backend, discard } = await grantOne();
    const { claim } = await bodyOf(await backend(grantRequest({}, user('ann'))));
    assert.equal((await discard({ claim })).status, 403);
    for (const videoId of [undefined, null, '../x', 7])
      assert.equal((await discard({ videoId })).status, 400, String(videoId));
    assert.equal(service.count(DELETE), 0);
  });

  it('asks the site for permission as it does for a resumed upload', async () => {
    const asked: unknown[] = [];
    let may = true;
    const authorize: BackendOptions['authorize'] = (_request, question) => {
      asked.push(question);
      return may;
    };
    const { service, discard } = await grantOne({ authorize });
    may = false;
    assert.equal((await discard()).status, 403);
    assert.deepEqual(asked.at(-1), { action: 'refresh', file: FILE, videoId: 'vi1' });
    assert.equal(service.count(DELETE), 0);
  });

  it("takes from the visitor's bucket", async () => {
    let left = 1;
    const { service, discard } = await grantOne({ rateBucket: { take: () => (left-- > 0 ? 0 : 7) } });
    const answer = await discard();
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '7']);
    assert.equal(service.count(DELETE), 0);
  });

  it('says that it failed when the service does, and can be asked again', async () => {
    const { service, discard } = await grantOne();
    let isBroken = true;
    service.on(DELETE, () => new Response(null, { status: isBroken ? 503 : 204 }));
    assert.equal((await discard()).status, 502);
    isBroken = false;
    assert.deepEqual(await bodyOf(await discard()), { discarded: true });
  });

  it('lets the same upload start over in another video', async () => {
    const { service, backend } = await grantOne();
    const key = { idempotencyKey: '0123456789abcdef' };
    const grant = async () => bodyOf(await backend(grantRequest(key, user('ann'))));
    const { videoId, claim } = await grant();
    assert.equal(videoId, 'vi2');
    service.on('GET /videos/vi2/status', says(null));
    service.on('DELETE /videos/vi2', () => {
      service.on('GET /videos/vi2', () => new Response('{}', { status: 404 }));
      return new Response(null, { status: 204 });
    });
    await backend(grantRequest({ action: 'discard', videoId, claim }, user('ann')));
    assert.equal((await grant())['videoId'], 'vi3');
  });
});

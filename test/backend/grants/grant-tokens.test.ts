import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';
import { createGrantMemory, type BackendOptions, type GrantMemory } from '../../../src/backend/index.ts';
import {
  backendFor,
  bodyOf,
  grantRequest,
  readRequest,
  withNewVideos,
} from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const KEY = { idempotencyKey: '0123456789abcdef' };
const STATUS = 'GET /videos/vi1/status';
const ongoing =
  (status: string, qualities: object[] = []) =>
  () =>
    Response.json({ ingest: { status }, encoding: { playable: false, qualities } });

/** A service whose tokens are written down as they are made and deleted, and a backend in front of it. */
function begin(options: Partial<BackendOptions> = {}) {
  const service = withNewVideos(new FakeService());
  const made: unknown[] = [];
  const deleted: string[] = [];
  let tokens = 0;
  service.on('POST /upload-tokens', ({ body }) => {
    made.push(body);
    const token = `to${String(++tokens)}`;
    service.on(`DELETE /upload-tokens/${token}`, () => {
      deleted.push(token);
      return new Response(null, { status: 204 });
    });
    return Response.json({ token });
  });
  service.on(STATUS, ongoing('uploading'));
  const backend = backendFor(service, options);
  const grant = async (body: Record<string, unknown> = KEY, by = backend) => {
    const response = await by(grantRequest(body));
    assert.equal(response.status, 201);
    return bodyOf(response);
  };
  let ahead = 0;
  const begun = Date.now();
  mock.method(Date, 'now', () => begun + ahead);
  const renew = async ({ videoId, claim }: Record<string, unknown>, by = backend, afterMs = 1_000) => {
    ahead += afterMs;
    return grant({ action: 'refresh', videoId, claim }, by);
  };
  // A status is kept for a second.
  const now = performance.now.bind(performance);
  mock.method(performance, 'now', () => now() + ahead);
  const status = async (by = backend) => {
    ahead += 1_000;
    return (await by(readRequest('/videos/vi1/status'))).status;
  };
  return { service, backend, made, deleted, grant, renew, status };
}

describe("a grant's token", () => {
  afterEach(() => mock.restoreAll());

  it('is deleted when the grant is renewed, after the new one is made', async () => {
    const { deleted, grant, renew } = begin();
    const second = await renew(await grant());
    assert.deepEqual([second['token'], deleted], ['to2', ['to1']]);
    await renew(second);
    assert.deepEqual(deleted, ['to1', 'to2']);
  });

  it('is not deleted by a repeat of the renewal that made it, in the second of the grant', async () => {
    const { backend, deleted, grant, renew } = begin();
    const first = await grant();
    const second = await renew(first, backend, 0);
    assert.equal(second['claim'], first['claim']);
    await renew(first, backend, 0);
    assert.deepEqual(deleted, ['to1', 'to1']);
  });

  it('is not deleted by the renewal of another upload of the same visitor', async () => {
    const { deleted, grant, renew } = begin();
    const first = await grant();
    await grant({ idempotencyKey: 'fedcba9876543210' });
    await renew(first);
    assert.deepEqual(deleted, ['to1']);
  });

  it('that is about to end is left to end, since parts may be on their way with it', async () => {
    const { deleted, grant, renew } = begin();
    const first = await grant();
    const later = Date.now() + 840_000;
    mock.method(Date, 'now', () => later);
    await renew(first);
    assert.deepEqual(deleted, []);
  });

  it('is kept when the renewal fails', async () => {
    const { service, backend, deleted, grant } = begin();
    const { claim, videoId } = await grant();
    service.on('POST /upload-tokens', () => new Response('{}', { status: 500 }));
    assert.equal((await backend(grantRequest({ action: 'refresh', claim, videoId }))).status, 502);
    assert.deepEqual(deleted, []);
  });

  it('is deleted when the video is seen to be stored, and not before', async () => {
    const { service, deleted, grant, renew, status } = begin();
    const first = await grant();
    for (const state of ['missing', 'uploading']) {
      service.on(STATUS, ongoing(state));
      assert.equal(await status(), 200);
    }
    await renew(first);
    assert.deepEqual(deleted, ['to1']);
    service.on(STATUS, ongoing('uploaded'));
    assert.equal(await status(), 200);
    assert.deepEqual(deleted, ['to1', 'to1', 'to2']);
    await status();
    assert.equal(deleted.length, 3);
  });

  it('is deleted when the video is seen to have failed', async () => {
    const { service, deleted, grant, status } = begin();
    await grant();
    service.on(STATUS, ongoing('uploading', [{ type: 'hls', quality: '720p', status: 'failed' }]));
    await status();
    assert.deepEqual(deleted, ['to1']);
  });

  it('is deleted when a viewer finds the video', async () => {
    const { service, backend, deleted, grant } = begin();
    await grant();
    service.on(STATUS, ongoing('uploaded'));
    assert.equal((await backend(readRequest('/playback/videos/vi1'))).status, 200);
    assert.deepEqual(deleted, ['to1']);
  });

  it('is deleted when the site says that the upload has ended', async () => {
    const { backend, deleted, grant } = begin();
    await grant();
    await backend.endUpload('vi1');
    await backend.endUpload('vi1');
    await backend.endUpload('viNone');
    assert.deepEqual(deleted, ['to1']);
  });

  it('whose deletion failed is deleted later, and no request waits or fails for it', async () => {
    const { service, deleted, grant, renew, status } = begin();
    const first = await grant();
    service.on('DELETE /upload-tokens/to1', () => new Response('{}', { status: 503 }));
    await renew(first);
    service.on(STATUS, ongoing('uploaded'));
    assert.equal(await status(), 200);
    service.on('DELETE /upload-tokens/to1', () => {
      deleted.push('to1');
      return new Response(null, { status: 204 });
    });
    assert.equal(await status(), 200);
    // Both at once, so in whatever order.
    assert.deepEqual([deleted[0], deleted.slice(1).sort()], ['to2', ['to1', 'to2']]);
  });

  it('is deleted by any server that shares the memory, which cannot read it', async () => {
    const values: string[] = [];
    const inner = createGrantMemory();
    const tokenMemory: GrantMemory = {
      ...inner,
      add: (key, value, seconds) => (values.push(key, value), inner.add(key, value, seconds)),
      set: (key, value, seconds) => (values.push(key, value), inner.set(key, value, seconds)),
    };
    const { service, deleted, grant, renew, status } = begin({ tokenMemory });
    const other = backendFor(service, { tokenMemory });
    const second = await renew(await grant(), other);
    assert.deepEqual(deleted, ['to1']);
    assert.equal(second['token'], 'to2');
    service.on(STATUS, ongoing('uploaded'));
    await status(other);
    assert.ok(deleted.includes('to2'));
    assert.ok(values.length >= 6);
    for (const value of values) {
      assert.match(value, /^[\w.,-]+$/);
      // Sealed text may by chance hold three letters: a secret would stand alone.
      for (const word of value.split(/[.,]/)) assert.doesNotMatch(word, /^(to\d|vi1)$/);
    }
  });

  it("is granted although the site's memory fails, and the site gets the error", async () => {
    const errors: unknown[] = [];
    const fault = new Error('the store is away');
    const failing = () => Promise.reject(fault);
    const { grant, status } = begin({
      tokenMemory: { get: failing, add: failing, set: failing, delete: failing },
      onError: (error) => errors.push(error),
    });
    await grant();
    assert.deepEqual(errors, [fault]);
    assert.equal(await status(), 200);
  });
});

describe('a service that binds tokens to videos', () => {
  /** `echo` is what it answers to a token's `videoId`. */
  const binding = (options: Partial<BackendOptions> = {}, echo = (videoId: string | null) => videoId) => {
    const house = begin(options);
    let tokens = 0;
    house.service.on('POST /upload-tokens', ({ body }) => {
      house.made.push(body);
      const { videoId = null } = body as { videoId?: string };
      const token = `to${String(++tokens)}`;
      house.service.on(`DELETE /upload-tokens/${token}`, () => {
        house.deleted.push(token);
        return new Response(null, { status: 204 });
      });
      return Response.json({ token, videoId: echo(videoId) });
    });
    return house;
  };

  it('is noticed by its first answer: no visitor gets a token that is good for other videos', async () => {
    const { made, deleted, grant } = binding();
    assert.deepEqual((await grant())['token'], 'to2');
    assert.deepEqual([made, deleted], [[{ ttl: 900 }, { ttl: 900, videoId: 'vi1' }], ['to1']]);
    assert.deepEqual((await grant({ idempotencyKey: 'fedcba9876543210' }))['token'], 'to3');
    assert.deepEqual(made.slice(2), [{ ttl: 900, videoId: 'vi2' }]);
  });

  it('gives out no token at all when the first bound one cannot be had', async () => {
    const { service, backend, deleted, grant } = binding();
    let isDown = true;
    let tokens = 0;
    service.on('POST /upload-tokens', ({ body }) => {
      const { videoId = null } = body as { videoId?: string };
      if (isDown && videoId !== null) return new Response('{}', { status: 503 });
      const token = `to${String(++tokens)}`;
      service.on(`DELETE /upload-tokens/${token}`, () => {
        deleted.push(token);
        return new Response(null, { status: 204 });
      });
      return Response.json({ token, videoId });
    });
    assert.equal((await backend(grantRequest(KEY))).status, 502);
    assert.deepEqual(deleted, ['to1']);
    isDown = false;
    assert.equal((await grant(KEY))['videoId'], 'vi1');
    assert.equal(service.count('POST /videos'), 1);
  });

  it('binds the tokens of renewals, and is not asked for the video again', async () => {
    const { service, made, grant, renew } = binding();
    await renew(await grant());
    assert.deepEqual(made.at(-1), { ttl: 900, videoId: 'vi1' });
    assert.equal(service.count('GET /videos/vi1'), 0);
  });

  it('leaves no second video when the token of the first could not be made', async () => {
    const { service, backend, grant } = binding();
    await grant();
    const again = { idempotencyKey: 'fedcba9876543210' };
    let isDown = true;
    service.on('POST /upload-tokens', () =>
      isDown ? new Response('{}', { status: 503 }) : Response.json({ token: 'to9', videoId: 'vi2' }),
    );
    assert.equal((await backend(grantRequest(again))).status, 502);
    isDown = false;
    assert.equal((await grant(again))['videoId'], 'vi2');
    assert.equal(service.count('POST /videos'), 2);
  });

  it('differs from a token that only contains the word', async () => {
    const { made, grant, renew } = binding({}, () => null);
    const first = await grant();
    assert.equal((await renew(first))['videoId'], 'vi1');
    assert.ok(made.length >= 2);
  });

  it('is not missed where there is none: an attribute that is refused is left out from then on', async () => {
    const { service, grant, renew, made } = begin();
    const first = await grant();
    let tokens = 10;
    service.on('POST /upload-tokens', ({ body }) => {
      made.push(body);
      if ('videoId' in (body as object)) return new Response('{}', { status: 400 });
      return Response.json({ token: `to${String(++tokens)}` });
    });
    const second = await renew(first);
    await renew(second);
    assert.deepEqual(made, [{ ttl: 900 }, { ttl: 900 }, { ttl: 900 }]);
  });

  it('that learns of a renewal first is not asked again with what it refuses', async () => {
    const { service, made, renew } = begin({ authorize: () => ({ videoId: 'vi3' }) });
    let tokens = 10;
    service.on('POST /upload-tokens', ({ body }) => {
      made.push(body);
      if ('videoId' in (body as object)) return new Response('{}', { status: 400 });
      return Response.json({ token: `to${String(++tokens)}` });
    });
    await renew({ videoId: 'vi3' });
    await renew({ videoId: 'vi3' });
    assert.deepEqual(made, [{ ttl: 900, videoId: 'vi3' }, { ttl: 900 }, { ttl: 900 }]);
  });

  it('says itself when there is no such video', async () => {
    const { service, backend } = begin({ authorize: () => ({ videoId: 'vi9' }) });
    service.on('POST /upload-tokens', () => new Response('{}', { status: 404 }));
    const response = await backend(grantRequest({ action: 'refresh', videoId: 'vi9' }));
    assert.equal(response.status, 404);
  });
});

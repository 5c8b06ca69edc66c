import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGrantMemory, createMemoryState, type GrantMemory } from '../../../src/backend/index.ts';
import { GrantDeduplicator } from '../../../src/backend/grants/grant-deduplicator.ts';
import { backendFor, bodyOf, FILE, grantRequest, withNewVideos } from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const MAKE_VIDEO = 'POST /videos';
const MAKE_TOKEN = 'POST /upload-tokens';
const KEY = { idempotencyKey: '0123456789abcdef' };
const OTHER_KEY = { idempotencyKey: 'fedcba9876543210' };

describe('POST /grants, repeated', () => {
  it('answers the same video with another token, and makes no second one', async () => {
    const service = withNewVideos(new FakeService());
    const backend = backendFor(service);
    const first = await bodyOf(await backend(grantRequest(KEY)));
    const second = await bodyOf(await backend(grantRequest(KEY)));
    assert.equal(second['videoId'], first['videoId']);
    assert.notEqual(second['token'], first['token']);
    assert.equal(service.count(MAKE_VIDEO), 1);
  });

  it('makes one video for simultaneous requests', async () => {
    const service = withNewVideos(new FakeService());
    const backend = backendFor(service);
    const ask = async () => (await bodyOf(await backend(grantRequest(KEY))))['videoId'];
    const ids = await Promise.all(Array.from({ length: 50 }, ask));
    assert.deepEqual([...new Set(ids)], ['vi1']);
    assert.equal(service.count(MAKE_VIDEO), 1);
  });

  it('makes another video for another key, another file, another visitor, and without a key', async () => {
    const service = withNewVideos(new FakeService());
    const backend = backendFor(service, { subject: (request) => request.headers.get('x-user') });
    const ids = [];
    for (const request of [
      grantRequest(KEY),
      grantRequest(OTHER_KEY),
      grantRequest({ ...KEY, file: { ...FILE, size: 4 } }),
      grantRequest(KEY, { 'x-user': 'bob' }),
      grantRequest(),
      grantRequest(),
    ]) {
      ids.push((await bodyOf(await backend(request)))['videoId']);
    }
    assert.deepEqual(ids, ['vi1', 'vi2', 'vi3', 'vi4', 'vi5', 'vi6']);
  });

  it('asks the site each time, and refuses when it has changed its mind', async () => {
    const service = withNewVideos(new FakeService());
    let may = true;
    const backend = backendFor(service, { authorize: () => may });
    await backend(grantRequest(KEY));
    may = false;
    assert.equal((await backend(grantRequest(KEY))).status, 403);
  });

  it('makes the video that a first try could not make', async () => {
    const service = withNewVideos(new FakeService());
    const backend = backendFor(service);
    let broken = true;
    service.on(MAKE_VIDEO, () =>
      broken ? new Response('', { status: 503 }) : Response.json({ videoId: 'vi1' }, { status: 201 }),
    );
    assert.equal((await backend(grantRequest(KEY))).status, 502);
    broken = false;
    assert.equal((await backend(grantRequest(KEY))).status, 201);
    assert.equal(service.count('DELETE /upload-tokens/to1'), 1);
  });

  it('makes another video when the first one was deleted', async () => {
    const service = withNewVideos(new FakeService());
    const backend = backendFor(service);
    await backend(grantRequest(KEY));
    service.on('GET /videos/vi1', () => new Response('{}', { status: 404 }));
    const again = await bodyOf(await backend(grantRequest(KEY)));
    assert.equal(again['videoId'], 'vi2');
  });

  it('makes no video when the service gives no token', async () => {
    const service = withNewVideos(new FakeService());
    service.on(MAKE_TOKEN, () => new Response('', { status: 500 }));
    assert.equal((await backendFor(service)(grantRequest(KEY))).status, 502);
    assert.equal(service.count(MAKE_VIDEO), 0);
  });

  it('holds over several servers that share a memory', async () => {
    const service = withNewVideos(new FakeService());
    const grantMemory = createGrantMemory();
    const [one, other] = [backendFor(service, { grantMemory }), backendFor(service, { grantMemory })];
    await one(grantRequest(KEY));
    assert.equal((await bodyOf(await other(grantRequest(KEY))))['videoId'], 'vi1');
    assert.equal(service.count(MAKE_VIDEO), 1);
  });

  it('sends a visitor back later while another server makes the video', async () => {
    const service = withNewVideos(new FakeService());
    const grantMemory = createGrantMemory();
    const [one, other] = [backendFor(service, { grantMemory }), backendFor(service, { grantMemory })];
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const reached = new Promise<void>((resolve) => {
      service.on(MAKE_VIDEO, async () => {
        resolve();
        await held;
        return Response.json({ videoId: 'vi1' }, { status: 201 });
      });
    });
    const first = one(grantRequest(KEY));
    await reached;
    const second = await other(grantRequest(KEY));
    assert.deepEqual([second.status, second.headers.get('retry-after')], [502, '2']);
    goOn();
    assert.equal((await first).status, 201);
    assert.equal(service.count(MAKE_VIDEO), 1);
  });

  it('stores only hashes and ids in the memory', async () => {
    const service = withNewVideos(new FakeService());
    const seen: unknown[] = [];
    const inner = createGrantMemory();
    const note = <Words extends unknown[], Answer>(call: (...words: Words) => Answer) => {
      return (...words: Words) => (seen.push(...words), call(...words));
    };
    const grantMemory: GrantMemory = {
      get: note(inner.get),
      add: note(inner.add),
      set: note(inner.set),
      delete: note(inner.delete),
    };
    await backendFor(service, { grantMemory, subject: () => 'ann@site.test' })(grantRequest(KEY));
    const words = seen.filter((word) => typeof word === 'string');
    assert.ok(
      words.every((word) => /^[\w-]{43}$/.test(word) || /^underway [\w-]{16}$/.test(word) || word === 'vi1'),
      words.join(),
    );
  });

  for (const key of ['short', 'x'.repeat(65), '0123456789abcde/', 7, ['0123456789abcdef']]) {
    it(`does not take ${JSON.stringify(key).slice(0, 30)} for a name`, async () => {
      const service = new FakeService();
      assert.equal((await backendFor(service)(grantRequest({ idempotencyKey: key }))).status, 400);
      assert.equal(service.seen.length, 0);
    });
  }
});

const TIMES = { lostAfterMs: 20_000, underwaySeconds: 60 };

describe('GrantDeduplicator', () => {
  it('shares one service request among simultaneous requests', async () => {
    const uploads = new GrantDeduplicator(createMemoryState(), TIMES);
    let made = 0;
    const maker = {
      withNewVideo: () => Promise.resolve({ videoId: `vi${String(++made)}`, token: 'to1', expiresAt: '' }),
      forVideo: () => Promise.resolve(undefined),
      giveBack: () => Promise.resolve(),
    };
    const flights = Array.from({ length: 50 }, () => uploads.make('key', maker));
    assert.equal(new Set(await Promise.all(flights)).size, 1);
    assert.equal(made, 1);
  });

  it('begins again when a try is lost with the request that it belonged to', async () => {
    let time = 0;
    const uploads = new GrantDeduplicator(createMemoryState(), { ...TIMES, now: () => time });
    let made = 0;
    let begin = () => {};
    const began = new Promise<void>((resolve) => (begin = resolve));
    const lost = {
      // Some platforms drop the requests of a request that has ended: they neither succeed nor fail.
      withNewVideo: () => {
        begin();
        return new Promise<never>(() => undefined);
      },
      forVideo: () => Promise.resolve(undefined),
      giveBack: () => Promise.resolve(),
    };
    void uploads.make('key', lost);
    await began;
    time = 20_000;
    const maker = {
      withNewVideo: () => Promise.resolve({ videoId: `vi${String(++made)}`, token: 'to1', expiresAt: '' }),
      forVideo: () => Promise.resolve(undefined),
      giveBack: () => Promise.resolve(),
    };
    assert.equal((await uploads.make('key', maker)).videoId, 'vi1');
    assert.equal(made, 1);
  });
});

describe('createGrantMemory', () => {
  it('forgets in time, and the oldest first when it is full', () => {
    let now = 0;
    const memory = createGrantMemory(2, () => now);
    assert.equal(memory.add('a', '1', 10), true);
    assert.equal(memory.add('a', '2', 10), false);
    memory.set('b', '2', 100);
    now = 10_000;
    assert.equal(memory.get('a'), undefined);
    assert.equal(memory.add('a', '3', 10), true);
    memory.set('c', '4', 10);
    assert.deepEqual([memory.get('a'), memory.get('b'), memory.get('c')], ['3', undefined, '4']);
  });
});

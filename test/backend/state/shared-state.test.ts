import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createGrantMemory,
  createMemoryState,
  type BackendOptions,
  type BackendState,
} from '../../../src/backend/index.ts';
import {
  backendFor,
  bodyOf,
  grantRequest,
  readRequest,
  withNewVideos,
} from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const KEY = { idempotencyKey: '0123456789abcdef' };

/** Four servers of one site, on one state. */
function fourServers(options: Partial<BackendOptions> = {}) {
  const service = withNewVideos(new FakeService());
  const state = options.state ?? createMemoryState();
  const servers = Array.from({ length: 4 }, () => backendFor(service, { ...options, state }));
  return { service, state, servers };
}

describe('four servers on one state', () => {
  it('make one video of one upload that all are asked for at once', async () => {
    const { service, servers } = fourServers();
    const ask = async () => {
      const answers = await Promise.all(servers.map((server) => server(grantRequest(KEY))));
      return Promise.all(answers.map(async (one) => [one.status, (await bodyOf(one))['videoId']]));
    };
    const granted = (await ask()).filter(([status]) => status === 201);
    assert.deepEqual(granted, [[201, 'vi1']]);
    assert.deepEqual(await ask(), Array(4).fill([201, 'vi1']));
    assert.equal(service.count('POST /videos'), 1);
  });

  it('give one visitor one limit', async () => {
    const { servers } = fourServers({ subject: () => 'ann@site.test' });
    const asked = servers.flatMap((server) => Array.from({ length: 40 }, () => server(grantRequest())));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    const granted = statuses.filter((status) => status === 201).length;
    // One comes back each second.
    assert.ok(granted >= 60 && granted <= 75, String(granted));
    assert.equal(statuses.filter((status) => status === 429).length, 160 - granted);
  });

  it('exchange the key once, and a new token once when it is refused', async () => {
    const { service, servers } = fourServers();
    await Promise.all(servers.map((server) => server(grantRequest())));
    assert.equal(service.count('POST /auth/api-key'), 1);
  });

  it('count the questions for unknown ids together', async () => {
    const { service, servers } = fourServers();
    let asked = 0;
    for (let number = 0; number < 40; number++) {
      service.on(`GET /videos/viNone${String(number)}`, () => {
        asked++;
        return new Response('{}', { status: 404 });
      });
    }
    for (let number = 0; number < 40; number++) {
      await servers[number % 4]?.(readRequest(`/playback/videos/viNone${String(number)}`));
    }
    // Each may let out one too many.
    assert.ok(asked >= 20 && asked <= 26, String(asked));
  });

  it('lose no token of a video that all grant at once', async () => {
    const { service, servers } = fourServers({ authorize: () => ({ videoId: 'vi1' }) });
    const deleted = new Set<string>();
    let tokens = 0;
    service.on('POST /upload-tokens', () => {
      const token = `to${String(++tokens)}`;
      service.on(`DELETE /upload-tokens/${token}`, () => {
        deleted.add(token);
        return new Response(null, { status: 204 });
      });
      return Response.json({ token });
    });
    await Promise.all(
      [...servers, ...servers].map((server) =>
        server(grantRequest({ action: 'refresh', videoId: 'vi1', file: { name: 'a', size: 1, type: '' } })),
      ),
    );
    await servers[3]?.endUpload('vi1');
    assert.deepEqual([tokens, deleted.size], [8, 8]);
  });

  it('store no name of a visitor and no token that can be read', async () => {
    const stored: unknown[] = [];
    const whole = createMemoryState();
    const state: BackendState = {
      get: (key) => (stored.push(key), whole.get(key)),
      swap: (...words) => (stored.push(...words), whole.swap(...words)),
      take: (...words) => (stored.push(...words), whole.take(...words)),
    };
    const { service, servers } = fourServers({ state, subject: () => 'ann@site.test' });
    await servers[0]?.(grantRequest(KEY));
    const text = JSON.stringify(stored);
    assert.ok(stored.length > 20);
    for (const secret of ['ann@site.test', '"to1"', service.apiKey, 'access-1']) {
      assert.ok(!text.includes(secret), secret);
    }
  });
});

describe('a server that falls silent while it makes a video', () => {
  /** The first video takes until `goOn`. */
  function begin() {
    let now = 0;
    const state = createMemoryState({ now: () => now });
    const house = fourServers({ state });
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let reached = () => {};
    const isMaking = new Promise<void>((resolve) => (reached = resolve));
    let videos = 0;
    house.service.on('POST /videos', async () => {
      const id = `vi${String(++videos)}`;
      if (videos === 1) {
        reached();
        await held;
      }
      return Response.json({ videoId: id }, { status: 201 });
    });
    const [slow, fast] = house.servers;
    return { ...house, slow, fast, isMaking, goOn, pass: (ms: number) => (now += ms) };
  }

  it('is overtaken, uses the video of the other and gives its own back', async () => {
    const { service, slow, fast, isMaking, goOn, pass } = begin();
    const first = slow?.(grantRequest(KEY));
    await isMaking;
    assert.equal((await fast?.(grantRequest(KEY)))?.status, 502);
    pass(60_000);
    const second = await fast?.(grantRequest(KEY));
    assert.equal(second && (await bodyOf(second))['videoId'], 'vi2');
    goOn();
    const late = await first;
    assert.equal(late && (await bodyOf(late))['videoId'], 'vi2');
    assert.equal(service.count('DELETE /videos/vi1'), 1);
    assert.equal(service.count('DELETE /videos/vi2'), 0);
  });
});

describe('createBackend', () => {
  const service = new FakeService();

  it('refuses two stores for one part', () => {
    for (const other of [{ grantMemory: createGrantMemory() }, { tokenMemory: createGrantMemory() }]) {
      assert.throws(() => backendFor(service, { state: createMemoryState(), ...other }), {
        code: 'invalid-use',
        message: /state is in the place of both/,
      });
    }
  });

  it('refuses an object that is no state, and Workers KV with the reason', () => {
    const nothing = () => undefined;
    const kv = { get: nothing, put: nothing, list: nothing, delete: nothing, getWithMetadata: nothing };
    assert.throws(() => backendFor(service, { state: kv as never }), { message: /Workers KV/ });
    assert.throws(() => backendFor(service, { state: { get: nothing } as never }), {
      message: /get, swap and take/,
    });
  });

  it('uses a bucket of the site beside the state', async () => {
    const backend = backendFor(service, { state: createMemoryState(), rateBucket: { take: () => 7 } });
    const answer = await backend(grantRequest());
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '7']);
  });
});

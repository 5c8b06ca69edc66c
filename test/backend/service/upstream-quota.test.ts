import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { Backend, BackendOptions } from '../../../src/backend/index.ts';
import { backendFor, bodyOf, grantRequest, readRequest } from '../../support/backend/ask-grant.ts';
import { LimitedService, type Limits } from '../support/limited-service.ts';
import { until } from '../../support/until.ts';

const SANDBOX: Limits = { reads: 100, writes: 40, statesQuota: true };
const MINUTE = 60_000;

describe("the account's rate at the service", () => {
  let time: number;
  let service: LimitedService;
  let backend: Backend;
  const begin = (limits: Limits, options: Partial<BackendOptions> = {}) => {
    service = new LimitedService(limits, () => time);
    backend = backendFor(service, { fetch: service.limited, ...options });
  };
  const get = (path: string) => backend(readRequest(path));
  const statusesOf = async (asked: readonly Promise<Response>[]) =>
    (await Promise.all(asked)).map(({ status }) => status);
  const grant = async (body: Record<string, unknown> = {}) => {
    const response = await backend(grantRequest(body));
    return { status: response.status, ...(await bodyOf(response)) } as Record<string, unknown>;
  };
  beforeEach(() => {
    time = 1_000;
    mock.method(performance, 'now', () => time);
    begin(SANDBOX);
  });
  afterEach(() => mock.restoreAll());

  for (const statesQuota of [true, false]) {
    it(`is not spent by strangers who invent ids, on a service that ${statesQuota ? 'states' : 'hides'} the quota`, async () => {
      begin({ ...SANDBOX, statesQuota });
      const first = await grant();
      const refresh = { action: 'refresh', videoId: first['videoId'], claim: first['claim'] };
      const before = service.asked.length;
      const strangers = Array.from({ length: 130 }, (_, index) => {
        const kinds = ['playback/videos', 'playback/live-streams', 'videos', 'live-streams', 'players'];
        const kind = kinds[index % kinds.length] ?? '';
        return get(`/${kind}/no${String(index)}${kind === 'videos' ? '/status' : ''}`);
      });
      const renewals = await Promise.all(Array.from({ length: 10 }, () => grant(refresh)));
      const statuses = await statusesOf(strangers);
      assert.deepEqual([...new Set(statuses)].sort(), [404, 429]);
      assert.ok(renewals.every(({ status }) => status === 201));
      const spent = service.asked.slice(before).filter((line) => line.includes('/no')).length;
      assert.ok(spent <= 20, String(spent));
      assert.equal(service.refused, 0);
      // A viewer of an existing video is served once the bucket has filled up again.
      time += 4_000;
      assert.equal((await get('/playback/videos/vi500')).status, 200);
    });
  }

  it('is spent once on an unknown id, on whatever path and by however many at once', async () => {
    const paths = [
      '/playback/videos/no1',
      '/videos/no1/status',
      '/videos/no1/captions',
      '/videos/no1/chapters',
    ];
    const asked = Array.from({ length: 40 }, (_, index) => get(paths[index % paths.length] ?? ''));
    assert.deepEqual([...new Set(await statusesOf(asked))], [404]);
    for (const path of paths) assert.equal((await get(path)).status, 404);
    assert.deepEqual(
      service.asked.filter((line) => line.includes('no1')),
      ['GET /videos/no1'],
    );
    time += 3_000;
    assert.equal((await get('/videos/no1/status')).status, 404);
    assert.equal(service.times(/no1/), 2);
  });

  it('is not spent by repeated reads of present media', async () => {
    const paths = Array.from({ length: 200 }, (_, at) => [
      '/videos/vi1/status',
      `/videos/vi1/captions?currentPage=${String(at + 1)}`,
      `/videos/vi1/chapters?pageSize=${String((at % 100) + 1)}&sortOrder=desc`,
      '/live-streams/li1',
    ]).flat();
    for (const path of paths) assert.equal((await get(path)).status, 200, path);
    assert.ok(service.asked.length <= 10, String(service.asked.length));
    time += 1_000;
    await get('/videos/vi1/status');
    assert.equal(service.times(/\/status$/), 2, 'a second later it is new');
  });

  it('is left to playbacks by half, whatever is read', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 60; index++)
      statuses.push((await get(`/videos/vi7${String(index)}/status`)).status);
    assert.deepEqual([...new Set(statuses)], [200, 429]);
    assert.ok(service.times(/^GET/) <= 50, String(service.times(/^GET/)));
    assert.equal((await get('/playback/videos/vi1')).status, 200);
  });

  it('does not limit existing videos: many first requests are all served', async () => {
    begin({ reads: 5_000, writes: 40, statesQuota: true });
    const asked = Array.from({ length: 100 }, (_, index) => get(`/playback/videos/vi${String(index)}`));
    assert.deepEqual([...new Set(await statusesOf(asked))], [200]);
  });

  it('asks all about a video at once, where it is known to be there', async () => {
    let isHeld = true;
    const held: (() => void)[] = [];
    const parts: string[] = [];
    backend = backendFor(service, {
      fetch: async (input, init) => {
        const path = new URL(input as URL).pathname;
        if (path.startsWith('/videos/viKnown')) {
          parts.push(path);
          if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        }
        return service.limited(input, init);
      },
    });
    const first = get('/videos/viKnown/status');
    await until(() => held.length >= 1);
    assert.deepEqual(parts, ['/videos/viKnown']);
    isHeld = false;
    for (const goOn of held.splice(0)) goOn();
    assert.equal((await first).status, 200);
    isHeld = true;
    parts.length = 0;
    const second = get('/playback/videos/viKnown');
    await until(() => held.length >= 4);
    for (const goOn of held) goOn();
    assert.equal((await second).status, 200);
    assert.equal(parts.length, 4);
  });

  it('leaves a reserve to grants and renewals that viewings cannot touch', async () => {
    const first = await grant();
    const refresh = { action: 'refresh', videoId: first['videoId'], claim: first['claim'] };
    const statuses: number[] = [];
    for (let index = 0; index < 60; index++)
      statuses.push((await get(`/playback/videos/vi9${String(index)}`)).status);
    assert.deepEqual([...new Set(statuses)], [200, 429]);
    assert.ok(service.times(/^GET/) <= 80, String(service.times(/^GET/)));
    for (let times = 0; times < 12; times++) assert.equal((await grant(refresh)).status, 201);
    assert.equal(service.refused, 0);
    const refused = await get('/playback/videos/vi999');
    assert.equal(refused.status, 429);
    // Not all at the same time.
    assert.match(refused.headers.get('retry-after') ?? '', /^1[0-5]$/);
    time += MINUTE;
    assert.equal((await get('/playback/videos/vi999')).status, 200);
  });

  it('answers from the cache while the quota of viewings is used up', async () => {
    assert.equal((await get('/playback/videos/vi77')).status, 200);
    assert.equal((await get('/playback/videos/no77')).status, 404);
    for (let index = 0; index < 40; index++) await get(`/playback/videos/vi9${String(index)}`);
    // Fresh for ten seconds, given out for seventy.
    time += 30_000;
    for (const path of ['/playback/videos/vi77', '/videos/vi77/captions']) {
      const { status } = await get(path);
      assert.equal(status, path.startsWith('/playback') ? 200 : 429);
    }
    assert.equal((await get('/playback/videos/no77')).status, 404);
    assert.equal(service.refused, 0);
  });

  for (const header of ['retry-after', 'x-ratelimit-retry-after']) {
    it(`gets no request after a 429 until ${header}; callers get the delay`, async () => {
      const errors: unknown[] = [];
      begin({ reads: 1_000, writes: 1_000 }, { onError: (error) => errors.push(error) });
      const first = await grant();
      const refresh = { action: 'refresh', videoId: first['videoId'], claim: first['claim'] };
      assert.equal((await get('/playback/videos/vi77')).status, 200);
      let isClosed = true;
      const { limited } = service;
      backend = backendFor(service, {
        onError: (error) => errors.push(error),
        fetch: (input, init) => {
          const isAuth = new URL(input as URL).pathname.startsWith('/auth/');
          if (!isClosed || isAuth) return limited(input, init);
          service.asked.push('429');
          return Promise.resolve(new Response('{}', { status: 429, headers: { [header]: '30' } }));
        },
      });
      isClosed = false;
      assert.equal((await get('/playback/videos/vi77')).status, 200);
      isClosed = true;
      time += 11_000;
      // The first one learns it behind the visitor's back.
      assert.equal((await get('/playback/videos/vi77')).status, 200);
      await until(() => service.asked.includes('429'));
      const before = service.asked.length;
      for (let times = 0; times < 20; times++) {
        time += 1_000;
        assert.equal((await get('/playback/videos/vi77')).status, 200);
        for (const answer of [
          await get(`/playback/videos/vi8${String(times)}`),
          await get('/videos/vi77/status'),
          await backend(grantRequest()),
          await backend(grantRequest(refresh)),
        ]) {
          const wait = Number(answer.headers.get('retry-after'));
          assert.equal(answer.status, 429);
          // And up to five seconds more, so that not all come back together.
          assert.ok(wait >= 1 && wait <= 35 - times, String(wait));
        }
      }
      assert.ok(service.asked.length - before <= 4, 'only what was on its way');
      assert.ok(errors.length <= 4, String(errors.length));
      isClosed = false;
      time += 10_000;
      assert.equal((await get('/playback/videos/vi77')).status, 200);
      assert.equal((await backend(grantRequest())).status, 201);
    });
  }
});

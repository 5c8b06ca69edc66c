import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';
import type { Backend, BackendOptions } from '../../../src/backend/index.ts';
import {
  backendFor,
  bodyOf,
  grantRequest,
  readRequest,
  withNewVideos,
} from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import { until } from '../../support/until.ts';

const OUTAGES: Readonly<Record<string, () => Promise<Response>>> = {
  'is dead': () => Promise.reject(new TypeError('fetch failed')),
  'answers 500': () => Promise.resolve(new Response('{}', { status: 500 })),
  'answers too late': () => Promise.reject(new DOMException('late', 'TimeoutError')),
};

/** A backend whose service may be out, by a clock of its own. */
function site(options: Partial<BackendOptions> = {}) {
  const service = withNewVideos(new FakeService());
  const clock = { now: 1_000 };
  mock.method(performance, 'now', () => clock.now);
  const line = { asked: 0, outage: undefined as (() => Promise<Response>) | undefined };
  const fetchIt: typeof fetch = (input, init) => {
    line.asked++;
    return line.outage ? line.outage() : service.fetch(input, init);
  };
  const backend = backendFor(service, { fetch: fetchIt, onError: () => undefined, ...options });
  return { backend, service, clock, line };
}

async function statusesOf(backend: Backend, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await backend(grantRequest())).status);
  return statuses;
}

describe('a page backend whose service fails again and again', () => {
  afterEach(() => mock.restoreAll());

  for (const [how, outage] of Object.entries(OUTAGES)) {
    it(`asks it seldom, and refuses grants at once with 503 and a time: it ${how}`, async () => {
      const { backend, clock, line } = site();
      assert.deepEqual(await statusesOf(backend, 1), [201]);
      line.outage = outage;
      const before = line.asked;
      await statusesOf(backend, 10);
      const refused = await backend(grantRequest());
      assert.equal(refused.status, 503);
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-3]$/);
      assert.equal((await bodyOf(refused))['type'], 'vh-elements/service-unavailable');
      assert.equal(line.asked - before, 5);
      // A minute in which a visitor asks ten times a second.
      for (let tenth = 0; tenth < 600; tenth++) {
        clock.now += 100;
        await statusesOf(backend, 1);
      }
      const asked = line.asked - before;
      assert.ok(asked >= 15 && asked <= 45, `${String(asked)} requests`);
    });
  }

  it('grants again within five seconds of its return, and each one that is asked for', async () => {
    const { backend, clock, line } = site();
    line.outage = OUTAGES['is dead'];
    for (let tenth = 0; tenth < 600; tenth++) {
      clock.now += 100;
      await statusesOf(backend, 1);
    }
    line.outage = undefined;
    let tenths = 0;
    for (; tenths < 600 && (await backend(grantRequest())).status !== 201; tenths++) clock.now += 100;
    assert.ok(tenths <= 50, `${String(tenths)} tenths of a second`);
    assert.deepEqual(await statusesOf(backend, 20), Array<number>(20).fill(201));
  });

  it('lets one request try it, and refuses those beside it', async () => {
    const { backend, clock, line } = site();
    await statusesOf(backend, 1);
    line.outage = OUTAGES['is dead'];
    await statusesOf(backend, 6);
    clock.now += 1_000;
    const before = line.asked;
    let fail: () => void = () => undefined;
    line.outage = () =>
      new Promise((resolve) => {
        fail = () => resolve(new Response('{}', { status: 500 }));
      });
    const answers = Array.from({ length: 20 }, () => backend(grantRequest()));
    const others = await Promise.all(answers.slice(1));
    assert.deepEqual(new Set(others.map(({ status }) => status)), new Set([503]));
    assert.equal(line.asked - before, 1);
    fail();
    assert.equal((await answers[0])?.status, 502);
  });

  it('tries again beside a trial that hangs', async () => {
    const { backend, clock, line } = site();
    await statusesOf(backend, 1);
    line.outage = OUTAGES['is dead'];
    await statusesOf(backend, 6);
    clock.now += 1_000;
    line.outage = () => new Promise(() => undefined);
    const before = line.asked;
    const hangs = backend(grantRequest());
    await until(() => line.asked > before);
    line.outage = undefined;
    assert.equal((await backend(grantRequest())).status, 503);
    clock.now += 2_000;
    assert.equal((await backend(grantRequest())).status, 201);
    assert.equal(await Promise.race([hangs, Promise.resolve('hangs')]), 'hangs');
  });

  it('answers playbacks with what it keeps', async () => {
    const { backend, clock, line } = site();
    assert.equal((await backend(readRequest('/playback/videos/vi1'))).status, 200);
    line.outage = OUTAGES['is dead'];
    await statusesOf(backend, 6);
    clock.now += 20_000;
    line.asked = 0;
    assert.equal((await backend(readRequest('/playback/videos/vi1'))).status, 200);
  });

  it('does not leave it alone for what it refuses, or for failures between answers', async () => {
    const { backend, service, line } = site();
    service.on('GET /videos/viGone', () => new Response('{}', { status: 404 }));
    service.on('GET /videos/viBroken', () => new Response('{}', { status: 500 }));
    await statusesOf(backend, 1);
    for (let time = 0; time < 12; time++) {
      await backend(readRequest('/videos/viGone/status'));
      await backend(readRequest('/videos/viBroken/status'));
      assert.deepEqual(await statusesOf(backend, 1), [201]);
    }
    assert.ok(line.asked > 12);
  });
});

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { createBackend, type Backend } from '../../../src/backend/index.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import { settled } from '../../support/until.ts';

const SECOND_MS = 1_000;
/** Seconds after which no viewer may get the old captions. */
const LIMIT_S = 10;

describe('captions that another process has changed', () => {
  let service: FakeService;
  let now: number;
  let language: string;
  beforeEach(() => {
    now = 0;
    language = 'en';
    mock.method(performance, 'now', () => now);
    service = new FakeService();
    service.on('GET /videos/vi1', () =>
      Response.json({ videoId: 'vi1', title: 'Film', public: true, assets: {} }),
    );
    service.on('GET /videos/vi1/captions', () =>
      Response.json({ data: [{ srclang: language, src: `${service.baseUrl}/c/${language}.vtt` }] }),
    );
  });
  afterEach(() => mock.restoreAll());

  const begin = () =>
    createBackend({
      ...{ baseUrl: service.baseUrl, apiKey: service.apiKey, basePath: '/vh', fetch: service.fetch },
      ...{ embed: { assets: 'https://cdn.test/vh' } },
    });
  /** What a visitor sees, and for how many seconds a browser or a proxy may show it without asking. */
  const ask = async (backend: Backend, path: string) => {
    const answer = await backend(new Request(`https://site.test/vh${path}`));
    const text = await answer.text();
    const policy = answer.headers.get('cache-control') ?? '';
    const seconds = [...policy.matchAll(/(?:max-age|stale-while-revalidate)=(\d+)/g)].map(([, one]) =>
      Number(one),
    );
    // A newer one that is fetched behind the visitor's back arrives.
    await settled();
    return { isNew: text.includes('/de.vtt'), kept: seconds.reduce((sum, one) => sum + one, 0), policy };
  };

  for (const path of ['/playback/videos/vi1', '/embed/videos/vi1', '/embed/videos/vi1/playback'])
    it(`show within ten seconds, in its cache and in browsers together (${path})`, async () => {
      const [own, other] = [begin(), begin()];
      for (const backend of [own, other]) assert.equal((await ask(backend, path)).isNew, false);
      language = 'de';
      const visits = [0.2, 3, 7.9, 8.1, 9.5, 10.1].map((seconds) => seconds * SECOND_MS);
      for (const at of visits) {
        now = at;
        const { isNew, kept, policy } = await ask(other, path);
        const shownUntil = isNew ? 0 : now / SECOND_MS + kept;
        assert.ok(shownUntil <= LIMIT_S, `after ${String(now)} ms: ${policy}`);
      }
    });

  it('show to the first visitor after a pause, without an old answer before it', async () => {
    const backend = begin();
    await ask(backend, '/playback/videos/vi1');
    language = 'de';
    now = (LIMIT_S + 0.1) * SECOND_MS;
    assert.equal((await ask(backend, '/playback/videos/vi1')).isNew, true);
  });

  it('cost the service at most one request per eight seconds for all viewers', async () => {
    const backend = begin();
    for (; now < 60 * SECOND_MS; now += 500) await ask(backend, '/playback/videos/vi1');
    assert.ok(service.count('GET /videos/vi1') <= 8, String(service.count('GET /videos/vi1')));
  });

  it('stay as they were while the service is down, and no cache keeps that', async () => {
    const backend = begin();
    await ask(backend, '/playback/videos/vi1');
    service.on('GET /videos/vi1', () => new Response('', { status: 503 }));
    now = 60 * SECOND_MS;
    const { isNew, policy } = await ask(backend, '/playback/videos/vi1');
    assert.deepEqual([isNew, policy], [false, 'private, no-cache']);
  });
});

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { createBackend, type Backend, type BackendOptions } from '../../../src/backend/index.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import { until } from '../../support/until.ts';

const ORIGIN = 'https://site.test';
const PATH = '/vh/playback/videos/vi1';
const VIDEO = 'GET /videos/vi1';
const get = (path = PATH, headers: Record<string, string> = {}) => new Request(ORIGIN + path, { headers });

describe('a playback, asked for again', () => {
  let service: FakeService;
  let backend: Backend;
  const begin = (options: Partial<BackendOptions> = {}) =>
    createBackend({
      baseUrl: service.baseUrl,
      apiKey: service.apiKey,
      basePath: '/vh',
      fetch: service.fetch,
      ...options,
    });
  const video = (more: object) => () =>
    Response.json({ videoId: 'vi1', title: 'Film', public: true, assets: {}, ...more });
  beforeEach(() => {
    // However slow the machine is.
    mock.method(performance, 'now', () => 0);
    service = new FakeService();
    backend = begin();
  });

  afterEach(() => mock.restoreAll());

  it('asks the service once for a thousand visitors', async () => {
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => backend(get())));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.deepEqual([service.count(VIDEO), service.count('POST /auth/api-key')], [1, 1]);
  });

  it('may be kept for a little by anybody, and is not sent twice', async () => {
    const first = await backend(get());
    const policy = 'public, max-age=8, stale-while-revalidate=2, no-cache="set-cookie"';
    assert.equal(first.headers.get('cache-control'), policy);
    assert.equal(first.headers.get('vary'), 'origin');
    const tag = first.headers.get('etag') ?? '';
    assert.match(tag, /^"[\da-f]{24}"$/);
    for (const given of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await backend(get(PATH, { 'if-none-match': given }));
      assert.deepEqual([again.status, await again.text()], [304, ''], given);
      assert.equal(again.headers.get('etag'), tag);
      assert.equal(again.headers.get('cache-control'), first.headers.get('cache-control'));
    }
    assert.equal((await backend(get(PATH, { 'if-none-match': '"x"' }))).status, 200);
  });

  it('has the same tag on another instance', async () => {
    const tags = [await backend(get()), await begin()(get())].map(({ headers }) => headers.get('etag'));
    assert.equal(tags[0], tags[1]);
  });

  it('caches nothing when the site says so', async () => {
    backend = begin({ playbackCache: { seconds: 0 } });
    await backend(get());
    assert.equal((await backend(get())).headers.get('cache-control'), 'private, no-cache');
    assert.equal(service.count(VIDEO), 2);
  });

  it('is fresh, and given out while it is asked for again, for as long as the site says', async () => {
    let now = 0;
    mock.method(performance, 'now', () => now);
    backend = begin({ playbackCache: { seconds: 30, staleSeconds: 20 } });
    const policyOf = async () =>
      (await backend(get())).headers.get('cache-control')?.replace(/, no-cache.*/, '');
    assert.equal(await policyOf(), 'public, max-age=30, stale-while-revalidate=20');
    now = 29_000;
    assert.equal(await policyOf(), 'public, max-age=1, stale-while-revalidate=20');
    assert.equal(service.count(VIDEO), 1);
    // The stale one leaves at once, and the newer one is asked for meanwhile.
    now = 49_000;
    assert.equal(await policyOf(), 'public, max-age=0, stale-while-revalidate=1');
    await until(() => service.count(VIDEO) === 2);
    await until(async () => (await policyOf()) === 'public, max-age=30, stale-while-revalidate=20');
    now += 50_000;
    assert.equal(await policyOf(), 'public, max-age=30, stale-while-revalidate=20');
    assert.equal(service.count(VIDEO), 3);
  });

  it('is remembered for as many videos as the site says', async () => {
    backend = begin({ playbackCache: { entries: 2 } });
    for (const id of ['vi2', 'vi3']) {
      service.on(`GET /videos/${id}`, () =>
        Response.json({ videoId: id, title: 'Film', public: true, assets: {} }),
      );
      service.on(`GET /videos/${id}/status`, () =>
        Response.json({ encoding: { playable: true, qualities: [] } }),
      );
      for (const kind of ['captions', 'chapters'])
        service.on(`GET /videos/${id}/${kind}`, () => Response.json({ data: [] }));
    }
    const view = (id: string) => backend(get(`/vh/playback/videos/${id}`));
    for (const id of ['vi1', 'vi2', 'vi1', 'vi3', 'vi1', 'vi2']) assert.equal((await view(id)).status, 200);
    const asked = ['vi1', 'vi2', 'vi3'].map((id) => service.count(`GET /videos/${id}`));
    assert.deepEqual(asked, [1, 2, 1]);
  });

  it('asks browsers to come back soon while the video is being made', async () => {
    service.on('GET /videos/vi1/status', () =>
      Response.json({ encoding: { playable: false, qualities: [] } }),
    );
    const response = await backend(get());
    assert.equal(response.headers.get('cache-control'), 'private, no-cache');
    assert.equal(((await response.json()) as { state: string }).state, 'processing');
  });

  it('plays without unavailable captions, and does not cache that', async () => {
    service.on('GET /videos/vi1/captions', () => new Response('', { status: 500 }));
    const response = await backend(get());
    assert.deepEqual(((await response.json()) as { captions: unknown[] }).captions, []);
    assert.equal(response.headers.get('cache-control'), 'private, no-cache');
  });

  it('remembers missing media for a while, and forbids caches to keep the answer', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const response = await backend(get('/vh/playback/videos/vi2'));
      assert.deepEqual([response.status, response.headers.get('cache-control')], [404, 'no-store']);
    }
    assert.equal(service.count('GET /videos/vi2'), 1);
  });

  it('does not ask again at once after a failure', async () => {
    service.on(VIDEO, () => new Response('', { status: 503 }));
    for (let turn = 0; turn < 3; turn++) assert.equal((await backend(get())).status, 502);
    assert.equal(service.count(VIDEO), 1);
  });

  it('has bodies for each address of the service without asking for each', async () => {
    backend = begin({ publicUrl: (request) => new URL(request.url).origin });
    const hosts = Array.from({ length: 20 }, (_, index) => `https://h${String(index)}.test`);
    for (const host of hosts) {
      const { hls } = (await (await backend(new Request(host + PATH))).json()) as { hls: string };
      assert.ok(hls.startsWith(`${host}/assets/`));
    }
    assert.equal(service.count(VIDEO), 1);
  });

  it('carries the theme along, and no more of it than is plain', async () => {
    service.on(VIDEO, video({ playerId: 'pl1' }));
    service.on('GET /players/pl1', () =>
      Response.json({
        playerId: 'pl1',
        text: 'rgba(255, 255, 255, 1)',
        link: 'red;background:url(//evil.test)',
        hideTitle: true,
        enableApi: true,
        assets: { logo: `${service.baseUrl}/assets/player/pl1/logo.png`, link: 'javascript:alert(1)' },
      }),
    );
    const { theme } = (await (await backend(get())).json()) as { theme: unknown };
    assert.deepEqual(theme, {
      text: 'rgba(255, 255, 255, 1)',
      hideTitle: true,
      logo: { src: `${service.baseUrl}/assets/player/pl1/logo.png` },
    });
  });

  it('hands a server the same for its page', async () => {
    const answer = (await (await backend(get())).json()) as object;
    const found = await backend.playback(get('/'), { kind: 'video', id: 'vi1' });
    assert.deepEqual(JSON.parse(JSON.stringify(found)), answer);
    assert.equal(await backend.playback(get('/'), { kind: 'video', id: '../x' }), undefined);
    assert.equal(await backend.playback(get('/'), { kind: 'video', id: 'vi2' }), undefined);
  });

  it('carries along the playlists that are complete and small, and the sound that belongs to them', async () => {
    const base = `${service.baseUrl}/assets/vod/vi1/hls`;
    const whole = '#EXTM3U\n#EXTINF:4,\n1.m4s\n#EXT-X-ENDLIST\n';
    const files: Record<string, string> = {
      'manifest.m3u8':
        '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",URI="sound.m3u8"\n#EXT-X-MEDIA:TYPE=SUBTITLES,URI="t.m3u8"\n' +
        ['low', 'open', 'long', 'high']
          .map((name) => `#EXT-X-STREAM-INF:BANDWIDTH=1\n${name}.m3u8\n`)
          .join('') +
        '#EXT-X-STREAM-INF:BANDWIDTH=1\nhttps://elsewhere.test/x.m3u8\n',
      'sound.m3u8': whole,
      'low.m3u8': whole,
      'open.m3u8': '#EXTM3U\n#EXTINF:4,\n1.m4s\n',
      'long.m3u8': whole + '#'.repeat(65_500),
      'high.m3u8': whole,
    };
    for (const [name, text] of Object.entries(files))
      service.on(`GET /assets/vod/vi1/hls/${name}`, () => new Response(text));
    const { playlists } = (await (await backend(get())).json()) as { playlists: { url: string }[] };
    assert.deepEqual(
      playlists.map(({ url }) => url.slice(base.length + 1)),
      ['manifest.m3u8', 'sound.m3u8', 'low.m3u8', 'high.m3u8'],
    );
    assert.ok(service.seen.every(({ url }) => url.startsWith(service.baseUrl)));
    assert.ok(
      service.seen.every(({ url, headers }) => !url.includes('/assets/') || !headers.has('authorization')),
    );
  });
});

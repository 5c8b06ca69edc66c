import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBackend, type BackendOptions } from '../../../src/backend/index.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const ORIGIN = 'https://site.test';
const get = (path: string) => new Request(ORIGIN + path);

function backendFor(service: FakeService, options: Partial<BackendOptions> = {}) {
  return createBackend({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    basePath: '/vh',
    fetch: service.fetch,
    ...options,
  });
}

describe('GET /playback/videos/{id}', () => {
  it('answers everything that one viewing needs, at public addresses', async () => {
    const backend = backendFor(new FakeService(), { publicUrl: (request) => new URL(request.url).origin });
    const response = await backend(get('/vh/playback/videos/vi1'));
    assert.deepEqual(await response.json(), {
      kind: 'video',
      id: 'vi1',
      state: 'playable',
      title: 'A <b>film</b>',
      hls: `${ORIGIN}/assets/vod/vi1/hls/manifest.m3u8`,
      mp4: `${ORIGIN}/assets/vod/vi1/mp4/source.mp4`,
      poster: `${ORIGIN}/assets/vod/vi1/thumbnail.jpg`,
      duration: 24,
      playlists: [
        {
          url: `${ORIGIN}/assets/vod/vi1/hls/manifest.m3u8`,
          text: '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720p/index.m3u8\n',
        },
        {
          url: `${ORIGIN}/assets/vod/vi1/hls/720p/index.m3u8`,
          text: '#EXTM3U\n#EXTINF:4,\n1.m4s\n#EXT-X-ENDLIST\n',
        },
      ],
      captions: [
        { src: `${ORIGIN}/assets/vod/vi1/captions/de.vtt`, language: 'de', label: 'Deutsch', default: true },
      ],
      chapters: [
        { src: `${ORIGIN}/assets/vod/vi1/chapters/en.vtt`, language: 'en', label: 'English', default: false },
      ],
      collector: `${ORIGIN}/collector`,
    });
  });

  it('carries no playlist along while renditions are still to come', async () => {
    const service = new FakeService();
    const qualities = [
      { type: 'hls', quality: '240p', status: 'encoded' },
      { type: 'hls', quality: '720p', status: 'encoding' },
    ];
    service.on('GET /videos/vi1/status', () => Response.json({ encoding: { playable: true, qualities } }));
    const response = await backendFor(service)(get('/vh/playback/videos/vi1'));
    assert.deepEqual(((await response.json()) as { playlists: unknown[] }).playlists, []);
  });

  it('reads playlists from the service alone, whatever a video claims', async () => {
    const service = new FakeService();
    const assets = { hls: 'http://169.254.1.1/latest/meta-data' };
    service.on('GET /videos/vi1', () => Response.json({ videoId: 'vi1', assets }));
    await backendFor(service)(get('/vh/playback/videos/vi1'));
    assert.ok(service.seen.every(({ url }) => url.startsWith(`${service.baseUrl}/`)));
  });

  it("carries along the playlists of the media's own host, where the site names it", async () => {
    const playlist = 'https://media.test/vod/vi1/hls/manifest.m3u8';
    const playlistsBy = async (options: Partial<BackendOptions>) => {
      const service = new FakeService();
      service.on('GET /videos/vi1', () => Response.json({ videoId: 'vi1', assets: { hls: playlist } }));
      service.on('GET /vod/vi1/hls/manifest.m3u8', () => new Response('#EXTM3U\n#EXT-X-ENDLIST\n'));
      const response = await backendFor(service, options)(get('/vh/playback/videos/vi1'));
      const { playlists } = (await response.json()) as { playlists: { url: string }[] };
      const asked = service.seen.filter(({ url }) => url.startsWith('https://media.test/'));
      assert.ok(asked.every(({ headers }) => !headers.has('authorization')));
      return [playlists.map(({ url }) => url), asked.map(({ url }) => url)];
    };
    assert.deepEqual(await playlistsBy({ assetUrl: 'https://media.test/any/path' }), [
      [playlist],
      [playlist],
    ]);
    assert.deepEqual(await playlistsBy({}), [[], []]);
  });

  it('names the collector of the site, in place of that of the service', async () => {
    const collectorBy = async (options: Partial<BackendOptions>) => {
      const response = await backendFor(new FakeService(), options)(get('/vh/playback/videos/vi1'));
      return ((await response.json()) as { collector: string }).collector;
    };
    const collectorUrl = 'https://events.test/in';
    assert.equal(await collectorBy({ collectorUrl, publicUrl: 'https://media.test' }), collectorUrl);
    assert.equal(await collectorBy({ publicUrl: 'https://media.test' }), 'https://media.test/collector');
  });

  it('does not show a private video to whom the site does not let in', async () => {
    const service = new FakeService();
    service.on('GET /videos/vi1', () => Response.json({ videoId: 'vi1', public: false, assets: {} }));
    assert.equal((await backendFor(service)(get('/vh/playback/videos/vi1'))).status, 404);
    const backend = backendFor(service, { authorize: (_request, asked) => asked.action === 'playback' });
    assert.equal((await backend(get('/vh/playback/videos/vi1'))).status, 200);
  });

  it('answers 404 for a video that is not there', async () => {
    assert.equal((await backendFor(new FakeService())(get('/vh/playback/videos/vi2'))).status, 404);
  });
});

describe('GET /playback/live-streams/{id}', () => {
  it('answers where the stream is, and not its key', async () => {
    const response = await backendFor(new FakeService(), { publicUrl: ORIGIN })(
      get('/vh/playback/live-streams/li1'),
    );
    const text = await response.text();
    assert.ok(!text.includes('canary-stream-key'));
    assert.deepEqual(JSON.parse(text), {
      kind: 'live-stream',
      id: 'li1',
      state: 'playable',
      title: 'Harbour',
      hls: `${ORIGIN}/assets/live/li1.m3u8`,
      poster: `${ORIGIN}/assets/live/li1/thumbnail.jpg`,
      playlists: [],
      captions: [],
      chapters: [],
      collector: `${ORIGIN}/collector`,
    });
  });

  it('does not show a private stream to whom the site does not let in', async () => {
    const service = new FakeService();
    service.on('GET /live-streams/li1', () =>
      Response.json({ liveStreamId: 'li1', public: false, assets: {} }),
    );
    assert.equal((await backendFor(service)(get('/vh/playback/live-streams/li1'))).status, 404);
  });
});

describe('GET /videos/{id}/status', () => {
  it('answers the fields that are meant for browsers', async () => {
    const response = await backendFor(new FakeService())(get('/vh/videos/vi1/status'));
    const body = (await response.json()) as Record<string, unknown>;
    assert.deepEqual(Object.keys(body), ['ingest', 'encoding']);
  });
});

describe('any other address', () => {
  const paths = [
    '/',
    '/vh',
    '/vh/',
    '/vhx/grants',
    '/vh/grants/',
    '/vh//grants',
    '/vh/videos',
    '/vh/videos/vi1',
    '/vh/upload-tokens',
    '/vh/playback/videos/',
    '/vh/playback/videos/vi1/',
    '/vh/playback/videos/..%2fvi1',
    '/vh/playback/videos/vi1%00',
    '/vh/playback/videos/%76i1',
    '/vh/videos/vi1;a/status',
    '/vh/videos/vi1%5c..%5cx/status',
    '/vh/auth/api-key',
    `/vh/videos/${'a'.repeat(65)}/status`,
    '/vh/playback/players/pl1',
  ];
  for (const path of paths) {
    it(`is 404 and asks the service nothing: ${path.slice(0, 50)}`, async () => {
      const service = new FakeService();
      assert.equal((await backendFor(service)(get(path))).status, 404);
      assert.equal(service.seen.length, 0);
    });
  }
});

describe('a service that misbehaves', () => {
  const answers: [string, () => Response | Promise<Response>, number][] = [
    [
      'redirects',
      () => new Response(null, { status: 302, headers: { location: 'https://evil.test/' } }),
      502,
    ],
    ['fails', () => new Response('boom', { status: 500 }), 502],
    ['is busy', () => new Response('{}', { status: 429 }), 429],
    ['answers no JSON', () => new Response('<html>'), 502],
    ['is gone', () => Promise.reject(new TypeError('fetch failed')), 502],
    ['is slow', () => Promise.reject(new DOMException('late', 'TimeoutError')), 504],
  ];
  for (const [what, reply, status] of answers) {
    it(`${what}: the browser learns ${String(status)} and nothing else`, async () => {
      const service = new FakeService();
      service.on('GET /videos/vi1/status', reply);
      const response = await backendFor(service)(get('/vh/videos/vi1/status'));
      assert.equal(response.status, status);
      assert.ok(!(await response.text()).includes('service.test'));
      assert.ok(service.seen.every(({ url }) => !url.includes('evil')));
    });
  }
});

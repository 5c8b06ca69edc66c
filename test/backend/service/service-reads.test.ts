import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBackend, type AuthorizeRequest, type BackendOptions } from '../../../src/backend/index.ts';
import { backendFor, bodyOf, readRequest } from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const SECRETS = {
  streamKey: 'canary-key',
  signatureSecret: 'canary-secret',
  token: 'canary-token',
  apiKey: 'canary',
};
const closed: Partial<BackendOptions> = { authorize: () => false };

/** A service with one of each thing, and more said of it than a browser should know. */
function richService(isPublic: unknown = true): FakeService {
  const service = new FakeService();
  const { baseUrl } = service;
  service.on('GET /videos/vi1', () =>
    Response.json({ videoId: 'vi1', title: 'Whisper', public: isPublic, ...SECRETS }),
  );
  service.on('GET /videos/vi1/captions', () =>
    Response.json({
      data: [
        {
          uri: '/videos/vi1/captions/de',
          src: `${baseUrl}/assets/vod/vi1/captions/de.vtt`,
          srclang: 'de',
          languageName: 'Deutsch',
          default: true,
          ...SECRETS,
        },
        { src: 'javascript:alert(1)', srclang: 'en', default: 'yes' },
        'nonsense',
      ],
      pagination: {
        currentPage: 1,
        pageSize: 25,
        pagesTotal: 1,
        itemsTotal: 2,
        links: [{ rel: 'self', uri: 'canary' }],
      },
    }),
  );
  service.on('GET /live-streams/li1', () =>
    Response.json({
      liveStreamId: 'li1',
      name: 'Harbour',
      public: isPublic,
      broadcasting: true,
      restreams: [{ name: 'canary', serverUrl: 'rtmp://canary.test/s', streamKey: 'canary' }],
      assets: {
        hls: `${baseUrl}/assets/live/li1.m3u8`,
        iframe: '<iframe>',
        player: `${baseUrl}/embed/live/li1`,
        ...SECRETS,
      },
      ...SECRETS,
    }),
  );
  service.on('GET /players/pl1', () =>
    Response.json({
      playerId: 'pl1',
      name: 'internal name',
      text: 'rgba(1, 2, 3, 1)',
      enableControls: true,
      linkHover: { evil: true },
      assets: { logo: `${baseUrl}/assets/player/pl1/logo.png`, link: 'javascript:alert(1)' },
      ...SECRETS,
    }),
  );
  return service;
}

describe('reads', () => {
  it('answers the captions of a video as far as browsers may know them', async () => {
    const response = await backendFor(richService(), { ...closed, publicUrl: 'https://media.test' })(
      readRequest('/videos/vi1/captions'),
    );
    assert.deepEqual(await response.json(), {
      data: [
        {
          src: 'https://media.test/assets/vod/vi1/captions/de.vtt',
          srclang: 'de',
          languageName: 'Deutsch',
          default: true,
        },
      ],
      pagination: { currentPageItems: 1, currentPage: 1, pageSize: 25, pagesTotal: 1 },
    });
  });

  it('answers the chapters of a video', async () => {
    const response = await backendFor(richService(), closed)(readRequest('/videos/vi1/chapters'));
    assert.deepEqual((await bodyOf(response))['data'], [
      { src: 'https://service.test/assets/vod/vi1/chapters/en.vtt', language: 'en' },
    ]);
  });

  it('answers a live stream without its key and without where else it goes', async () => {
    const response = await backendFor(richService(), closed)(readRequest('/live-streams/li1'));
    assert.deepEqual(await response.json(), {
      liveStreamId: 'li1',
      name: 'Harbour',
      public: true,
      broadcasting: true,
      assets: {
        hls: 'https://service.test/assets/live/li1.m3u8',
        player: 'https://service.test/embed/live/li1',
      },
    });
  });

  it("answers a player's theme", async () => {
    const response = await backendFor(richService(), closed)(readRequest('/players/pl1'));
    assert.deepEqual(await response.json(), {
      playerId: 'pl1',
      text: 'rgba(1, 2, 3, 1)',
      enableControls: true,
      assets: { logo: 'https://service.test/assets/player/pl1/logo.png' },
    });
  });

  it('requests one page of captions regardless of the query, and returns its own pages', async () => {
    const service = richService();
    const { baseUrl } = service;
    const tracks = ['de', 'en', 'fr'].map((srclang) => ({ srclang, src: `${baseUrl}/${srclang}.vtt` }));
    service.on('GET /videos/vi1/captions', () => Response.json({ data: tracks }));
    const backend = backendFor(service, closed);
    const query = '?currentPage=2&pageSize=2&sortOrder=asc&title=x&tags[]=y&_method=DELETE&currentPage=9';
    const { data, pagination } = await bodyOf(await backend(readRequest(`/videos/vi1/captions${query}`)));
    assert.deepEqual(data, [{ src: `${baseUrl}/fr.vtt`, srclang: 'fr' }]);
    assert.deepEqual(pagination, { currentPageItems: 1, currentPage: 2, pageSize: 2, pagesTotal: 2 });
    assert.equal(
      ((await bodyOf(await backend(readRequest('/videos/vi1/captions'))))['data'] as []).length,
      3,
    );
    const asked = service.seen.map(({ url }) => url).filter((url) => url.includes('captions'));
    assert.deepEqual(asked, [`${service.baseUrl}/videos/vi1/captions?pageSize=100`]);
  });

  for (const query of [
    'currentPage=0',
    'currentPage=-1',
    'pageSize=101',
    'pageSize=1e2',
    'sortBy=title',
    'sortOrder=up',
  ]) {
    it(`refuses ${query}, and asks the service nothing`, async () => {
      const service = richService();
      const response = await backendFor(service, closed)(readRequest(`/videos/vi1/captions?${query}`));
      assert.equal(response.status, 400);
      assert.equal(service.seen.length, 0);
    });
  }

  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']) {
    it(`takes no ${method}, whatever a header says`, async () => {
      const service = richService();
      const headers = { 'x-http-method-override': 'GET' };
      const request = new Request(readRequest('/players/pl1').url, { method, headers });
      const response = await backendFor(service)(request);
      assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET']);
      assert.equal(service.seen.length, 0);
    });
  }
});

const PRIVATE = ['/videos/vi1/status', '/videos/vi1/captions', '/videos/vi1/chapters', '/live-streams/li1'];

describe('private media', () => {
  for (const path of PRIVATE) {
    const kind = path.startsWith('/videos') ? 'video' : 'live-stream';
    const id = kind === 'video' ? 'vi1' : 'li1';

    for (const isPublic of [false, null, 'true', 1]) {
      it(`is not there for whom the site does not let in: ${path}, public: ${JSON.stringify(isPublic)}`, async () => {
        const service = richService(isPublic);
        const own = backendFor(service, closed);
        const nothing = await backendFor(new FakeService(), closed)(readRequest(path.replace(id, 'none')));
        const response = await own(readRequest(path));
        assert.equal(response.status, 404);
        // It looks like what does not exist.
        assert.equal(await response.text(), await nothing.text());
      });
    }

    it(`is not there when the site has not said who may see it: ${path}`, async () => {
      const { baseUrl, apiKey, fetch } = richService(false);
      const backend = createBackend({ baseUrl, apiKey, fetch, basePath: '/vh' });
      assert.equal((await backend(readRequest(path))).status, 404);
    });

    it(`is read by whom the site lets in, and still without its addresses: ${path}`, async () => {
      const asked: AuthorizeRequest[] = [];
      const backend = backendFor(richService(false), {
        authorize: (_request, question) => (asked.push(question), question.action === 'read'),
      });
      const response = await backend(readRequest(path));
      assert.equal(response.status, 200);
      const video = kind === 'video' ? { video: { metadata: {}, tags: [] } } : {};
      assert.deepEqual(JSON.parse(JSON.stringify(asked)), [{ action: 'read', kind, id, ...video }]);
      assert.ok(!(await response.text()).includes('canary'));
    });
  }

  it('has no addresses in a read: they hold its tokens', async () => {
    const response = await backendFor(richService(false))(readRequest('/live-streams/li1'));
    assert.equal((await bodyOf(response))['assets'], undefined);
  });

  it('stays hidden when it is on its way out', async () => {
    const service = richService();
    service.on('GET /videos/vi1', () => Response.json({ videoId: 'vi1', public: true, discarded: true }));
    assert.equal((await backendFor(service)(readRequest('/videos/vi1/status'))).status, 404);
  });
});

describe('lists', () => {
  const listing = () => {
    const service = new FakeService();
    service.on('GET /videos', () =>
      Response.json({
        data: [
          {
            videoId: 'vi1',
            title: 'Open',
            public: true,
            tags: ['canary'],
            metadata: [{ key: 'a', value: 'canary' }],
          },
          { videoId: 'vi2', title: 'canary', public: false },
          { videoId: 'vi3', title: 'canary', public: true, discarded: true },
        ],
        pagination: { currentPage: 1, pageSize: 25, pagesTotal: 1, itemsTotal: 3 },
      }),
    );
    return service;
  };

  it('are closed until the site opens them', async () => {
    const service = listing();
    for (const path of ['/videos', '/live-streams']) {
      assert.equal((await backendFor(service)(readRequest(path))).status, 404);
    }
    assert.equal(service.seen.length, 0);
  });

  it('are closed to whom the site does not let in', async () => {
    const service = listing();
    assert.equal(
      (await backendFor(service, { ...closed, lists: ['videos'] })(readRequest('/videos'))).status,
      404,
    );
    assert.equal(service.seen.length, 0);
  });

  it('return public media', async () => {
    const response = await backendFor(listing(), { lists: ['videos'] })(readRequest('/videos'));
    assert.deepEqual(await response.json(), {
      data: [{ videoId: 'vi1', title: 'Open', public: true }],
      pagination: { currentPageItems: 1, currentPage: 1, pageSize: 25, pagesTotal: 1 },
    });
  });
});

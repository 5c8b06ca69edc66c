import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuthorizeRequest, BackendOptions } from '../../../src/backend/index.ts';
import { backendFor, SITE } from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const PARTNER = 'https://partner.test';
const COOKIE = { cookie: 'session=ann' };

/** A service whose video and live stream are private, and a site that lets everybody with a cookie in. */
function privateSite(options: Partial<BackendOptions> = {}) {
  const service = new FakeService();
  const hls = `${service.baseUrl}/assets/vod/vi1/token/one-time/hls/manifest.m3u8`;
  service.on('GET /videos/vi1', () => Response.json({ videoId: 'vi1', public: false, assets: { hls } }));
  service.on('GET /live-streams/li1', () =>
    Response.json({ liveStreamId: 'li1', public: false, assets: {} }),
  );
  service.on('GET /videos', () => Response.json({ data: [{ videoId: 'vi1', public: true }] }));
  const asked: AuthorizeRequest[] = [];
  const backend = backendFor(service, {
    lists: ['videos'],
    allowedOrigins: [PARTNER],
    authorize: (request, question) => (asked.push(question), request.headers.has('cookie')),
    ...options,
  });
  const get = (path: string, headers: Record<string, string>) =>
    backend(new Request(`${SITE}/vh${path}`, { headers: { ...COOKIE, ...headers } }));
  return { service, backend, asked, get };
}

const PATHS = [
  '/playback/videos/vi1',
  '/playback/live-streams/li1',
  '/videos/vi1/status',
  '/videos/vi1/captions',
  '/videos/vi1/chapters',
  '/live-streams/li1',
  '/videos',
];

const FOREIGN: [string, Record<string, string>][] = [
  [
    'an <img> of another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
  ],
  ['an <img> of a sibling domain', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'image' }],
  ['a fetch of another site', { 'sec-fetch-site': 'cross-site', 'origin': 'https://evil.test' }],
  ['a fetch of a browser that says no more', { origin: 'https://evil.test' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a page that claims to be the site', { 'sec-fetch-site': 'cross-site', 'origin': SITE }],
  [
    'a link that opens the answer itself',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ],
];

const OWN: [string, Record<string, string>][] = [
  ["the site's own page", { 'sec-fetch-site': 'same-origin' }],
  ['a typed address', { 'sec-fetch-site': 'none' }],
  ['an older browser, or a server', {}],
  ['a page of a listed origin', { 'sec-fetch-site': 'cross-site', 'origin': PARTNER }],
];

describe('a private read', () => {
  for (const path of PATHS) {
    for (const [who, headers] of FOREIGN) {
      it(`of ${path} is a stranger's, from ${who}, whatever cookie comes along`, async () => {
        const { service, asked, get } = privateSite();
        const [refused, missing] = [await get(path, headers), await get(path.replace('1', '0'), headers)];
        assert.equal(refused.status, 404);
        if (path !== '/videos') assert.equal(await refused.text(), await missing.text());
        assert.deepEqual(asked, []);
        assert.ok(service.seen.every(({ url }) => !url.endsWith('/session')));
      });
    }
    for (const [who, headers] of OWN) {
      it(`of ${path} is the visitor's, from ${who}`, async () => {
        const { asked, get } = privateSite();
        assert.equal((await get(path, headers)).status, 200);
        assert.equal(asked.length, 1);
      });
    }
  }

  it('of public media are open to every site', async () => {
    const { service, asked, get } = privateSite();
    service.on('GET /videos/vi1', () => Response.json({ videoId: 'vi1', public: true, assets: {} }));
    for (const [, headers] of FOREIGN) assert.equal((await get('/playback/videos/vi1', headers)).status, 200);
    assert.deepEqual(asked, []);
  });

  it('for a page that a server renders follows a link from anywhere, and no frame or picture', async () => {
    const { backend, asked } = privateSite();
    const find = (headers: Record<string, string>) =>
      backend.playback(new Request(`${SITE}/watch`, { headers: { ...COOKIE, ...headers } }), {
        kind: 'video',
        id: 'vi1',
      });
    const linked = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    assert.ok(await find({ ...linked, 'sec-fetch-dest': 'document' }));
    assert.equal(asked.length, 1);
    assert.equal(await find({ ...linked, 'sec-fetch-dest': 'iframe' }), undefined);
    assert.equal(await find({ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }), undefined);
    assert.equal(asked.length, 1);
  });
});

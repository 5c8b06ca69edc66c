import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import {
  createBackend,
  type Backend,
  type BackendOptions,
  type EmbedSettings,
} from '../../../src/backend/index.ts';
import { EmbedSigner } from '../../../src/backend/embed/embed-signer.ts';
import { SiteSecret } from '../../../src/backend/crypto/site-secret.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const SITE = 'https://site.test';
const DAY_MS = 86_400_000;

describe('embed pages of the page backend', () => {
  let service: FakeService;
  let backend: Backend;
  const make = (options: Partial<BackendOptions> = {}) =>
    createBackend({
      baseUrl: service.baseUrl,
      apiKey: service.apiKey,
      fetch: service.fetch,
      basePath: '/vh',
      embed: { assets: '/vh-elements/' },
      ...options,
    });
  const get = (path: string, headers: Record<string, string> = {}) =>
    backend(new Request(path.startsWith('http') ? path : `${SITE}${path}`, { headers }));
  const makePrivate = () =>
    service.on('GET /videos/vi1', () =>
      Response.json({
        videoId: 'vi1',
        title: 'Secret plans',
        public: false,
        assets: { hls: 'https://service.test/assets/vod/vi1/token/one-time/hls/manifest.m3u8' },
      }),
    );
  const withSessions = () =>
    service.on('GET /assets/vod/vi1/token/one-time/session', () =>
      Response.json({ session_token: 'canary-session' }),
    );

  beforeEach(() => {
    service = new FakeService();
    backend = make();
  });

  it('show a public video with title, poster and playback under a policy that lets nothing else run', async () => {
    const response = await get('/vh/embed/videos/vi1?start=5');
    const html = await response.text();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(html, /<h1><bdi>A &#60;b&#62;film&#60;\/b&#62;<\/bdi><\/h1>/);
    assert.match(html, /<img src="https:\/\/service\.test\/assets\/vod\/vi1\/thumbnail\.jpg" alt="" \/>/);
    assert.match(html, /<noscript><a href="https:\/\/service\.test\/assets\/vod\/vi1\/mp4\/source\.mp4">/);
    assert.match(html, /<script type="module" crossorigin src="\/vh-elements\/vh-embed\.js">/);
    const policy = response.headers.get('content-security-policy') ?? '';
    const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ', 1)[0], rule]));
    assert.equal(rules.get('script-src'), "script-src 'self' https://site.test");
    assert.equal(rules.get('style-src'), "style-src 'self' https://site.test");
    assert.equal(rules.get('media-src'), "media-src 'self' https://site.test blob: https://service.test");
    assert.equal(rules.get('frame-ancestors'), 'frame-ancestors *');
    assert.match(response.headers.get('cache-control') ?? '', /^public/);
    assert.ok(!html.includes(service.apiKey));
  });

  it('are 404 without the option, and for missing media', async () => {
    assert.equal((await get('/vh/embed/videos/viNone')).status, 404);
    assert.match(await (await get('/vh/embed/videos/viNone')).text(), /This video is not available\./);
    for (const path of [
      '/vh/embed/videos/..%2fvi1',
      '/vh/embed/vod/vi1',
      '/vh/embed/videos/vi1/x',
      '/vh/embed/videos',
    ])
      assert.equal((await get(path)).status, 404, path);
    const plain = createBackend({ baseUrl: service.baseUrl, apiKey: service.apiKey, fetch: service.fetch });
    for (const path of ['/embed/videos/vi1', '/oembed?url=https://site.test/embed/videos/vi1'])
      assert.equal((await plain(new Request(SITE + path))).status, 404, path);
    await assert.rejects(plain.embedUrl('vi1'), { code: 'invalid-use' });
  });

  it('say whom they let frame and drive them, and refuse settings that are none', async () => {
    const embed = {
      assets: 'https://cdn.test/vh/1.0',
      frameAncestors: ['https://blog.test'],
      allowedOrigins: [],
    };
    backend = make({ embed });
    const response = await get('/vh/embed/videos/vi1');
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /frame-ancestors 'self' https:\/\/blog\.test$/);
    assert.match(policy, /script-src https:\/\/cdn\.test\/vh\/1\.0\/;/);
    assert.match(await response.text(), /"allowedOrigins":\[\]/);
    for (const wrong of ["https://a.test; script-src 'unsafe-inline'", 'https://a.test/path', ''])
      assert.throws(
        () => make({ embed: { ...embed, frameAncestors: [wrong] } }),
        { code: 'invalid-use' },
        wrong,
      );
    assert.throws(() => make({ embed: { ...embed, allowedOrigins: ['*'] } }), { code: 'invalid-use' });
  });

  it('load their files from where the site has them, and media from the origins that it adds', async () => {
    const embed = {
      assets: 'https://cdn.test/vh/1.0',
      mediaOrigins: ['https://media.test', 'https://more.test'],
    };
    backend = make({ embed });
    const response = await get('/vh/embed/videos/vi1');
    const html = await response.text();
    const files = [...html.matchAll(/(?:src|href)="([^"]*\/vh-[^"]*)"/g)].map(([, file]) => file);
    assert.ok(files.includes('https://cdn.test/vh/1.0/vh-embed.js'), files.join());
    assert.ok(
      files.every((file) => file?.startsWith('https://cdn.test/vh/1.0/')),
      files.join(),
    );
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const rule of ['media-src', 'connect-src', 'img-src']) {
      const sources =
        policy
          .split('; ')
          .find((one) => one.startsWith(`${rule} `))
          ?.split(' ') ?? [];
      for (const origin of embed.mediaOrigins)
        assert.ok(sources.includes(origin), `${rule}: ${sources.join(' ')}`);
    }
    assert.doesNotMatch(policy, /script-src [^;]*media\.test/);
  });

  it('hold no picture and no link of the video while the visitor is still to be asked', async () => {
    for (const [path, embed] of [
      ['/vh/embed/videos/vi1?consent=1', { assets: '/a/' }],
      ['/vh/embed/videos/vi1', { assets: '/a/', consent: true }],
    ] as const) {
      backend = make({ embed });
      const html = await (await get(path)).text();
      assert.match(html, /"consent":true/);
      assert.doesNotMatch(html, /<img|<noscript/);
    }
  });

  it('speak the language of the visitor, or the one that the address names', async () => {
    const german = await (
      await get('/vh/embed/videos/viNone', { 'accept-language': 'xx, de-CH;q=0.9, fr;q=0.5' })
    ).text();
    assert.match(german, /lang="de-CH" dir="ltr"[^]*Dieses Video ist nicht verfügbar\./);
    const hebrew = await (await get('/vh/embed/videos/viNone?lang=he', { 'accept-language': 'de' })).text();
    assert.match(hebrew, /lang="he" dir="rtl"/);
  });

  it('say kindly that the service fails, and when to come back', async () => {
    backend = make({ onError: () => undefined });
    service.on('GET /videos/vi1', () => new Response('{}', { status: 503 }));
    const response = await get('/vh/embed/videos/vi1');
    assert.equal(response.status, 502);
    assert.match(await response.text(), /cannot be shown right now/);
  });

  it('open a private video to a signed address, until its time', async () => {
    makePrivate();
    withSessions();
    const now = () => Math.ceil(Date.now() / 1000);
    const before = now();
    const address = await backend.embedUrl('vi1', {
      seconds: 60,
      origin: SITE,
      query: { muted: 1, token: 'x' },
    });
    const end = Number(new URL(address).searchParams.get('expires'));
    assert.ok(end >= before + 60 && end <= now() + 60, `${String(end - before)} s`);
    assert.match(
      address,
      /^https:\/\/site\.test\/vh\/embed\/videos\/vi1\?expires=\d+&signature=[\w-]{43}&muted=1$/,
    );
    const response = await get(address);
    const html = await response.text();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.match(html, /Secret plans/);
    // The playback is in the page: no address of the site holds a session, and other sites never see it.
    assert.match(html, /avh=canary-session/);
    assert.doesNotMatch(html, /og:|VideoObject|json\+oembed/);
    assert.match(html, /<meta name="robots" content="noindex" \/>/);

    const playback = await get(address.replace('vi1?', 'vi1/playback?'), { origin: 'null' });
    assert.equal(playback.status, 200);
    assert.equal(playback.headers.get('access-control-allow-origin'), '*');
    assert.equal(((await playback.json()) as { title: string }).title, 'Secret plans');

    const yesterday = new EmbedSigner(
      new SiteSecret(() => Promise.resolve(service.apiKey), Date.now),
      () => Date.now() - DAY_MS,
    );
    const { expires, signature } = await yesterday.sign({ kind: 'video', id: 'vi1' }, 60);
    const old = `/vh/embed/videos/vi1?expires=${String(expires)}&signature=${signature}`;
    const ended = await get(old, { 'accept-language': 'en' });
    assert.equal(ended.status, 410);
    const text = await ended.text();
    assert.match(text, /This link to the video has expired/);
    assert.doesNotMatch(text, /Secret plans|canary/);
    assert.equal((await get(old.replace('vi1?', 'vi1/playback?'))).status, 404);
  });

  it('take no signature for another video, another kind, another time or another secret', async () => {
    makePrivate();
    const address = await backend.embedUrl('vi1', { origin: SITE });
    const other = await make({ claimSecret: 'another' }).embedUrl('vi1', { origin: SITE });
    const url = new URL(address);
    url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1));
    const live = await backend.embedUrl({ kind: 'live-stream', id: 'vi1' }, { origin: SITE });
    for (const wrong of [
      other,
      url.href,
      live.replace('live-streams', 'videos'),
      address.replace(/signature=./, 'signature='),
    ]) {
      const response = await get(wrong);
      assert.equal(response.status, 404, wrong);
      assert.doesNotMatch(await response.text(), /Secret plans/);
    }
    for (const seconds of [0, -1, 1.5, 31 * 24 * 3600, NaN])
      await assert.rejects(backend.embedUrl('vi1', { seconds }), { code: 'invalid-use' });
    await assert.rejects(backend.embedUrl('../vi1'), { code: 'invalid-use' });
  });

  it('ask the site about a private video without a signature, and never for the page of another site', async () => {
    makePrivate();
    backend = make({ authorize: () => true, embed: { assets: '/a/' } });
    const frame = { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' };
    assert.equal(
      (await get('/vh/embed/videos/vi1', { ...frame, 'sec-fetch-site': 'same-origin' })).status,
      200,
    );
    assert.equal(
      (await get('/vh/embed/videos/vi1', { ...frame, 'sec-fetch-site': 'cross-site' })).status,
      404,
    );
    const playback = await get('/vh/embed/videos/vi1/playback', {
      'origin': 'null',
      'sec-fetch-site': 'cross-site',
    });
    assert.equal(playback.status, 404);
  });

  it('open nothing private to the page in a frame, whatever its request looks like', async () => {
    makePrivate();
    backend = make({ authorize: () => true });
    // The page that holds the frame causes this request.
    const framed = { 'cookie': 'user=me', 'sec-fetch-site': 'same-origin' };
    assert.equal((await get('/vh/embed/videos/vi1/playback', framed)).status, 404);
    const top = await get('/vh/embed/videos/vi1/playback', { ...framed, 'x-vh-request': '1' });
    assert.equal(top.status, 200);
    assert.equal(((await top.json()) as { isPublic: boolean }).isPublic, false);
  });

  it('state the public facts, and whether the theme lets other pages drive the player', async () => {
    const settingsOf = async () => {
      const html = await (await get('/vh/embed/videos/vi1')).text();
      const [, json = ''] = /id="vh-embed-settings">([^<]*)</.exec(html) ?? [];
      const { isPublic, allowsApi } = JSON.parse(json) as Record<string, unknown>;
      const again = (await (await get('/vh/embed/videos/vi1/playback')).json()) as Record<string, unknown>;
      assert.deepEqual([again['isPublic'], again['allowsApi']], [isPublic, allowsApi]);
      return [isPublic, allowsApi];
    };
    assert.deepEqual(await settingsOf(), [true, true]);
    service.on('GET /videos/vi1', () => Response.json({ videoId: 'vi1', playerId: 'pl1', assets: {} }));
    service.on('GET /players/pl1', () => Response.json({ playerId: 'pl1', enableApi: false, assets: {} }));
    backend = make();
    assert.deepEqual(await settingsOf(), [true, false]);
  });

  it('are refused without their assets when the backend is made, also by JavaScript', () => {
    const embed: Partial<EmbedSettings> = {};
    assert.throws(() => make({ embed: Object(embed) as EmbedSettings }), { code: 'invalid-use' });
  });
});

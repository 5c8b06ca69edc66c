import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createBackend, type Backend, type EmbedSettings } from '../../../src/backend/index.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const PAGE = 'https://site.test/vh/embed/videos/vi1';

describe('the oEmbed endpoint', () => {
  let service: FakeService;
  let backend: Backend;
  const ask = (query: string) => backend(new Request(`https://site.test/vh/oembed?${query}`));
  const about = async (url: string, rest = '') => {
    const response = await ask(`url=${encodeURIComponent(url)}${rest}`);
    assert.equal(response.status, 200, url);
    return (await response.json()) as Record<string, unknown>;
  };

  beforeEach(() => {
    service = new FakeService();
    backend = createBackend({
      baseUrl: service.baseUrl,
      apiKey: service.apiKey,
      fetch: service.fetch,
      basePath: '/vh',
      embed: {
        assets: '/vh-elements/',
        provider: { name: 'The site' },
        pageUrl: ({ id }) => `https://site.test/films/${id}`,
        subjectOf: ({ pathname }) => {
          const [, id] = /^\/films\/(.+)$/.exec(pathname) ?? [];
          return id === undefined ? undefined : { kind: 'video', id };
        },
      },
    });
  });

  it('answers what the specification wants of a video', async () => {
    const { html, ...rest } = await about(PAGE);
    assert.deepEqual(rest, {
      ...{ type: 'video', version: '1.0', title: 'A <b>film</b>', provider_name: 'The site' },
      ...{ provider_url: 'https://site.test', width: 640, height: 360, duration: 24 },
      thumbnail_url: 'https://service.test/assets/vod/vi1/thumbnail.jpg',
      ...{ thumbnail_width: 640, thumbnail_height: 360 },
    });
    assert.match(
      String(html),
      /^<iframe src="https:\/\/site\.test\/vh\/embed\/videos\/vi1" title="A &#60;b&#62;film&#60;\/b&#62;" width="640" height="360" [^<>]*><\/iframe>$/,
    );
    const { headers } = await ask(`url=${PAGE}`);
    assert.equal(headers.get('access-control-allow-origin'), '*');
  });

  it('keeps within what the consumer allows, in the shape of the video', async () => {
    const sizes = async (rest: string) => {
      const { width, height } = await about(PAGE, rest);
      return [width, height];
    };
    assert.deepEqual(await sizes('&maxwidth=320'), [320, 180]);
    assert.deepEqual(await sizes('&maxwidth=320&maxheight=90'), [160, 90]);
    assert.deepEqual(await sizes('&maxwidth=-1&maxheight=NaN'), [640, 360]);
    service.on('GET /videos/vi1/status', () =>
      Response.json({
        ingest: null,
        encoding: { playable: true, qualities: [], metadata: { width: 1080, height: 1920 } },
      }),
    );
    backend = createBackend({
      ...{ baseUrl: service.baseUrl, apiKey: service.apiKey, fetch: service.fetch, basePath: '/vh' },
      embed: { assets: '/a/' },
    });
    const [width = 0, height = 0] = (await sizes('')) as number[];
    assert.ok(Math.abs(width / height - 9 / 16) < 0.01, `${String(width)} x ${String(height)}`);
  });

  it('takes the addresses of the site, with what they ask of the player', async () => {
    assert.match(
      String((await about('https://site.test/films/vi1'))['html']),
      /src="https:\/\/site\.test\/vh\/embed\/videos\/vi1"/,
    );
    const { html } = await about(`${PAGE}?start=5&muted=1`);
    assert.match(String(html), /embed\/videos\/vi1\?start=5&#38;muted=1"/);
    const live = await about('https://site.test/vh/embed/live-streams/li1');
    assert.equal(live['title'], 'Harbour');
  });

  it('speaks of the site and its pages in the words of its settings', async () => {
    const embedBy = (embed: Partial<EmbedSettings>) =>
      createBackend({
        ...{ baseUrl: service.baseUrl, apiKey: service.apiKey, fetch: service.fetch, basePath: '/vh' },
        embed: { assets: '/a/', ...embed },
      });
    const film = 'https://site.test/films/vi1';
    const factsBy = async (embed: Partial<EmbedSettings>, url: string) => {
      const own = embedBy(embed);
      const found = await own(new Request(`https://site.test/vh/oembed?url=${encodeURIComponent(url)}`));
      const { provider_name: name, provider_url: home } =
        found.status === 200 ? ((await found.json()) as Record<string, unknown>) : {};
      const html = await (await own(new Request(PAGE))).text();
      const [, page] = /<meta property="og:url" content="([^"]+)"/.exec(html) ?? [];
      return [found.status, name, home, page];
    };
    const provider = { name: 'Films of ours', url: 'https://films.test' };
    const own: Partial<EmbedSettings> = {
      provider,
      pageUrl: ({ id }) => `https://site.test/films/${id}`,
      subjectOf: ({ pathname }) => ({ kind: 'video', id: pathname.replace('/films/', '') }),
    };
    assert.deepEqual(await factsBy(own, film), [200, provider.name, provider.url, film]);
    const [status, name, home, page] = await factsBy({}, PAGE);
    assert.deepEqual([status, name, home], [200, 'site.test', 'https://site.test']);
    assert.notEqual(page, film);
    assert.equal((await factsBy({}, film))[0], 404);
  });

  it('answers 404 to foreign addresses, 400 to invalid ones and 501 to another format', async () => {
    const statusOf = async (query: string) => (await ask(query)).status;
    for (const url of [
      'https://other.test/vh/embed/videos/vi1',
      'https://site.test/vh/embed/videos/viNone',
      'https://site.test/films/..%2f',
      'https://site.test/vh/grants',
    ])
      assert.equal(await statusOf(`url=${encodeURIComponent(url)}`), 404, url);
    for (const query of [
      '',
      'url=',
      'url=javascript:alert(1)',
      'url=vi1',
      `url=https://site.test/${'a'.repeat(3_000)}`,
    ])
      assert.equal(await statusOf(query), 400, query);
    assert.equal(await statusOf(`url=${PAGE}&format=xml`), 501);
  });

  it('describes a private video only for an address that opens it', async () => {
    service.on('GET /videos/vi1', () =>
      Response.json({ videoId: 'vi1', title: 'Secret plans', public: false }),
    );
    assert.equal((await ask(`url=${encodeURIComponent(PAGE)}`)).status, 404);
    const signed = await backend.embedUrl('vi1', { origin: 'https://site.test' });
    const response = await ask(`url=${encodeURIComponent(signed)}`);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const body = (await response.json()) as Record<string, unknown>;
    assert.match(String(body['html']), /signature=[\w-]{43}/);
    assert.equal(body['thumbnail_url'], undefined);
  });

  it("is linked from the embed page and the page of the site, both with the player's tags", async () => {
    const request = new Request('https://site.test/films/vi1');
    const tags = await backend.embedTags(
      request,
      { kind: 'video', id: 'vi1' },
      { description: '"><script>' },
    );
    const page = await (await backend(new Request(PAGE))).text();
    for (const html of [tags, page]) {
      const [, href = ''] = /type="application\/json\+oembed" href="([^"]+)"/.exec(html) ?? [];
      const { url, html: frame } = {
        url: new URL(href.replaceAll('&#38;', '&')),
        html: (await about('https://site.test/films/vi1'))['html'],
      };
      const found = await backend(new Request(url));
      assert.equal(found.status, 200);
      assert.equal(((await found.json()) as { html: string }).html, frame);
      assert.match(
        html,
        /<meta property="og:video" content="https:\/\/site\.test\/vh\/embed\/videos\/vi1" \/>/,
      );
      assert.match(html, /<meta name="twitter:player:width" content="640" \/>/);
      const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? [];
      const data = JSON.parse(json) as Record<string, unknown>;
      assert.deepEqual(
        [data['@type'], data['name'], data['duration'], data['embedUrl']],
        ['VideoObject', 'A <b>film</b>', 'PT24S', PAGE],
      );
      assert.doesNotMatch(html, /<script>/);
    }
  });

  it('has no tags for private media', async () => {
    service.on('GET /videos/vi1', () =>
      Response.json({ videoId: 'vi1', title: 'Secret plans', public: false }),
    );
    const request = new Request('https://site.test/films/vi1');
    assert.equal(await backend.embedTags(request, { kind: 'video', id: 'vi1' }), '');
  });
});

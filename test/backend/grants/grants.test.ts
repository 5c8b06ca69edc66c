import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBackend, type AuthorizeRequest, type BackendOptions } from '../../../src/backend/index.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import { until } from '../../support/until.ts';

const ORIGIN = 'https://site.test';
const FILE = { name: 'clip.mp4', size: 3, type: 'video/mp4' };
const HEADERS = { 'content-type': 'application/json', 'x-vh-request': '1', 'origin': ORIGIN };

function backendFor(service: FakeService, options: Partial<BackendOptions> = {}) {
  return createBackend({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    basePath: '/vh',
    fetch: service.fetch,
    authorize: () => true,
    ...options,
  });
}

function ask(
  change: { headers?: Record<string, string>; body?: string; method?: string; drop?: string } = {},
): Request {
  const headers = new Headers({ ...HEADERS, ...change.headers });
  if (change.drop) headers.delete(change.drop);
  const method = change.method ?? 'POST';
  const body = change.body ?? JSON.stringify({ action: 'upload', file: FILE });
  return new Request(`${ORIGIN}/vh/grants`, { method, headers, body: method === 'GET' ? null : body });
}

describe('POST /grants', () => {
  it('makes the video and a short-lived token, and answers a grant', async () => {
    const service = new FakeService();
    const response = await backendFor(service)(ask());
    assert.equal(response.status, 201);
    const { claim, ...grant } = (await response.json()) as Record<string, unknown>;
    assert.match(String(claim), /^\d+\.[\w-]{43}$/);
    assert.deepEqual(grant, {
      protocol: 'parts',
      url: 'https://service.test/upload',
      token: 'to1',
      videoId: 'vi1',
      expiresAt: '2026-01-01T00:15:00Z',
    });
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const token = service.seen.find(({ url }) => url.endsWith('/upload-tokens'));
    assert.deepEqual(token?.body, { ttl: 900 });
  });

  it('has tokens made that live as long as the site says, for renewals, too', async () => {
    const service = new FakeService();
    const backend = backendFor(service, { tokenTtl: 120 });
    const { claim, videoId } = (await (await backend(ask())).json()) as Record<string, unknown>;
    const renewal = { action: 'refresh', file: FILE, claim, videoId };
    assert.equal((await backend(ask({ body: JSON.stringify(renewal) }))).status, 201);
    const lives = service.requestsTo('POST /upload-tokens').map(({ body }) => (body as { ttl: number }).ttl);
    assert.deepEqual([lives.length >= 2, new Set(lives)], [true, new Set([120])]);
  });

  it('gives a service that does not answer as long as the site says', async (context) => {
    const given: number[] = [];
    context.mock.method(AbortSignal, 'timeout', (ms: number) => {
      given.push(ms);
      return ms === 250
        ? AbortSignal.abort(new DOMException('late', 'TimeoutError'))
        : new AbortController().signal;
    });
    const service = new FakeService();
    let waiting = 0;
    const hung: typeof fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        waiting++;
        const leave = () => {
          waiting--;
          reject(init?.signal?.reason as Error);
        };
        if (init?.signal?.aborted) leave();
        else init?.signal?.addEventListener('abort', leave);
      });
    const asked = backendFor(service, { fetch: hung, timeoutMs: 250, onError: () => undefined })(ask());
    await until(() => given.length > 0);
    assert.deepEqual([...new Set(given)], [250]);
    assert.equal((await asked).status, 504);
    assert.equal(waiting, 0);
  });

  describe('by tus', () => {
    const FOR_TUS = { protocol: 'tus' } as const;
    const abilities = (extensions: string) => () =>
      new Response(null, { status: 204, headers: { 'tus-extension': extensions } });

    for (const [extensions, joinsParts] of [
      ['creation,concatenation', true],
      ['creation', false],
    ] as const) {
      it(`states whether the service joins parts, after one request for that: ${extensions}`, async () => {
        const service = new FakeService();
        service.on('OPTIONS /upload', abilities(extensions));
        const backend = backendFor(service, FOR_TUS);
        for (let times = 0; times < 2; times++) {
          const grant = (await (await backend(ask())).json()) as Record<string, unknown>;
          assert.equal(grant['joinsParts'], joinsParts);
        }
        assert.equal(service.count('OPTIONS /upload'), 1);
        const [seen] = service.seen.filter(({ method }) => method === 'OPTIONS');
        assert.equal(seen?.headers.has('authorization'), false);
      });
    }

    it('leaves that open where the service does not say, and asks again with the next grant', async () => {
      const service = new FakeService();
      service.on('OPTIONS /upload', () => new Response('no', { status: 503 }));
      const backend = backendFor(service, FOR_TUS);
      const first = (await (await backend(ask())).json()) as Record<string, unknown>;
      assert.equal('joinsParts' in first, false);
      service.on('OPTIONS /upload', abilities('concatenation'));
      const second = (await (await backend(ask())).json()) as Record<string, unknown>;
      assert.equal(second['joinsParts'], true);
    });

    it('asks nothing for another protocol', async () => {
      const service = new FakeService();
      await backendFor(service)(ask());
      assert.equal(service.count('OPTIONS /upload'), 0);
    });
  });

  it('refuses everything when the site has not said who may upload', async () => {
    const service = new FakeService();
    const backend = createBackend({
      baseUrl: service.baseUrl,
      apiKey: service.apiKey,
      basePath: '/vh',
      fetch: service.fetch,
    });
    assert.equal((await backend(ask())).status, 403);
    assert.equal(service.seen.length, 0);
  });

  for (const decision of [false, undefined, null]) {
    it(`refuses when authorize returns ${String(decision)}`, async () => {
      const service = new FakeService();
      const response = await backendFor(service, { authorize: () => decision })(ask());
      assert.equal(response.status, 403);
      assert.equal(service.seen.length, 0);
    });
  }

  it('refuses when authorize throws, without its words', async () => {
    const service = new FakeService();
    const authorize = () => {
      throw new Error('database secret');
    };
    const response = await backendFor(service, { authorize })(ask());
    assert.equal(response.status, 500);
    assert.ok(!(await response.text()).includes('secret'));
  });

  it("takes the video's attributes from the site and none from the browser", async () => {
    const service = new FakeService();
    const authorize = () => ({ title: 'From the site', public: false, tags: ['a'] });
    const body = JSON.stringify({
      action: 'upload',
      file: FILE,
      title: 'Mine',
      public: true,
      playerId: 'pl1',
    });
    await backendFor(service, { authorize })(ask({ body }));
    const made = service.seen.find(({ method, url }) => method === 'POST' && url.endsWith('/videos'));
    assert.deepEqual(made?.body, { title: 'From the site', public: false, tags: ['a'] });
  });

  it('withdraws the token when the video cannot be made', async () => {
    const service = new FakeService();
    service.on('POST /videos', () => new Response('{}', { status: 500 }));
    assert.equal((await backendFor(service)(ask())).status, 502);
    assert.equal(service.count('DELETE /upload-tokens/to1'), 1);
  });

  const refusals: [string, Parameters<typeof ask>[0], number][] = [
    ['no origin', { drop: 'origin' }, 403],
    ['a null origin', { headers: { origin: 'null' } }, 403],
    ['another origin', { headers: { origin: 'https://evil.test' } }, 403],
    ["an origin that begins like the site's", { headers: { origin: `${ORIGIN}.evil.test` } }, 403],
    ['a cross-site fetch', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['a same-site subdomain', { headers: { 'sec-fetch-site': 'same-site' } }, 403],
    ['a navigation', { headers: { 'sec-fetch-site': 'none' } }, 403],
    ['no custom header', { drop: 'x-vh-request' }, 403],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['plain text', { headers: { 'content-type': 'text/plain' } }, 415],
    ['a type that only contains json', { headers: { 'content-type': 'text/plain; application/json' } }, 415],
    ['GET', { method: 'GET' }, 405],
    ['PUT', { method: 'PUT' }, 405],
    ['no JSON', { body: 'file=1' }, 400],
    ['no file', { body: '{"action":"upload"}' }, 400],
    ['a negative size', { body: JSON.stringify({ file: { ...FILE, size: -1 } }) }, 400],
    ['a refresh without a video', { body: JSON.stringify({ action: 'refresh', file: FILE }) }, 400],
    [
      'a video id with a path in it',
      { body: JSON.stringify({ action: 'refresh', file: FILE, videoId: '../x' }) },
      400,
    ],
    ['a body of 100 kB', { body: JSON.stringify({ file: FILE, pad: 'x'.repeat(100_000) }) }, 400],
  ];
  for (const [what, change, status] of refusals) {
    it(`refuses ${what} and asks the service nothing`, async () => {
      const service = new FakeService();
      assert.equal((await backendFor(service)(ask(change))).status, status);
      assert.equal(service.seen.length, 0);
    });
  }

  it('reads an action of null as an absent one: an upload', async () => {
    const asked: string[] = [];
    const authorize = (_: Request, { action }: AuthorizeRequest) => asked.push(action) > 0;
    const service = new FakeService();
    service.on('POST /videos', () => Response.json({ videoId: 'vi1' }, { status: 201 }));
    const backend = backendFor(service, { authorize });
    assert.equal((await backend(ask({ body: JSON.stringify({ action: null, file: FILE }) }))).status, 201);
    assert.deepEqual(asked, ['upload']);
    assert.equal((await backend(ask({ body: JSON.stringify({ action: false, file: FILE }) }))).status, 400);
  });

  it('lets an allowed origin ask, and read the answer', async () => {
    const backend = backendFor(new FakeService(), { allowedOrigins: ['https://www.site.test'] });
    const headers = { 'origin': 'https://www.site.test', 'sec-fetch-site': 'cross-site' };
    const response = await backend(ask({ headers }));
    assert.equal(response.status, 201);
    assert.equal(response.headers.get('access-control-allow-origin'), 'https://www.site.test');
    const options = new Request(`${ORIGIN}/vh/grants`, {
      method: 'OPTIONS',
      headers: { origin: 'https://www.site.test' },
    });
    assert.match((await backend(options)).headers.get('access-control-allow-headers') ?? '', /x-vh-request/);
  });

  it('never answers with the key or an access token', async () => {
    const service = new FakeService();
    const response = await backendFor(service)(ask());
    const answer = (await response.text()) + JSON.stringify([...response.headers]);
    assert.ok(!answer.includes(service.apiKey) && !answer.includes('access-'));
  });
});

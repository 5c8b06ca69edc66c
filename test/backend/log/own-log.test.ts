import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { createBackend, type BackendOptions } from '../../../src/backend/index.ts';
import { ErrorLog } from '../../../src/backend/log/error-log.ts';
import { VhError, isVhError } from '../../../src/core/errors/vh-error.ts';
import { FakeService } from '../../support/backend/fake-service.ts';

const ORIGIN = 'https://site.test';
const SECRET = 'postgres://root:hunter2@db';

function backendFor(service: FakeService, options: Partial<BackendOptions> = {}) {
  const { baseUrl, apiKey, fetch } = service;
  return createBackend({ baseUrl, apiKey, basePath: '/vh', fetch, authorize: () => true, ...options });
}

function grantRequest(headers: Record<string, string | undefined> = {}): Request {
  const all: Record<string, string | undefined> = {
    'origin': ORIGIN,
    'content-type': 'application/json',
    'x-vh-request': '1',
    ...headers,
  };
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const body = JSON.stringify({ file: { name: 'clip.mp4', size: 3, type: 'video/mp4' } });
  return new Request(`${ORIGIN}/vh/grants`, { method: 'POST', headers: given, body });
}

describe("the backend's log", () => {
  let lines: string[];
  beforeEach(() => {
    lines = [];
    mock.method(console, 'error', (line: string) => void lines.push(line));
  });
  afterEach(() => mock.restoreAll());

  const theLine = () => {
    assert.equal(lines.length, 1, lines.join('\n'));
    return lines[0] ?? '';
  };

  it('says which origin to allow, once, also to a preflight and a read', async () => {
    const backend = backendFor(new FakeService());
    const origin = 'https://www.example.org';
    const preflight = new Request(`${ORIGIN}/vh/grants`, { method: 'OPTIONS', headers: { origin } });
    assert.equal((await backend(preflight)).status, 204);
    assert.match(
      theLine(),
      /^vh-elements: .*https:\/\/www\.example\.org.*allowedOrigins: \['https:\/\/www\.example\.org'\]/,
    );
    assert.equal((await backend(grantRequest({ origin }))).status, 403);
    await backend(new Request(`${ORIGIN}/vh/videos/vi1/status`, { headers: { origin } }));
    assert.equal(lines.length, 1);
  });

  it("names the proxy that changed Host, such as Vite's, which leaves no other trace", async () => {
    const origin = 'http://localhost:5173';
    const answer = await backendFor(new FakeService())(
      grantRequest({ origin, 'sec-fetch-site': 'same-origin' }),
    );
    assert.equal(answer.status, 403);
    assert.match(theLine(), /a proxy.*allowedOrigins: \['http:\/\/localhost:5173'\].*changeOrigin: false/);
  });

  it('names trustProxy where the proxy says the host, as of Next, and takes its word with it', async () => {
    const headers = {
      'origin': 'http://localhost:3000',
      'x-forwarded-host': 'localhost:3000',
      'x-forwarded-proto': 'http',
    };
    assert.equal((await backendFor(new FakeService())(grantRequest(headers))).status, 403);
    assert.match(theLine(), /Set trustProxy: true/);
    const trusting = backendFor(new FakeService(), { trustProxy: true });
    assert.equal((await trusting(grantRequest(headers))).status, 201);
    const other = { ...headers, origin: 'https://evil.test' };
    assert.equal((await trusting(grantRequest(other))).status, 403);
  });

  for (const [headers, words] of [
    [{ origin: 'null' }, /opened from disk, or a sandboxed frame/],
    [{ origin: undefined }, /without an Origin header/],
  ] as const) {
    it(`explains a request ${String(headers.origin)} as its origin`, async () => {
      assert.equal((await backendFor(new FakeService())(grantRequest(headers))).status, 403);
      assert.match(theLine(), words);
    });
  }

  it('writes no origin that is none, and no flood of invented ones', async () => {
    const backend = backendFor(new FakeService());
    await backend(grantRequest({ origin: 'https://a.test/path?token=1' }));
    assert.deepEqual(lines, []);
    for (let count = 0; count < 100; count++) {
      await backend(grantRequest({ origin: `https://a${String(count)}.test` }));
    }
    assert.equal(new Set(lines).size, 20);
  });

  it('says that the key is refused, without it, and once however many ask', async () => {
    const service = new FakeService();
    const backend = backendFor(service, { apiKey: 'wrong-key-77aa' });
    for (let times = 0; times < 4; times++) assert.equal((await backend(grantRequest())).status, 502);
    assert.match(theLine(), /refuses the API key.*apiKey.*baseUrl/);
    assert.ok(!lines.join().includes('wrong-key-77aa'));
  });

  it('says that another server answers at baseUrl', async () => {
    const service = new FakeService();
    service.on('POST /auth/api-key', () => new Response('<html>', { status: 404 }));
    assert.equal((await backendFor(service)(grantRequest())).status, 502);
    assert.match(theLine(), /404.*baseUrl/);
  });

  it('says that no server answers at baseUrl, by its origin alone', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const host = `127.0.0.1:${String(port)}`;
    const baseUrl = `http://user:hunter2@${host}/path?token=1`;
    const backend = createBackend({ baseUrl, apiKey: 'a-key', authorize: () => true });
    const request = new Request(grantRequest().url.replace('/vh', ''), grantRequest());
    assert.equal((await backend(request)).status, 502);
    assert.ok(theLine().includes(`http://${host}`), theLine());
    assert.ok(!/hunter2|token|path/.test(theLine()), theLine());
  });

  for (const name of ['authorize', 'subject', 'apiKey'] as const) {
    it(`says that ${name} threw, what and where, and not what it said`, async () => {
      const throwing = () => {
        throw new TypeError(`${SECRET}\n    at secret.js:1:1`);
      };
      const answer = await backendFor(new FakeService(), { [name]: throwing })(grantRequest());
      assert.equal(answer.status, 500);
      assert.match(theLine(), new RegExp(`${name} threw TypeError \\(own-log\\.test\\.js:\\d+:\\d+\\)`));
      assert.ok(!theLine().includes('hunter2') && !theLine().includes('\n'));
    });
  }

  it('says that there is no authorize', async () => {
    const { baseUrl, apiKey, fetch } = new FakeService();
    const backend = createBackend({ baseUrl, apiKey, fetch, basePath: '/vh' });
    assert.equal((await backend(grantRequest())).status, 403);
    assert.match(theLine(), /no authorize/);
  });

  it('says that authorize refused, once, and not that there was no cookie when there was one', async () => {
    const backend = backendFor(new FakeService(), { authorize: () => false });
    for (let times = 0; times < 3; times++)
      assert.equal((await backend(grantRequest({ cookie: 'session=1' }))).status, 403);
    assert.equal(theLine(), 'vh-elements: authorize refused "upload".');
  });

  it('names what a page on another origin has to set, when its request had no cookie', async () => {
    const origin = 'https://www.example.org';
    const settings = { authorize: () => false, allowedOrigins: [origin] };
    assert.equal((await backendFor(new FakeService(), settings)(grantRequest({ origin }))).status, 403);
    assert.match(
      theLine(),
      /authorize refused "upload"\. .*https:\/\/www\.example\.org.*credentials="include"/,
    );
  });

  it('says that authorize refused a private video', async () => {
    const service = new FakeService();
    const hls = `${service.baseUrl}/assets/vod/vi1/token/one-time/hls/manifest.m3u8`;
    service.on('GET /videos/vi1', () => Response.json({ videoId: 'vi1', public: false, assets: { hls } }));
    const backend = backendFor(service, { authorize: () => false });
    const answer = await backend(new Request(`${ORIGIN}/vh/playback/videos/vi1`));
    assert.equal(answer.status, 404);
    assert.match(theLine(), /authorize refused "playback" of the video vi1\. The request had no cookie\./);
  });

  it('says that a page asks below another basePath, once', async () => {
    const backend = backendFor(new FakeService());
    const ask = (path: string) => backend(new Request(ORIGIN + path, { method: 'POST' }));
    for (let times = 0; times < 2; times++) assert.equal((await ask('/video/grants')).status, 404);
    assert.equal(
      theLine(),
      'vh-elements: A page asks for /video/grants, and basePath is "/vh": set basePath to "/video", or backend in the page to "/vh".',
    );
    // No line of its own for whatever strangers invent.
    for (const path of ['/vh/grants/x', '/wp-login.php', '/%0agrants', '/vh/playback/videos/%2e'])
      await ask(path);
    assert.equal(lines.length, 1);
  });

  it('logs only faults of the site', async () => {
    const backend = backendFor(new FakeService(), { authorize: () => false });
    await backend(new Request(`${ORIGIN}/vh/nowhere`, { headers: { origin: 'https://other.test' } }));
    await backend(new Request(`${ORIGIN}/vh/playback/videos/viNobody`));
    assert.deepEqual(lines, []);
  });

  it('is replaced by onError, which gets a refused page once', async () => {
    const errors: unknown[] = [];
    const backend = backendFor(new FakeService(), { onError: (error) => void errors.push(error) });
    for (let times = 0; times < 3; times++)
      await backend(grantRequest({ origin: 'https://www.example.org' }));
    assert.equal((await backend(grantRequest())).status, 201);
    assert.deepEqual(lines, []);
    const [error] = errors;
    assert.equal(errors.length, 1);
    assert.ok(isVhError(error, 'grant-refused') && error.slug === 'origin-refused');
    assert.match(error.message, /allowedOrigins/);
  });
});

describe('a backend without its settings', () => {
  const { fetch } = new FakeService();
  for (const [name, settings, words] of [
    ['baseUrl', { baseUrl: undefined, apiKey: 'a-key' }, /no baseUrl.*environment variable/],
    ['baseUrl', { baseUrl: ' ', apiKey: 'a-key' }, /no baseUrl/],
    ['apiKey', { baseUrl: 'https://service.test', apiKey: undefined }, /no apiKey.*environment variable/],
    ['apiKey', { baseUrl: 'https://service.test', apiKey: '\n' }, /no apiKey/],
    ['apiKey', { baseUrl: 'https://service.test', apiKey: 'undefined' }, /placeholder/],
    ['apiKey', { baseUrl: 'https://service.test', apiKey: 'YOUR_API_KEY' }, /placeholder/],
    ['apiKey', { baseUrl: 'https://service.test', apiKey: () => '<your key>' }, /placeholder/],
    ['apiKey', { baseUrl: 'https://service.test', apiKey: 'Bearer abcdef' }, /Authorization header/],
    ['apiKey', { baseUrl: 'https://service.test', apiKey: 'https://service.test' }, /swapped/],
    ['apiKey', { baseUrl: 'https://service.test', apiKey: 'one\ntwo' }, /line break/],
  ] as const) {
    it(`loads, and refuses with its name: ${name} is ${JSON.stringify(settings)}`, async () => {
      const errors: unknown[] = [];
      const backend = createBackend({
        ...settings,
        ...{ fetch, basePath: '/vh', authorize: () => true, onError: (error) => void errors.push(error) },
      });
      const answer = await backend(grantRequest());
      assert.equal(answer.status, 500);
      assert.ok((await answer.text()).includes('vh-elements/invalid-use'));
      const [error] = errors;
      assert.ok(isVhError(error, 'invalid-use'));
      assert.match(error.message, words);
      assert.ok(!error.message.includes('two') && !error.message.includes('abcdef'));
    });
  }

  it('throws at once for an address that is none', () => {
    assert.throws(() => createBackend({ baseUrl: 'ftp://x', apiKey: 'a-key' }), { code: 'invalid-use' });
  });

  it('throws at once for a claimSecret that is none, as in PHP and Python, and takes one that is', async () => {
    const settings = { baseUrl: 'https://service.test', apiKey: 'a-key', fetch, basePath: '/vh' };
    const make = (claimSecret: unknown) => createBackend({ ...settings, claimSecret } as BackendOptions);
    for (const bad of ['', [], [''], ['a-secret', ''], [null], [false], [0], [[]], false, 7, {}])
      assert.throws(
        () => make(bad),
        (error) =>
          isVhError(error, 'invalid-use') &&
          /claimSecret/.test(error.message) &&
          !/a-secret/.test(error.message),
        JSON.stringify(bad),
      );
    for (const good of ['a-secret', ['new', 'a-secret'], () => 'a-secret', undefined, null])
      assert.equal((await make(good)(new Request(`${ORIGIN}/vh/nothing`))).status, 404);
  });
});

describe('the lines of a log', () => {
  it('come once a minute for each kind, with the number of those left out', () => {
    const lines: string[] = [];
    let now = 0;
    const reports = new ErrorLog({ write: (line) => void lines.push(line), now: () => now });
    const request = new Request(ORIGIN);
    const fail = () => reports.error(new VhError('network', 'Nobody there.\nforged line'), request);
    fail();
    now = 59_999;
    fail();
    fail();
    reports.error(new VhError('timeout', 'Too late.'), request);
    assert.deepEqual(lines, [
      'vh-elements: Nobody there. forged line (network)',
      'vh-elements: Too late. (timeout)',
    ]);
    now = 60_000;
    fail();
    assert.equal(lines[2], 'vh-elements: Nobody there. forged line (network) (2 more since the last line)');
  });
});

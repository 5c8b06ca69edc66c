import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';
import type { BackendOptions } from '../../../src/backend/index.ts';
import {
  backendFor,
  grantRequest,
  readRequest,
  SITE,
  withNewVideos,
} from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import { settled } from '../../support/until.ts';

const probe = (path: string, method = 'GET') => new Request(`http://127.0.0.1:9090${path}`, { method });

function site(options: Partial<BackendOptions> = {}) {
  const service = withNewVideos(new FakeService());
  return { service, backend: backendFor(service, options) };
}

/** A service that answers no `POST /videos` before `goOn` is called. */
function slowSite() {
  const { service, backend } = site();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  service.on('POST /videos', async () => {
    arrive();
    await held;
    return Response.json({ videoId: 'vi1' }, { status: 201 });
  });
  return { backend, arrived, goOn: () => goOn() };
}

describe('what an operator sees of a page backend', () => {
  afterEach(() => mock.restoreAll());

  it('says that the process lives, whatever the service does', async () => {
    const { backend, service } = site();
    service.on('POST /auth/api-key', () => new Response('', { status: 503 }));
    const answer = await backend.operations(probe('/livez'));
    assert.deepEqual([answer.status, await answer.text()], [200, 'ok\n']);
  });

  it('is ready when the service takes its key', async () => {
    const { backend } = site();
    assert.equal((await backend.operations(probe('/readyz'))).status, 200);
    assert.equal((await backend.operations(probe('/any/where/readyz'))).status, 200);
  });

  it('is not ready without a key, with a refused one, or without the service, and says why without it', async () => {
    const refused = site();
    refused.service.on('POST /auth/api-key', () => new Response('{}', { status: 401 }));
    const away = site({
      fetch: () => Promise.reject(new TypeError('fetch failed: a-secret-host')),
    });
    const reasons = [];
    for (const { backend } of [site({ apiKey: undefined }), refused, away]) {
      const answer = await backend.operations(probe('/readyz'));
      assert.equal(answer.status, 503);
      reasons.push(await answer.text());
    }
    assert.match(reasons[0] ?? '', /apiKey/);
    assert.match(reasons[1] ?? '', /refuses the API key/);
    assert.match(reasons[2] ?? '', /could not reach the service/);
    assert.doesNotMatch(reasons.join(''), new RegExp(`${refused.service.apiKey}|a-secret-host`));
  });

  it('stays ready while the service is away, since it still answers with what it has', async () => {
    let isAway = false;
    const service = new FakeService();
    const fetch: typeof globalThis.fetch = (input, init) =>
      isAway ? Promise.reject(new TypeError('fetch failed')) : service.fetch(input, init);
    const backend = backendFor(service, { fetch });
    assert.equal((await backend.operations(probe('/readyz'))).status, 200);
    isAway = true;
    assert.equal((await backend(grantRequest())).status, 502);
    assert.equal((await backend.operations(probe('/readyz'))).status, 200);
  });

  it('counts requests by route and status, and those to the service, without an id or a visitor', async () => {
    const { backend } = site({ subject: () => 'a-visitor' });
    await backend(grantRequest());
    await backend(grantRequest({ file: 'none' }));
    await backend(readRequest('/videos/vi404/status'));
    await backend(readRequest('/nowhere'));
    const answer = await backend.operations(probe('/metrics'));
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    const text = await answer.text();
    assert.match(text, /^vh_requests_total\{route="grants",status="201"\} 1$/m);
    assert.match(text, /^vh_requests_total\{route="grants",status="400"\} 1$/m);
    assert.match(text, /^vh_requests_total\{route="read status",status="404"\} 1$/m);
    assert.match(text, /^vh_request_seconds_count\{route="grants"\} 2$/m);
    assert.match(text, /^vh_upstream_requests_total\{request="POST \/videos",status="201"\} 1$/m);
    assert.match(text, /^vh_upstream_requests_total\{request="GET \/videos\/\{id\}",status="404"\} 1$/m);
    assert.match(text, /^vh_grants_in_flight 0$/m);
    assert.doesNotMatch(text, /vi404|vi1|a-visitor|nowhere/);
  });

  it('counts a service that does not answer', async () => {
    const { backend } = site({ fetch: () => Promise.reject(new TypeError('fetch failed')) });
    assert.equal((await backend(grantRequest())).status, 502);
    const text = await (await backend.operations(probe('/metrics'))).text();
    assert.match(text, /^vh_upstream_requests_total\{request="POST \/auth\/api-key",status="network"\} 1$/m);
    assert.match(text, /^vh_requests_total\{route="grants",status="502"\} 1$/m);
  });

  it('is at none of the addresses that visitors reach', async () => {
    const { backend } = site();
    for (const path of ['/livez', '/readyz', '/metrics']) {
      assert.equal((await backend(readRequest(path))).status, 404);
      assert.equal((await backend(new Request(`${SITE}${path}`))).status, 404);
    }
    assert.equal((await backend.operations(probe('/grants'))).status, 404);
    assert.equal((await backend.operations(probe('/metrics', 'POST'))).status, 405);
  });

  it('ends the grants that have begun before it stops, and begins no other', async () => {
    const { backend, arrived, goOn } = slowSite();
    const begun = backend(grantRequest());
    await arrived;
    let isStopped = false;
    const stopped = backend.stop().then(() => (isStopped = true));
    const late = await backend(grantRequest());
    assert.deepEqual([late.status, late.headers.get('retry-after')], [503, '1']);
    assert.equal((await backend.operations(probe('/readyz'))).status, 503);
    assert.equal((await backend.operations(probe('/livez'))).status, 200);
    assert.equal(isStopped, false);
    goOn();
    await stopped;
    assert.equal((await begun).status, 201);
  });

  it('waits ten seconds for a grant that does not end', async () => {
    const { backend, arrived } = slowSite();
    void backend(grantRequest());
    await arrived;
    mock.timers.enable({ apis: ['setTimeout'] });
    let isStopped = false;
    const stopped = backend.stop().then(() => (isStopped = true));
    mock.timers.tick(9_999);
    await settled();
    assert.equal(isStopped, false);
    mock.timers.tick(1);
    await stopped;
    mock.timers.reset();
  });

  it('stops at once where nothing has begun', async () => {
    assert.equal(await site().backend.stop(), undefined);
  });

  it('writes its log as objects', async () => {
    const lines: string[] = [];
    mock.method(console, 'error', (line: string) => void lines.push(line));
    const { backend, service } = site({ logFormat: 'json' });
    service.on('POST /videos', () => new Response('', { status: 500 }));
    assert.equal((await backend(grantRequest())).status, 502);
    assert.equal((await backend(grantRequest({}, { origin: 'https://other.test' }))).status, 403);
    const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual([first?.['level'], first?.['name']], ['error', 'vh-elements']);
    assert.match(String(first?.['message']), /POST \/videos/);
    assert.ok(Math.abs(Date.parse(String(first?.['time'])) - Date.now()) < 60_000);
    assert.deepEqual([second?.['level'], second?.['kind']], ['warn', 'origin https://other.test']);
  });
});

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, it, mock } from 'node:test';
import { createBackend, toFetchRequest, toNodeListener, verifyWebhook } from '../../../src/backend/index.ts';
import { isVhError } from '../../../src/core/errors/vh-error.ts';
import { Site } from '../../../src/conformance/site.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import { until } from '../../support/until.ts';

const SITE = 'https://www.site.test';

describe('toNodeListener', () => {
  let server: Server;
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const open = async (listener: RequestListener): Promise<Site> => {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Site({ url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` });
  };
  const service = new FakeService();
  const backend = createBackend({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    basePath: '/vh',
    fetch: service.fetch,
    authorize: () => true,
  });
  const body = JSON.stringify({ file: { name: 'a.mp4', size: 1, type: '' } });
  const headers = { 'origin': SITE, 'content-type': 'application/json', 'x-vh-request': '1' };

  it('trusts its own option for its address behind a proxy, and no header', async () => {
    const listener = toNodeListener(backend, { origin: `${SITE}/` });
    const site = await open((request, response) => void listener(request, response));
    assert.equal((await site.ask('POST', '/vh/grants', { headers, body })).status, 201);
    const forged = {
      ...headers,
      'origin': 'https://evil.test',
      'x-forwarded-host': 'evil.test',
      'host': 'evil.test',
    };
    assert.equal((await site.ask('POST', '/vh/grants', { headers: forged, body })).status, 403);
  });

  it('says at the start that its origin is none', () => {
    assert.throws(
      () => toNodeListener(backend, { origin: 'www.site.test' }),
      (error) => isVhError(error, 'invalid-use'),
    );
  });

  for (const [how, parsed] of [
    ['an object', JSON.parse(body) as unknown],
    ['text', body],
    ['bytes', Buffer.from(body)],
  ] as const) {
    it(`takes a body that a parser made ${how} of, below a mount point`, async () => {
      const listener = toNodeListener(backend, { origin: SITE });
      const site = await open((request, response) => {
        // As Express and its parsers leave a request.
        request.resume();
        Object.assign(request, { body: parsed, originalUrl: request.url, url: '/grants' });
        void listener(request, response);
      });
      assert.equal((await site.ask('POST', '/vh/grants', { headers, body })).status, 201);
    });
  }

  it('leaves the limit of a body to its route: captions may be long, and a grant may not', async () => {
    service.on('GET /videos/vi1', () => Response.json({ videoId: 'vi1' }));
    service.on('POST /videos/vi1/captions/en', () => Response.json({ srclang: 'en' }));
    const captioned = createBackend({
      ...{ baseUrl: service.baseUrl, apiKey: service.apiKey, basePath: '/vh', fetch: service.fetch },
      authorize: () => ({ videoId: 'vi1' }),
    });
    const listener = toNodeListener(captioned, { origin: SITE });
    const site = await open((request, response) => void listener(request, response));
    const text = `WEBVTT\n\n${'00:01.000 --> 00:02.000\nHello\n\n'.repeat(10_000)}`;
    const change = (more: object) =>
      site.ask('POST', '/vh/videos/vi1/captions?action=put&language=en', {
        headers,
        body: JSON.stringify({ text, ...more }),
      });
    assert.equal((await change({})).status, 200);
    // The answer arrives, although its sender is not done.
    assert.equal((await change({ more: 'x'.repeat(7_000_000) })).status, 400);
    assert.equal((await site.ask('POST', '/vh/grants', { headers, body: text })).status, 400);
  });

  it('answers 304 without a body', async () => {
    const listener = toNodeListener(backend);
    const site = await open((request, response) => void listener(request, response));
    const first = await site.ask('GET', '/vh/playback/videos/vi1');
    const again = await site.ask('GET', '/vh/playback/videos/vi1', {
      headers: { 'if-none-match': first.header('etag') ?? '' },
    });
    assert.deepEqual([again.status, again.text], [304, '']);
  });

  it('reports nothing where a visitor leaves in the middle of a request', async () => {
    const reported: unknown[] = [];
    const onError = (error: unknown) => reported.push(error);
    const listener = toNodeListener(
      createBackend({
        ...{ baseUrl: service.baseUrl, apiKey: service.apiKey, basePath: '/vh', fetch: service.fetch },
        ...{ authorize: (_request, { action }) => action !== 'captions' || { videoId: 'vi1' }, onError },
      }),
    );
    let answered = 0;
    await open((request, response) => void listener(request, response).then(() => answered++));
    const { port } = server.address() as AddressInfo;
    for (const target of ['/vh/grants', '/vh/videos/vi1/captions?action=put&language=en']) {
      const before = answered;
      const socket = connect(port, '127.0.0.1');
      const head = Object.entries({ ...headers, origin: `http://127.0.0.1:${String(port)}` });
      const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const host = `host: 127.0.0.1:${String(port)}\r\ncontent-length: 400\r\n`;
      socket.write(`POST ${target} HTTP/1.1\r\n${host}${lines}\r\n{`);
      await once(server, 'request');
      socket.destroy();
      await until(() => answered > before);
    }
    assert.deepEqual(reported, []);
  });

  it('keeps an answer for 20 seconds at most for a visitor who does not read it', async () => {
    const listener = toNodeListener(backend);
    const timeouts: number[] = [];
    const site = await open((request, response) => {
      const { mock: waits } = mock.method(response, 'setTimeout');
      response.once('finish', () => timeouts.push(...waits.calls.map(({ arguments: [ms] }) => ms)));
      void listener(request, response);
    });
    await site.ask('GET', '/vh/playback/videos/vi1');
    assert.deepEqual(timeouts, [20_000]);
  });

  it('makes a request of a webhook delivery, byte for byte', async () => {
    const delivery =
      '{"type":"live-stream.broadcast.ended","emittedAt":"2026-01-01T00:00:00Z","liveStreamId":"liä"}';
    const site = await open((request, response) => {
      void toFetchRequest(request)
        .then((made) => verifyWebhook(made ?? new Request(SITE), 'secret'))
        .then(
          ({ type }) => response.end(type),
          () => response.writeHead(401).end(),
        );
    });
    const signature = createHmac('sha256', 'secret').update(delivery).digest('hex');
    const answer = await site.ask('POST', '/hook', {
      body: delivery,
      headers: { 'x-api-video-signature': signature },
    });
    assert.equal(answer.text, 'live-stream.broadcast.ended');
    const forged = await site.ask('POST', '/hook', {
      body: `${delivery} `,
      headers: { 'x-api-video-signature': signature },
    });
    assert.equal(forged.status, 401);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  connect,
  createServer as createHttp2Server,
  type ClientHttp2Session,
  type Http2Server,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import express from 'express';
import { createBackend, toFetchRequest, toNodeListener } from '../../../src/backend/index.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import { RawSocket } from '../../support/raw-socket.ts';

const SITE = 'https://www.site.test';
const BODY = JSON.stringify({ file: { name: 'a.mp4', size: 1, type: '' } });

/** A backend under /vh that notes which paths it was asked for. */
function watched() {
  const service = new FakeService();
  const paths: string[] = [];
  const backend = createBackend({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    basePath: '/vh',
    fetch: service.fetch,
    authorize: () => true,
  });
  const noting = (request: Request) => {
    paths.push(new URL(request.url).pathname);
    return backend(request);
  };
  return { service, paths, noting };
}

const portOf = (server: { address: () => AddressInfo | string | null }) =>
  (server.address() as AddressInfo).port;

/** The ways in which the backend stands behind Node's own server: a listener for each. */
const WAYS: [string, (listen: ReturnType<typeof toNodeListener>) => RequestListener][] = [
  ['Node', (listen) => (request, response) => void listen(request, response)],
  ['Express', (listen) => express().use(listen)],
  ['Express, mounted', (listen) => express().use('/vh', listen)],
];

const ORIGINS: [string, string | undefined][] = [
  ['', undefined],
  [', behind a proxy', SITE],
];

for (const [way, mount] of WAYS) {
  for (const [where, origin] of ORIGINS) {
    describe(`a request over HTTP/1.1 to ${way}${where}`, () => {
      let server: Server;
      const open = async () => {
        const site = watched();
        const listen = toNodeListener(site.noting, origin === undefined ? {} : { origin });
        server = createServer(mount(listen)).listen(0, '127.0.0.1');
        await once(server, 'listening');
        const port = portOf(server);
        const own = origin ?? `http://127.0.0.1:${String(port)}`;
        const ask = async (target: string, hosts: readonly string[] = [new URL(own).host]) => {
          const socket = await RawSocket.open(`http://127.0.0.1:${String(port)}`);
          const lines = [
            `POST ${target} HTTP/1.1`,
            ...hosts.map((host) => `Host: ${host}`),
            `Origin: ${own}`,
            'Content-Type: application/json',
            'X-VH-Request: 1',
            `Content-Length: ${String(BODY.length)}`,
            'Connection: close',
          ];
          socket.send(`${lines.join('\r\n')}\r\n\r\n${BODY}`);
          await socket.until();
          return Number(socket.text.slice(9, 12));
        };
        return { ...site, ask };
      };
      afterEach(() => {
        server.close();
        server.closeAllConnections();
      });

      it('is served at the path that it asks for', async () => {
        const { ask, paths } = await open();
        assert.equal(await ask('/vh/grants'), 201);
        assert.equal(await ask('/vh/grants?x=/../y'), 201);
        assert.deepEqual(paths, ['/vh/grants', '/vh/grants']);
      });

      for (const host of [
        'site/vh/grants?',
        'site/vh/grants#',
        'site\\vh\\grants?',
        'site?',
        'site#',
        'user@site',
        'user:word@site',
        'site:80:80',
        'site:port',
        'site:99999',
        'si te',
        'site,evil',
        '[::1',
        '[::1]x',
        'site/',
        '%73ite',
        '',
      ]) {
        it(`is refused with the Host ${JSON.stringify(host)}, and says nothing of the path`, async () => {
          const { ask, paths, service } = await open();
          const status = await ask('/vh/-', [host]);
          assert.ok(status === 400 || (host === '' && status === 404), String(status));
          assert.ok(!paths.includes('/vh/grants'));
          assert.equal(service.seen.length, 0);
        });
      }

      it('is refused with two hosts', async () => {
        const { ask, service } = await open();
        assert.equal(await ask('/vh/grants', ['site.test', 'other.test']), 400);
        assert.equal(service.seen.length, 0);
      });

      for (const target of [
        'http://site.test/vh/grants',
        'http://site.test/vh/-',
        '*',
        'vh/grants',
        '/vh/-/../grants',
        '/vh/./grants',
        '/vh/%2e/grants',
        '/vh/%2E%2e/vh/grants',
        '/vh\\grants',
        '/vh/grants#x',
        '//vh/grants',
        '/vh/gr%61nts',
        '/vh/grants/',
      ]) {
        it(`is not served as another path when it asks for ${target}`, async () => {
          const { ask, service } = await open();
          const status = await ask(target);
          assert.ok(status === 400 || status === 404, String(status));
          assert.equal(service.seen.length, 0);
        });
      }
    });
  }
}

for (const [where, origin] of ORIGINS) {
  describe(`a request over HTTP/2${where}`, () => {
    let server: Http2Server;
    let session: ClientHttp2Session;
    const open = async () => {
      const site = watched();
      const failures: unknown[] = [];
      const listen = toNodeListener(site.noting, origin === undefined ? {} : { origin });
      server = createHttp2Server((request, response) => {
        listen(request, response).catch((error: unknown) => failures.push(error));
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const address = `http://127.0.0.1:${String(portOf(server))}`;
      session = connect(address);
      const own = origin ?? address;
      const ask = async (headers: OutgoingHttpHeaders, body?: string) => {
        const stream = session.request(headers);
        stream.setEncoding('utf8');
        stream.end(body);
        let text = '';
        try {
          const [{ ':status': status }] = (await once(stream, 'response')) as [Record<string, unknown>];
          for await (const chunk of stream) text += String(chunk);
          return { status, text };
        } catch {
          // Node's own HTTP/2 has refused it before a listener saw it.
          return { status: 400, text };
        }
      };
      const grant = (headers: OutgoingHttpHeaders) =>
        ask(
          {
            ':method': 'POST',
            ':path': '/vh/grants',
            'origin': own,
            'content-type': 'application/json',
            'x-vh-request': '1',
            ...headers,
          },
          BODY,
        );
      return { ...site, ask, grant, failures };
    };
    afterEach(async () => {
      session.close();
      await new Promise((resolve) => server.close(resolve));
    });

    it('is answered', async () => {
      const { ask, grant, failures } = await open();
      assert.equal((await grant({})).status, 201);
      assert.equal((await ask({ ':path': '/vh/playback/videos/vi1' })).status, 200);
      assert.equal((await ask({ ':path': '/vh/playback/videos/vi0' })).status, 404);
      assert.deepEqual(await ask({ ':path': '/vh/grants', ':method': 'HEAD' }), { status: 405, text: '' });
      const known = { ':path': '/vh/playback/videos/vi1', 'if-none-match': '*' };
      assert.deepEqual(await ask(known), { status: 304, text: '' });
      assert.deepEqual(failures, []);
    });

    for (const authority of ['site/vh/grants?', 'user@site', 'site#', 'si te', 'site:99999']) {
      it(`is refused with the authority ${authority}`, async () => {
        const { grant, paths, failures } = await open();
        const { status } = await grant({ ':path': '/vh/-', ':authority': authority });
        assert.equal(status, 400);
        assert.deepEqual([paths, failures], [[], []]);
      });
    }

    it('is refused when its host is another one than its authority', async () => {
      const { grant, paths } = await open();
      assert.equal((await grant({ ':authority': 'site.test', 'host': 'other.test' })).status, 400);
      assert.deepEqual(paths, []);
    });

    for (const path of ['http://site.test/vh/grants', '/vh/./grants', '/vh/-/../grants', '*', 'x']) {
      it(`is not served as another path when it asks for ${path}`, async () => {
        const { grant, service, failures } = await open();
        const { status } = await grant({ ':path': path });
        assert.ok(status === 400 || status === 404, String(status));
        assert.deepEqual([service.seen.length, failures], [0, []]);
      });
    }
  });
}

describe('toNodeListener', () => {
  const incoming = {
    method: 'GET',
    url: '/vh/playback/videos/vi1',
    headers: { host: 'site.test' },
    socket: {},
    [Symbol.asyncIterator]: () => ({
      next: () => Promise.resolve({ done: true as const, value: undefined }),
    }),
  };

  it('never rejects, whatever the backend, the request and the connection do', async () => {
    const statuses: number[] = [];
    const outgoing = { writeHead: (status: number) => statuses.push(status), end: () => undefined };
    const gone = {
      writeHead: () => {
        throw new Error('ERR_HTTP_HEADERS_SENT');
      },
      end: () => undefined,
    };
    const throwing = () => {
      throw new Error('not even a promise');
    };
    await toNodeListener(throwing)(incoming, outgoing);
    await toNodeListener(() => Promise.reject(new Error('no')))(incoming, outgoing);
    await toNodeListener(() => Promise.resolve(Response.json({})))(incoming, gone);
    const unreadable = { ...incoming, method: 'POST', headers: { 'host': 'site.test', 'a b': 'c' } };
    await toNodeListener(throwing)(unreadable, outgoing);
    assert.deepEqual(statuses, [500, 500, 400]);
  });

  it('makes no request of what has no plain address', async () => {
    for (const change of [
      { url: undefined },
      { url: '/a/../b' },
      { headers: { host: 'a/b' } },
      { headers: {} },
    ]) {
      assert.equal(await toFetchRequest({ ...incoming, ...change }), undefined);
    }
    assert.equal(
      (await toFetchRequest({ ...incoming, headers: {} }, { origin: SITE }))?.url,
      SITE + incoming.url,
    );
    const ipv6 = { ...incoming, headers: { host: '[::1]:8080' } };
    assert.equal((await toFetchRequest(ipv6))?.url, `http://[::1]:8080${incoming.url}`);
  });
});

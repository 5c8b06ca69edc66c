import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, describe, it } from 'node:test';
import {
  createMemoryState,
  toNodeListener,
  type Backend,
  type BackendOptions,
} from '../../../src/backend/index.ts';
import { backendFor, readRequest } from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import { inRepository } from '../../support/repository.ts';
import { KEY, SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

const STRANGER = '198.51.100.7';
const VISITOR = '203.0.113.9';

/** A service with thirty public videos; `asked` counts the questions about others. */
function begin(options: Partial<BackendOptions> = {}) {
  const service = new FakeService();
  const counts = { asked: 0 };
  for (let number = 0; number < 30; number++) {
    const id = `viReal${String(number)}`;
    service.on(`GET /videos/${id}`, () => Response.json({ videoId: id, public: true, assets: {} }));
    service.on(`GET /videos/${id}/status`, () => Response.json({ encoding: { playable: true } }));
  }
  const { fetch } = service;
  const counting: typeof fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input.toString());
    if (!pathname.includes('viNone')) return fetch(input, init);
    counts.asked++;
    return Promise.resolve(Response.json({}, { status: 404 }));
  };
  const start = () => backendFor(service, { fetch: counting, onError: () => undefined, ...options });
  return { service, counts, start };
}

/** The statuses of some playbacks that one address asks for. */
async function ask(
  backend: Backend,
  prefix: 'viReal' | 'viNone',
  count: number,
  clientAddress: string | undefined,
  headers: Record<string, string> = {},
): Promise<number[]> {
  const asked = Array.from({ length: count }, (_, number) => {
    const { url } = readRequest(`/playback/videos/${prefix}${String(number)}`);
    return backend(new Request(url, { headers }), { clientAddress });
  });
  return (await Promise.all(asked)).map(({ status }) => status);
}

const all = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('ids that strangers invent', () => {
  it('take no public video away from others, of a process that has met none', async () => {
    const { counts, start } = begin();
    const backend = start();
    for (const status of await ask(backend, 'viNone', 40, STRANGER)) assert.ok([404, 429].includes(status));
    assert.ok(counts.asked <= 10, `the service was asked ${String(counts.asked)} times`);
    assert.deepEqual(await ask(backend, 'viReal', 30, VISITOR), all(30, 200));
  });

  it('take none away from others of their own house who watch what the process knows', async () => {
    const backend = begin().start();
    await ask(backend, 'viReal', 10, VISITOR);
    await ask(backend, 'viNone', 40, STRANGER);
    assert.deepEqual(await ask(backend, 'viReal', 10, STRANGER), all(10, 200));
  });

  it('are refused after a few, and each address has its own few', async () => {
    const backend = begin().start();
    const first = await ask(backend, 'viNone', 40, STRANGER);
    const missing = first.filter((status) => status === 404).length;
    assert.ok(missing >= 4 && missing <= 10, String(missing));
    const { url } = readRequest('/playback/videos/viNoneOther');
    const statusFor = async (clientAddress: string) =>
      (await backend(new Request(url), { clientAddress })).status;
    assert.equal(await statusFor(STRANGER), 429);
    assert.equal(await statusFor(VISITOR), 404);
  });

  it('are refused to the stranger alone, also of a real video that both ask for at once', async () => {
    const backend = begin().start();
    await ask(backend, 'viNone', 40, STRANGER);
    const [refused, waited, shown] = await Promise.all(
      [STRANGER, STRANGER, VISITOR].map((address) => ask(backend, 'viReal', 20, address)),
    );
    assert.deepEqual(shown, all(20, 200));
    for (const status of [...(refused ?? []), ...(waited ?? [])]) assert.ok([200, 429].includes(status));
    assert.deepEqual(await ask(backend, 'viReal', 20, STRANGER), all(20, 200), 'the process knows them now');
  });

  it('count for one visitor from all addresses of a network of IPv6', async () => {
    const { counts, start } = begin();
    const backend = start();
    for (let host = 1; host <= 40; host++) {
      const { url } = readRequest(`/playback/videos/viNone${String(host)}`);
      await backend(new Request(url), { clientAddress: `2001:db8:0:7::${host.toString(16)}` });
    }
    assert.ok(counts.asked <= 10, String(counts.asked));
    assert.deepEqual(await ask(backend, 'viReal', 20, '2001:db8:0:8::1'), all(20, 200));
  });

  it('share one limit where the address is a proxy’s, or no listener says it', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:10.0.0.3', 'fd00::1', undefined, 'no address']) {
      const { counts, start } = begin();
      await ask(start(), 'viNone', 40, address);
      assert.ok(counts.asked >= 20 && counts.asked <= 22, `${String(address)}: ${String(counts.asked)}`);
    }
  });

  it('are no other visitor’s for a header that anybody can write', async () => {
    const { counts, start } = begin();
    const backend = start();
    for (let number = 0; number < 40; number++) {
      const { url } = readRequest(`/playback/videos/viNone${String(number)}`);
      const headers = { 'x-forwarded-for': `192.0.2.${String(number)}` };
      await backend(new Request(url, { headers }), { clientAddress: STRANGER });
    }
    assert.ok(counts.asked <= 10, String(counts.asked));
  });

  it('count for the address that a trusted proxy adds, and not for one that a visitor writes', async () => {
    const { counts, start } = begin({ trustProxy: true });
    const backend = start();
    const forged = { 'x-forwarded-for': `${VISITOR}, ${STRANGER}` };
    await ask(backend, 'viNone', 40, '127.0.0.1', forged);
    assert.ok(counts.asked <= 10, String(counts.asked));
    assert.deepEqual(
      await ask(backend, 'viReal', 30, '127.0.0.1', { 'x-forwarded-for': VISITOR }),
      all(30, 200),
    );
  });
});

type Handler = (request: Request, known: object) => Promise<Response>;

/** What the examples for Deno and Bun find: a runtime that takes their handler, and what it knows of a request. */
const RUNTIMES = {
  Deno: {
    runtime: (take: (handler: Handler) => void) => ({
      env: { get: (name: string) => process.env[name] },
      serve: (_options: object, handler: Handler) => {
        take(handler);
      },
    }),
    known: (hostname: string) => ({ remoteAddr: { transport: 'tcp', hostname, port: 5 } }),
  },
  Bun: {
    runtime: (take: (handler: Handler) => void) => ({
      serve: ({ fetch: handler }: { fetch: Handler }) => {
        take(handler);
        return { port: 0 };
      },
    }),
    known: (address: string) => ({ requestIP: () => ({ address, family: 'IPv4', port: 5 }) }),
  },
} as const;

describe('ids that strangers invent at the documented server of', () => {
  for (const [name, { runtime, known }] of Object.entries(RUNTIMES))
    it(`${name} are limited by the address that it knows`, async (t) => {
      const sandbox = await SandboxUnderTest.start();
      t.after(() => sandbox.end());
      const handlers: Handler[] = [];
      Object.assign(process.env, { VH_BASE_URL: sandbox.url, VH_API_KEY: KEY });
      Object.assign(globalThis, { [name]: runtime((given) => handlers.push(given)) });
      t.after(() => Reflect.deleteProperty(globalThis, name));
      await import(inRepository('test/frameworks/servers', `${name.toLowerCase()}.mjs`));
      const watch = async (ids: readonly string[], address: string) => {
        const [handler] = handlers;
        assert.ok(handler);
        const answers = ids.map((id) =>
          handler(new Request(readRequest(`/playback/videos/${id}`).url), known(address)),
        );
        return (await Promise.all(answers)).map(({ status }) => status);
      };
      const invented = Array.from({ length: 40 }, (_, number) => `viNone${String(number)}`);
      const missing = (await watch(invented, STRANGER)).filter((status) => status === 404);
      assert.ok(missing.length >= 4 && missing.length <= 10, String(missing.length));
      const real = await Promise.all(Array.from({ length: 20 }, () => sandbox.video()));
      assert.ok(!(await watch(real, VISITOR)).includes(429));
    });
});

interface Worker {
  fetch: (request: Request, env: object, context: { waitUntil: () => void }) => Promise<Response>;
}

describe('ids that strangers invent at the documented Worker', () => {
  for (const name of ['workers', 'hono'])
    it(`of ${name}.mjs are limited by the address that its network says`, async (t) => {
      const sandbox = await SandboxUnderTest.start();
      t.after(() => sandbox.end());
      const env = { VH_BASE_URL: sandbox.url, VH_API_KEY: KEY };
      const { default: worker } = (await import(inRepository('test/frameworks/servers', `${name}.mjs`))) as {
        default: Worker;
      };
      const watch = async (ids: readonly string[], address: string) => {
        const answers = ids.map((id) => {
          const { url } = readRequest(`/playback/videos/${id}`);
          const headers = { 'cf-connecting-ip': address };
          return worker.fetch(new Request(url, { headers }), env, { waitUntil: () => undefined });
        });
        return (await Promise.all(answers)).map(({ status }) => status);
      };
      const invented = Array.from({ length: 40 }, (_, number) => `viNone${String(number)}`);
      const missing = (await watch(invented, STRANGER)).filter((status) => status === 404);
      assert.ok(missing.length >= 4 && missing.length <= 10, String(missing.length));
      const real = await Promise.all(Array.from({ length: 20 }, () => sandbox.video()));
      assert.ok(!(await watch(real, VISITOR)).includes(429));
    });
});

describe('ids that a site knows', () => {
  it('are known to a server that starts while strangers from everywhere invent others', async () => {
    const { start } = begin({ state: createMemoryState() });
    await ask(start(), 'viReal', 15, VISITOR);
    const fresh = start();
    const strangers = Array.from({ length: 40 }, async (_, number) => {
      const { url } = readRequest(`/playback/videos/viNone${String(number)}`);
      return fresh(new Request(url), { clientAddress: `198.51.100.${String(number)}` });
    });
    await Promise.all(strangers);
    const { url } = readRequest('/playback/videos/viNoneOther');
    assert.equal((await fresh(new Request(url), { clientAddress: VISITOR })).status, 429, 'all is used up');
    assert.deepEqual(await ask(fresh, 'viReal', 15, VISITOR), all(15, 200));
  });

  it('are no longer known once their video is gone', async () => {
    const { service, start } = begin({ state: createMemoryState() });
    await ask(start(), 'viReal', 1, VISITOR);
    let asked = 0;
    service.on('GET /videos/viReal0', () => {
      asked++;
      return Response.json({}, { status: 404 });
    });
    // The first question forgets the id for the site: from then on, it is as good as invented.
    assert.deepEqual(await ask(start(), 'viReal', 1, VISITOR), [404]);
    const late = start();
    await ask(late, 'viNone', 40, STRANGER);
    assert.deepEqual(await ask(late, 'viReal', 1, STRANGER), [429]);
    assert.equal(asked, 1);
  });

  it('are found as before while the store is away', async () => {
    const away = () => Promise.reject(new Error('away'));
    const { start } = begin({ state: { get: away, swap: away, take: away } });
    assert.deepEqual(await ask(start(), 'viReal', 15, VISITOR), all(15, 200));
  });
});

describe('toNodeListener', () => {
  const servers: Server[] = [];
  after(() => servers.forEach((server) => server.close()));

  it('gives the backend the address of a connection', async () => {
    const seen: unknown[] = [];
    const listener = toNodeListener((_, context) => {
      seen.push(context.clientAddress);
      return Promise.resolve(new Response('{}'));
    });
    const server = createServer((request, response) => void listener(request, response));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    assert.ok(typeof address === 'object' && address);
    await fetch(`http://127.0.0.1:${String(address.port)}/vh/playback/videos/vi1`);
    assert.deepEqual(seen, ['127.0.0.1']);
  });
});

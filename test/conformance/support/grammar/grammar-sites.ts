import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import {
  connect as connectHttp2,
  createServer as createHttp2Server,
  type ClientHttp2Session,
} from 'node:http2';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import {
  createBackend,
  toNodeListener,
  type Backend,
  type NodeListenerOptions,
} from '../../../../src/backend/index.ts';
import { FrameworkServer, type Launch } from '../../../support/frameworks/framework-server.ts';
import { freePort } from '../../../support/frameworks/languages.ts';
import { inRepository } from '../../../support/repository.ts';
import { OpenService } from './open-service.ts';
import { sendByFetch, sendByHttp1, sendByHttp2 } from './send-wire-request.ts';
import { SETUPS, type SiteSetup, type WireAnswer, type WireRequest } from './wire-request.ts';

/** One way to serve the backend. `answer` is undefined for what never reaches a backend there. */
export interface GrammarSite {
  adapter: string;
  setup: SiteSetup;
  /** Resolves with undefined for a request that this platform does not let through, or rewrites. */
  answer: (request: WireRequest) => Promise<WireAnswer | undefined>;
}

/** The same site, served in every way, and set up in each way. */
export class GrammarSites {
  readonly all: GrammarSite[];
  readonly #ends: (() => unknown)[];

  private constructor(all: GrammarSite[], ends: (() => unknown)[]) {
    this.all = all;
    this.#ends = ends;
  }

  static async start(): Promise<GrammarSites> {
    const service = await OpenService.start();
    const folder = await mkdtemp(path.join(tmpdir(), 'vh-grammar-'));
    const ends: (() => unknown)[] = [() => service.end(), () => rm(folder, { recursive: true })];
    const sites = new GrammarSites([], ends);
    try {
      for (const setup of SETUPS) await sites.#serve(setup, service.url, folder);
    } catch (error) {
      // A server that went on would keep the process of the tests.
      await sites.end();
      throw error;
    }
    return sites;
  }

  async #serve(setup: SiteSetup, service: string, folder: string): Promise<void> {
    const { all } = this;
    const ends = this.#ends;
    const add = (adapter: string, answer: GrammarSite['answer']) => all.push({ adapter, setup, answer });
    const options: NodeListenerOptions = setup.origin === null ? {} : { origin: setup.origin };
    const listener = toNodeListener(backendOf(setup, service), options);
    const node = await listen(
      createServer((...pair) => void listener(...pair)),
      ends,
    );
    add('Node', (request) => sendByHttp1(node, request));
    const express = await listen(createServer(await expressApp(listener)), ends);
    add('Express', (request) => sendByHttp1(express, request));
    const session = await http2Session(listener, ends);
    add('HTTP/2', (request) => sendByHttp2(session, request));
    if (setup.origin === null) {
      const workers = backendOf(setup, service);
      add('Workers', (request) => sendByFetch(workers, request));
      const hono = honoApp(backendOf(setup, service));
      add('Hono', (request) => sendByFetch((one) => hono.fetch(one), request));
    }
    const site = JSON.stringify({ ...setup, baseUrl: service });
    const env = { VH_SITE: site, VH_STATE: path.join(folder, setup.name) };
    for (const [adapter, launch] of [['PHP', await phpLaunch()] as const, ['Python', PYTHON] as const]) {
      const server = await FrameworkServer.start({ ...launch, env });
      ends.push(() => server.end());
      add(adapter, (request) => sendByHttp1(new URL(server.url).origin, request));
    }
  }

  async end(): Promise<void> {
    for (const end of this.#ends.toReversed()) await end();
  }
}

function backendOf({ allowedOrigins, trustProxy }: SiteSetup, baseUrl: string): Backend {
  return createBackend({
    ...{ baseUrl, apiKey: 'a-real-key', basePath: '/vh', allowedOrigins, trustProxy },
    authorize: (request) => request.headers.get('cookie')?.startsWith('user=') === true,
    subject: (request) => request.headers.get('cookie'),
    onError: () => undefined,
  });
}

const PYTHON: Launch = {
  command: 'python3',
  words: [inRepository('test/conformance/support/grammar/site.py')],
};

async function phpLaunch(): Promise<Launch> {
  const port = await freePort();
  const file = inRepository('test/conformance/support/grammar/site.php');
  const words = ['-c', 'exec php -S "127.0.0.1:$0" "$1" 2>&1', port, file];
  return { command: 'sh', words, ready: /started/, port };
}

type Listener = ReturnType<typeof toNodeListener>;

async function listen(server: Server, ends: (() => unknown)[]): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

type App = (...pair: Parameters<Listener>) => void;

async function expressApp(listener: Listener): Promise<App> {
  const name = 'express';
  const { default: express } = (await import(name)) as {
    default: () => App & { use: (path: string, one: Listener) => void };
  };
  const app = express();
  app.use('/vh', listener);
  return app;
}

function honoApp(backend: Backend): Hono {
  const app = new Hono();
  app.all('/vh/*', (context) => backend(context.req.raw));
  return app;
}

async function http2Session(listener: Listener, ends: (() => unknown)[]): Promise<ClientHttp2Session> {
  const server = createHttp2Server((request, response) => void listener(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = connectHttp2(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  ends.push(
    () => server.close(),
    () => session.destroy(),
  );
  return session;
}

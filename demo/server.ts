import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBackend, toNodeListener } from 'vh-elements/backend';
import { readArguments, type DemoArguments } from './arguments.ts';
import { newestEvents } from './event-feed.ts';
import { servePage } from './pages-site.ts';
import { explain } from './sandbox/explain.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { seedSample } from './seed.ts';
import { ServiceClient } from './service-client.ts';

// One server plays three parts that live apart on a real site: the pages, the site's own backend under /vh, and the
// video service, which is everything else. Only the last two know the API key.

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

async function main(): Promise<void> {
  const given = readArguments(process.argv.slice(2));
  if ('mistake' in given) return stop(given.mistake);
  const fail = (error: unknown): undefined => {
    stop(explain(error, given));
  };
  const { dataDir, apiKey } = given;
  const sandbox = await createSandbox(apiKey === undefined ? { dataDir } : { dataDir, apiKey }).catch(fail);
  if (!sandbox) return;
  const server = createServer();
  const url = await listen(server, given).catch(fail);
  if (url === undefined) return sandbox.close();
  const service = new ServiceClient(url, sandbox.apiKey);
  const sampleId = Promise.resolve().then(() => seedSample(service));
  const backend = toNodeListener(
    createBackend({
      baseUrl: url,
      apiKey: sandbox.apiKey,
      basePath: '/vh',
      // A site decides here who its visitors are; this one is a demo on your own machine.
      authorize: () => true,
      publicUrl: (request) => new URL(request.url).origin,
    }),
  );
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(`http://page${request.url ?? '/'}`);
    const run: Listener = pathname.startsWith('/vh/')
      ? backend
      : pathname.startsWith('/demo/')
        ? (asked, answer) => serveDemo(asked, answer, service, sampleId)
        : async (asked, answer) => {
            if (!(await servePage(asked, answer))) sandbox.handle(asked, answer);
          };
    run(request, response).catch(() => response.destroy());
  });
  endOnSignal(server, () => sandbox.close());
  await sampleId.catch(fail);
  console.log(`\n  vh-elements is here: ${url}/\n`);
}

/** What the page asks of its own site: the sample's id, and the session events that arrived. */
async function serveDemo(
  request: IncomingMessage,
  response: ServerResponse,
  service: ServiceClient,
  sampleId: Promise<string>,
): Promise<void> {
  const { pathname, searchParams } = new URL(`http://page${request.url ?? '/'}`);
  const videoId = searchParams.get('video') ?? '';
  if (pathname === '/demo/sample') return json(response, 200, { videoId: await sampleId });
  if (pathname === '/demo/events' && /^[A-Za-z0-9]{1,64}$/.test(videoId)) {
    return json(response, 200, await newestEvents(service, videoId).catch(() => []));
  }
  json(response, 404, {});
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

function listen(server: Server, { port, host }: DemoArguments): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const { port: chosen } = server.address() as AddressInfo;
      resolve(`http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${String(chosen)}`);
    });
  });
}

function endOnSignal(server: Server, close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
      void close().then(() => process.exit(0));
    });
  }
}

function stop(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

await main();

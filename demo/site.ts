import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBackend, toNodeListener } from 'vh-elements/backend';
import { newestEvents } from './event-feed.ts';
import { servePage } from './pages-site.ts';
import { isOwnHost } from './own-host.ts';
import type { Sandbox } from '../packages/vh-elements-sandbox/src/sandbox.ts';
import { findLiveStream, seedOthers, seedSample } from './seed.ts';
import { ServiceClient } from './service-client.ts';
import { splitTarget } from './split-target.ts';

/**
 * The demo's site. One server plays three parts that live apart on a real one: the pages, the site's own backend under
 * /vh, and the video service, which is everything else. Only the last two know the API key.
 */
export class Site {
  readonly #sandbox: Sandbox;
  readonly #names: ReadonlySet<string>;
  readonly #service: ServiceClient;
  readonly #backend: ReturnType<typeof toNodeListener>;
  readonly #samples: Promise<{ videoId: string; liveStreamId: string | undefined }>;
  readonly #others: Promise<Record<string, string>>;

  /** `url` is where it is; `names` are those besides this machine's that it answers to. */
  constructor(sandbox: Sandbox, url: string, names: ReadonlySet<string>) {
    this.#sandbox = sandbox;
    // It asks itself under the address that it listens at, which need not be one that anybody connects to: 0.0.0.0.
    this.#names = new Set([...names, new URL(url).hostname]);
    this.#service = new ServiceClient(url, sandbox.apiKey);
    this.#backend = toNodeListener(
      createBackend({
        baseUrl: url,
        apiKey: sandbox.apiKey,
        basePath: '/vh',
        // A site decides here who its visitors are, and whose video is whose; this one is a demo on your own machine.
        authorize: (_request, asked) => (asked.action === 'refresh' ? { videoId: asked.videoId } : true),
        // The one person who uses this machine.
        subject: () => 'you',
        publicUrl: (request) => new URL(request.url).origin,
        // The elements as the documents' examples load them: nothing for the pages of the demo alone.
        embed: { assets: new URL('docs/vh-elements/', url).href },
      }),
    );
    // A moment later: the seed is a client like any other, and asks the server that is being set up here.
    this.#samples = Promise.resolve().then(() => this.#seed());
    // Nobody waits for these but the page that shows them.
    this.#others = this.#samples.then(() => seedOthers(this.#service));
    this.#others.catch(() => {});
  }

  /** Resolves when everything is in place. */
  async ready(): Promise<void> {
    await this.#samples;
  }

  /** Serves one request. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOwnHost(request, this.#names)) return refuse(request, response);
    const { pathname } = splitTarget(request);
    if (pathname.startsWith('/vh/')) return this.#backend(request, response);
    if (pathname === '/docs/live.json') return this.#serveLive(response);
    if (pathname.startsWith('/demo/')) return this.#serveOwn(request, response);
    if (!(await servePage(request, response))) this.#sandbox.handle(request, response);
  }

  async #seed(): Promise<{ videoId: string; liveStreamId: string | undefined }> {
    const [videoId, liveStreamId] = await Promise.all([
      seedSample(this.#service),
      findLiveStream(this.#service),
    ]);
    return { videoId, liveStreamId };
  }

  /** Where the examples of the documents find the elements, this site's backend and a video, from that file on. */
  async #serveLive(response: ServerResponse): Promise<void> {
    const { videoId } = await this.#samples;
    json(response, 200, { backend: '../vh', script: 'vh-elements/vh-elements.js', videoId });
  }

  /** The page's questions to its own site: the samples' ids, and the session events that arrived. */
  async #serveOwn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, query } = splitTarget(request);
    const videoId = query.get('video') ?? '';
    if (pathname === '/demo/samples') return json(response, 200, await this.#samples);
    if (pathname === '/demo/films') return json(response, 200, await this.#others.catch(() => ({})));
    if (pathname === '/demo/events' && /^[A-Za-z0-9]{1,64}$/.test(videoId)) {
      return json(response, 200, await newestEvents(this.#service, videoId).catch(() => []));
    }
    json(response, 404, {});
  }
}

/** Says nothing but how to do it right: not even the name that was asked for comes back. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(
    `This demo is for its own machine: open http://localhost:${String(request.socket.localPort)}/.\n` +
      'To open it under another name, start it with --site-host NAME.\n',
  );
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

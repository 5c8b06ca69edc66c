import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBackend, toNodeListener } from 'vh-elements/backend';
import { newestEvents } from './event-feed.ts';
import { servePage } from './pages-site.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { findLiveStream, seedSample } from './seed.ts';
import { ServiceClient } from './service-client.ts';
import { splitTarget } from './split-target.ts';

/**
 * The demo's site. One server plays three parts that live apart on a real one: the pages, the site's own backend under
 * /vh, and the video service, which is everything else. Only the last two know the API key.
 */
export class Site {
  readonly #sandbox: Sandbox;
  readonly #service: ServiceClient;
  readonly #backend: ReturnType<typeof toNodeListener>;
  readonly #samples: Promise<{ videoId: string; liveStreamId: string | undefined }>;

  constructor(sandbox: Sandbox, url: string) {
    this.#sandbox = sandbox;
    this.#service = new ServiceClient(url, sandbox.apiKey);
    this.#backend = toNodeListener(
      createBackend({
        baseUrl: url,
        apiKey: sandbox.apiKey,
        basePath: '/vh',
        // A site decides here who its visitors are, and whose video is whose; this one is a demo on your own machine.
        authorize: (_request, asked) => (asked.action === 'refresh' ? { videoId: asked.videoId } : true),
        publicUrl: (request) => new URL(request.url).origin,
      }),
    );
    // A moment later: the seed is a client like any other, and asks the server that is being set up here.
    this.#samples = Promise.resolve().then(() => this.#seed());
  }

  /** Resolves when everything is in place. */
  async ready(): Promise<void> {
    await this.#samples;
  }

  /** Serves one request. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = splitTarget(request);
    if (pathname.startsWith('/vh/')) return this.#backend(request, response);
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

  /** What the page asks of its own site: the samples' ids, and the session events that arrived. */
  async #serveOwn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, query } = splitTarget(request);
    const videoId = query.get('video') ?? '';
    if (pathname === '/demo/samples') return json(response, 200, await this.#samples);
    if (pathname === '/demo/events' && /^[A-Za-z0-9]{1,64}$/.test(videoId)) {
      return json(response, 200, await newestEvents(this.#service, videoId).catch(() => []));
    }
    json(response, 404, {});
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

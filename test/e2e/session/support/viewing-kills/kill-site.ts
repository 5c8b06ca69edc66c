import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { bodyOf, PageServer, passOn, sendFilm, sendScript, sendText } from '../../../support/page-server.ts';
import { slowStore } from '../slow-store.ts';

/** How the collector answers about a video. */
export interface CollectorWire {
  /** Milliseconds that it takes for its answer. */
  delay: number;
  /** The answer to the next delivery is lost. */
  losesAnswer: boolean;
}

/** A site with a page for each video, and a collector that passes deliveries on to the service. */
export class KillSite {
  /** By the id of the video. */
  readonly wires = new Map<string, CollectorWire>();
  readonly #service: string;
  #server!: PageServer;

  private constructor(service: string) {
    this.#service = service;
  }

  static async open(service: string): Promise<KillSite> {
    const site = new KillSite(service);
    site.#server = await PageServer.open((request, response) => site.#answer(request, response));
    return site;
  }

  get origin(): string {
    return this.#server.origin;
  }

  close(): void {
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', this.origin);
    const videoId = /^\/watch\/(\w+)$/.exec(pathname)?.[1];
    if (pathname.startsWith('/collector/')) return this.#collect(request, response, pathname);
    if (pathname === '/film.mp4') return sendFilm(request, response);
    const script = /^\/cdn\/([\w.-]+\.js)$/.exec(pathname)?.[1];
    if (script) return sendScript(response, 'dist/cdn', script);
    const elsewhere = '<!doctype html><title>Elsewhere</title>';
    sendText(response, 'text/html', videoId ? this.#pageOf(videoId, search) : elsewhere);
  }

  #pageOf(videoId: string, search: string): string {
    const playback = { kind: 'video', id: videoId, state: 'playable', mp4: `${this.origin}/film.mp4` };
    const collector = `${this.origin}/collector`;
    return `<!doctype html><title>A film</title><script>window.reported = []</script>
${search === '?slow-store' ? `<script>(${String(slowStore)})()</script>` : ''}
<script type="module" src="/cdn/vh-elements.js"></script>
<vh-player muted style="width:480px">
<script type="application/json">${JSON.stringify({ ...playback, collector })}</script></vh-player>
<script>document.querySelector('vh-player').addEventListener('vh-session-event', ({ fact }) => reported.push(fact.type))</script>`;
  }

  /** Passes a delivery to the service; answers late, or not at all. */
  async #collect(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const body = await bodyOf(request);
    const { status, text } = await passOn(this.#service, pathname, body);
    const videoId = (JSON.parse(body.toString()) as { session: { video_id: string } }).session.video_id;
    const wire = this.wires.get(videoId);
    if (wire?.losesAnswer) {
      wire.losesAnswer = false;
      request.socket.destroy();
      return;
    }
    await rest(wire?.delay ?? 0);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  }
}

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
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
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  private constructor(service: string) {
    this.#service = service;
  }

  static async open(service: string): Promise<KillSite> {
    const site = new KillSite(service);
    await once(site.#server.listen(0, '127.0.0.1'), 'listening');
    return site;
  }

  get origin(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', this.origin);
    const videoId = /^\/watch\/(\w+)$/.exec(pathname)?.[1];
    if (pathname.startsWith('/collector/')) return this.#collect(request, response, pathname);
    if (pathname === '/film.mp4')
      return sendRange(request, response, await readFile('demo/media/sample.mp4'));
    const script = /^\/cdn\/([\w.-]+\.js)$/.exec(pathname)?.[1];
    if (script) {
      const code = await readFile(path.resolve('dist/cdn', script)).catch(() => undefined);
      return void response.writeHead(code ? 200 : 404, { 'content-type': 'text/javascript' }).end(code);
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(videoId ? this.#pageOf(videoId, search) : '<!doctype html><title>Elsewhere</title>');
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
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const answer = await fetch(`${this.#service}${pathname}`, { method: 'POST', body });
    const text = await answer.text();
    const videoId = (JSON.parse(body.toString()) as { session: { video_id: string } }).session.video_id;
    const wire = this.wires.get(videoId);
    if (wire?.losesAnswer) {
      wire.losesAnswer = false;
      request.socket.destroy();
      return;
    }
    await rest(wire?.delay ?? 0);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  }
}

function sendRange({ headers }: IncomingMessage, response: ServerResponse, film: Buffer): void {
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const start = Number(from);
  const end = to === '' ? film.length - 1 : Math.min(Number(to), film.length - 1);
  response.writeHead(headers.range === undefined ? 200 : 206, {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(headers.range === undefined
      ? {}
      : { 'content-range': `bytes ${String(start)}-${String(end)}/${String(film.length)}` }),
  });
  response.end(film.subarray(start, end + 1));
}

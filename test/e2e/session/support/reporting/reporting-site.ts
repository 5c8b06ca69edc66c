import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { bodyOf, PageServer, sendFilm, sendText } from '../../../support/page-server.ts';
import { readCollected, type Collected } from './collected.ts';
import { bundleFor, formatOf, PACKAGES, type PackageName } from './packages.ts';

/** How the collector behaves: answers after so many milliseconds, never, with 10 MB, or with a redirect. */
export type CollectorMode = `after ${number}` | 'hung' | 'big' | 'redirect';

/** A page of the site. */
export interface ReportingPage {
  name: PackageName | 'none';
  viewing: string;
  mode: CollectorMode;
  /** Plays from the navigation; else the bench begins. */
  autoplay?: boolean;
  /** This library's player takes the stream in place of the film. */
  hls?: boolean;
}

/** What a collector sends at a time. */
const PIECE = Buffer.alloc(100_000, ' ');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.m3u8': 'application/vnd.apple.mpegurl',
};

/** Pages with a player and a package that reports, and the collector of all packages; one origin. */
export class ReportingSite {
  /** The deliveries of each viewing. */
  readonly collected = new Map<string, Collected[]>();
  /** Deliveries and their bytes. */
  requests = 0;
  bytes = 0;
  /** Big answers: how many the pages have read to the end, and how many they have not. */
  readonly big = { read: 0, cut: 0 };
  /** Requests that followed a redirect. */
  redirected = 0;
  #server!: PageServer;
  readonly #stream: string;
  readonly #bigBytes: number;
  readonly #bundles = new Map<string, Promise<Buffer>>();
  #named = 0;

  private constructor(stream: string, bigBytes: number) {
    this.#stream = stream;
    this.#bigBytes = bigBytes;
  }

  /** `stream` is a folder with an HLS stream. */
  static async open(stream = '', bigBytes = 10_000_000): Promise<ReportingSite> {
    const site = new ReportingSite(stream, bigBytes);
    site.#server = await PageServer.open((request, response) => site.#answer(request, response));
    return site;
  }

  close(): void {
    this.#server.close();
  }

  /** By its name: mux-embed asks any other collector over https. */
  get origin(): string {
    return `http://localhost:${String(this.#server.port)}`;
  }

  address({ name, viewing, mode, autoplay = false, hls = false }: ReportingPage): string {
    const query = { name, autoplay: String(autoplay), hls: String(hls) };
    return `${this.origin}/watch/${encodeURIComponent(mode)}/${viewing}?${new URLSearchParams(query).toString()}`;
  }

  collectorOf({ mode, viewing }: Pick<ReportingPage, 'mode' | 'viewing'>): string {
    return `${this.origin}/collector/${encodeURIComponent(mode)}/${viewing}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.origin);
    const [, room, mode = '', viewing = ''] = pathname.split('/').map(decodeURIComponent);
    if (request.method === 'POST') {
      // mux-embed knows only the host of a collector.
      const page = new URL(request.headers.referer ?? this.origin).pathname
        .split('/')
        .map(decodeURIComponent);
      const of = room === 'collector' ? { mode, viewing } : { mode: page[2] ?? '', viewing: page[3] ?? '' };
      return this.#collect(request, response, of as Pick<ReportingPage, 'mode' | 'viewing'>);
    }
    if (room === 'watch') {
      const name = searchParams.get('name') as ReportingPage['name'];
      const [autoplay, hls] = [searchParams.get('autoplay') === 'true', searchParams.get('hls') === 'true'];
      const page = this.#pageOf({ name, viewing, mode: mode as CollectorMode, autoplay, hls });
      return sendText(response, 'text/html', page);
    }
    if (pathname === '/film.mp4') return sendFilm(request, response);
    if (pathname === '/elsewhere')
      return sendText(response, 'text/html', '<!doctype html><title>Elsewhere</title>');
    return this.#sendFile(pathname, response);
  }

  async #sendFile(pathname: string, response: ServerResponse): Promise<void> {
    const [, room, encoded = ''] = /^\/(cdn|package|stream)\/([\w./ ,%@-]+)$/.exec(pathname) ?? [];
    const file = decodeURIComponent(encoded);
    const name = PACKAGES.find((one) => room === 'package' && file === `${one}.js`);
    const packed = name && (await this.#bundle(name));
    const folder = room === 'stream' ? this.#stream : 'dist/cdn';
    const body =
      packed ?? (await readFile(path.join(folder, path.normalize(`/${file}`))).catch(() => undefined));
    response.writeHead(body ? 200 : 404, {
      'content-type': TYPES[path.extname(file)] ?? 'video/mp4',
      'cache-control': 'max-age=600',
      ...(packed && { 'content-encoding': 'gzip' }),
    });
    response.end(body);
  }

  #bundle(name: PackageName): Promise<Buffer> {
    const bundle = this.#bundles.get(name) ?? bundleFor(name).then((code) => gzipSync(code));
    this.#bundles.set(name, bundle);
    return bundle;
  }

  #pageOf({ name, viewing, mode, autoplay = false, hls = false }: ReportingPage): string {
    const collector = this.collectorOf({ mode, viewing });
    const begin = autoplay ? 'autoplay muted' : 'muted';
    const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A film</title>
<script>window.reported = []; window.viewing = ${JSON.stringify({ viewing, collector })}</script>`;
    const watch = `<script>for (const type of ['play', 'pause', 'seeked', 'ended'])
document.querySelector('.media').addEventListener(type, () => reported.push(type));</script>`;
    const format = name === 'none' ? undefined : formatOf(name);
    if (format === undefined) {
      const script = `/package/${encodeURIComponent(name)}.js`;
      const report = `<script src="${script}"></script><script>report(document.querySelector('video'), viewing.viewing, viewing.collector)</script>`;
      return `${head}<video class="media" src="/film.mp4" ${begin} playsinline width="480"></video>${watch}${name === 'none' ? '' : report}`;
    }
    const source = hls ? { hls: `${this.origin}/stream/master.m3u8` } : { mp4: `${this.origin}/film.mp4` };
    const playback = { kind: 'video', id: viewing, state: 'playable', ...source, collector };
    return `${head}<script type="module" src="/cdn/vh-elements.js"></script>
<vh-player class="media" ${begin} collector-format="${format}" style="display:block;width:480px;height:270px">
<script type="application/json">${JSON.stringify(playback)}</script></vh-player>${watch}`;
  }

  async #collect(
    request: IncomingMessage,
    response: ServerResponse,
    { mode, viewing }: Pick<ReportingPage, 'mode' | 'viewing'>,
  ): Promise<void> {
    const text = (await bodyOf(request)).toString();
    this.requests += 1;
    this.bytes += text.length;
    if (request.url?.endsWith('/other')) this.redirected += 1;
    if (mode === 'hung') return;
    const collected = readCollected(text);
    // A collector of the first generation names the session of a body that names none.
    const session = collected.session ?? `ps${String(this.#named++)}`;
    this.collected.set(viewing, [...(this.collected.get(viewing) ?? []), { ...collected, session }]);
    if (mode === 'redirect') {
      response.writeHead(307, { location: `${this.collectorOf({ mode: 'after 0', viewing })}/other` }).end();
      return;
    }
    await rest(Number(/^after (\d+)$/.exec(mode)?.[1] ?? 0));
    response.writeHead(200, { 'content-type': 'application/json' });
    const answer = JSON.stringify({ session, keeps_once: true, keepsOnce: true });
    response.write(answer);
    if (mode === 'big') await this.#sendMuch(response);
    response.end();
  }

  async #sendMuch(response: ServerResponse): Promise<void> {
    response.once('close', () => (this.big[response.writableFinished ? 'read' : 'cut'] += 1));
    const closed = once(response, 'close');
    for (let sent = 0; sent < this.#bigBytes && !response.destroyed; sent += PIECE.length) {
      if (response.write(PIECE)) continue;
      await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed]);
    }
  }
}

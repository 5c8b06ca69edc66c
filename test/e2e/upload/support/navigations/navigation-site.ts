import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBackend, toNodeListener } from '../../../../../src/backend/index.ts';
import { SERVICE_LIMITS } from '../../../../../packages/vh-elements-sandbox/src/common/limits.ts';
import { eventually } from '../../../../support/eventually.ts';
import { basic, KEY, SandboxUnderTest } from '../../../../support/sandbox/sandbox.ts';
import { PaddedFilm } from '../../../../support/sandbox/padded-film.ts';
import { bodyOf, PageServer, sendScript, sendText } from '../../../support/page-server.ts';
import { SlowLine, type Shape } from '../slow-line.ts';
import { notePage, type PageNote } from './page-notes.ts';
import type { SentPart } from './sent-again.ts';

/** Bytes of a part, but of the last one. */
export const PART = 256 * 1024;
/** What a form adds to its part. */
const FORM = 1024;

const POLICY =
  "default-src 'self'; style-src 'self'; script-src 'self'; connect-src *; media-src 'self' blob:; require-trusted-types-for 'script'";

/** The pages of the site: two with an uploader and a status, one with a status only, one with neither. */
export const PAGES = ['/upload', '/films', '/status', '/read'] as const;
export type PagePath = (typeof PAGES)[number];
export const hasUploader = (path: string): boolean => path === '/upload' || path === '/films';

/** A service worker of the site's own, which has the upload worker in it and says itself when it takes over. */
const SITE_WORKER = `importScripts('/vendor/upload-worker.js');
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));`;

/** An uploading request as the service saw it. */
export interface LoggedPart {
  requestId: number;
  method: string;
  target: string;
  at: number;
  bytesIn: number;
  state: 'open' | 'answered' | 'broken';
  milliseconds: number;
}

/** A site of several pages under a strict policy, with its backend, and the service at the other end of a slow line. */
export class NavigationSite {
  readonly sandbox: SandboxUnderTest;
  readonly line: SlowLine;
  /** What the pages have reported since the upload began. */
  readonly notes: PageNote[] = [];
  /** Attributes of the uploader on each page. */
  attributes = '';
  /** A module that each page has, those without an uploader, too. */
  script = '';
  /** The file that pages may fetch. */
  film: Buffer = Buffer.alloc(0);
  readonly #answerBackend: ReturnType<typeof toNodeListener>;
  #server!: PageServer;

  private constructor(sandbox: SandboxUnderTest, line: SlowLine) {
    this.sandbox = sandbox;
    this.line = line;
    const backend = createBackend({
      baseUrl: line.url,
      apiKey: KEY,
      basePath: '/vh',
      authorize: (_request, asked) => (asked.action === 'refresh' ? { videoId: asked.videoId } : true),
      subject: () => 'you',
    });
    this.#answerBackend = toNodeListener(async (request, context) =>
      inSmallParts(request, await backend(request, context)),
    );
  }

  static async open(): Promise<NavigationSite> {
    const sandbox = await SandboxUnderTest.start({ limits: { ...SERVICE_LIMITS, partBytes: PART } });
    const line = await SlowLine.to(Number(new URL(sandbox.url).port));
    const site = new NavigationSite(sandbox, line);
    site.#server = await PageServer.open((request, response) => site.#answer(request, response));
    return site;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.line.close();
    await this.sandbox.end();
  }

  get origin(): string {
    return this.#server.origin;
  }

  /** Makes everything ready for the next upload. */
  async begin(film: { seed: number; size: number }, attributes: string, shape: Shape): Promise<void> {
    this.film = Buffer.concat([...new PaddedFilm(film.size, film.seed).read(0, film.size)]);
    this.attributes = attributes;
    this.line.shape = shape;
    this.notes.length = 0;
    await this.sandbox.ask('DELETE', '/_sandbox/log');
  }

  /** Requests with bytes, the oldest first. */
  async parts(): Promise<LoggedPart[]> {
    const all = new Map<number, LoggedPart>();
    // The log has a thousand requests at most.
    for (let page = 1; page <= 10; page++) {
      const { text } = await this.sandbox.ask(
        'GET',
        `/_sandbox/log?pageSize=100&currentPage=${String(page)}`,
      );
      const { data } = JSON.parse(text) as { data: (Omit<LoggedPart, 'at'> & { at: string })[] };
      // A request that came meanwhile has moved the pages.
      for (const part of data)
        if (!all.has(part.requestId)) all.set(part.requestId, { ...part, at: Date.parse(part.at) });
      if (data.length < 100) break;
    }
    return [...all.values()]
      .filter(({ method, target }) => method === 'POST' && /^\/upload(\?|$)/.test(target))
      .reverse();
  }

  /** The same, once none is open: the connections of a page that was left end a moment later. */
  async settledParts(): Promise<LoggedPart[]> {
    return eventually(async () => {
      const parts = await this.parts();
      return parts.every(({ state }) => state !== 'open') ? parts : undefined;
    });
  }

  /** Of requests that have ended, which part each had. */
  async sentParts(parts: readonly LoggedPart[]): Promise<SentPart[]> {
    return Promise.all(
      parts.map(async ({ requestId, at, milliseconds, bytesIn }) => {
        const where = `/_sandbox/console/requests/${String(requestId)}`;
        const { text } = await this.sandbox.ask('GET', where, { headers: { 'x-vh-console': '1' } });
        const { request } = JSON.parse(text) as { request: { headers: [string, string][] } };
        const range = request.headers.find(([name]) => name.toLowerCase() === 'content-range')?.[1] ?? '';
        const part = Number(/^part (\d+)\//.exec(range)?.[1]);
        if (!(part > 0)) throw new Error(`a request without the number of its part: "${range}"`);
        return { part, at, until: at + milliseconds, bytes: Math.max(0, bytesIn - FORM) };
      }),
    );
  }

  /** Bytes of the file that the service has received, those that came twice among them. */
  static received(parts: readonly LoggedPart[]): number {
    return parts.reduce((sum, { bytesIn }) => sum + Math.max(0, bytesIn - FORM), 0);
  }

  /** The videos of that name: those that are whole, and how many there are. */
  async videos(title: string): Promise<{ all: number; whole: string[] }> {
    const { text } = await this.sandbox.ask('GET', `/videos?title=${title}`);
    const { data } = JSON.parse(text) as { data: { videoId: string }[] };
    const whole: string[] = [];
    for (const { videoId } of data) {
      const { ingest } = await this.sandbox.statusWhen(videoId, () => true);
      if (ingest?.status === 'uploaded') whole.push(videoId);
    }
    return { all: data.length, whole };
  }

  /** True where the stored video has the bytes of the film. */
  async isIdentical(videoId: string): Promise<boolean> {
    const source = `${this.sandbox.url}/videos/${videoId}/source`;
    const answer = await fetch(source, { headers: { authorization: basic(KEY) } });
    return this.film.equals(Buffer.from(await answer.arrayBuffer()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.origin);
    if (pathname.startsWith('/vh/')) return this.#answerBackend(request, response);
    if (pathname === '/note') {
      this.notes.push(JSON.parse((await bodyOf(request)).toString()) as PageNote);
      return void response.writeHead(204).end();
    }
    if (pathname === '/film') return void response.end(this.film);
    if (pathname === '/notes.js') return sendText(response, 'text/javascript', `(${String(notePage)})()`);
    if (pathname === '/site.js') return sendText(response, 'text/javascript', this.script);
    if (pathname === '/site-worker.js') return sendText(response, 'text/javascript', SITE_WORKER);
    if (pathname.endsWith('/upload-worker.js')) return sendScript(response, 'dist/cdn', pathname);
    if (pathname === '/page.css') return sendText(response, 'text/css', 'main { padding: 24px }');
    const script = /^\/cdn\/([\w.-]+\.js)$/.exec(pathname)?.[1];
    if (script) return sendScript(response, 'dist/cdn', script);
    const isPage = (PAGES as readonly string[]).includes(pathname);
    if (!isPage) return void response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
    response.setHeader('content-security-policy', POLICY);
    sendText(response, 'text/html', this.#page(pathname));
  }

  #page(path: string): string {
    const uploader = `<form><label for="film">Film</label><vh-uploader id="film" name="film" backend="/vh" ${this.attributes}></vh-uploader></form>`;
    const status = '<vh-upload-status href="/films"></vh-upload-status>';
    const isBare = path === '/read';
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${path}</title>
<script src="/notes.js"></script><link rel="stylesheet" href="/page.css">
${isBare ? '' : '<script type="module" src="/cdn/vh-elements.js"></script>'}
${this.script && '<script type="module" src="/site.js"></script>'}
<main><nav>${PAGES.map((to) => `<a href="${to}">${to}</a>`).join(' ')}</nav>
${hasUploader(path) ? uploader : ''}${isBare ? '' : status}</main></html>`;
  }
}

/** A service that takes small parts: so an upload of a few megabytes has many. */
async function inSmallParts(request: Request, response: Response): Promise<Response> {
  if (!new URL(request.url).pathname.endsWith('/grants') || !response.ok) return response;
  const grant = (await response.json()) as Record<string, unknown>;
  return Response.json({ ...grant, partSize: { min: PART, max: PART } }, { headers: response.headers });
}

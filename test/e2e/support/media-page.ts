import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { launchChromium } from './browser.ts';
import { bundleForPage } from './bundle-for-page.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt',
  '.jpg': 'image/jpeg',
};
const HTML = '<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>';

/** A page and a folder of scripts on an origin that has the films of the tests under `/media`. */
export class MediaSite {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  }

  static async serve(folder: string, page: string): Promise<MediaSite> {
    const server = createServer((request, response) => {
      serve(folder, page, request, response).catch(() => response.writeHead(404).end());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new MediaSite(server);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Pages of Chromium with one bundled script, on an origin that has the films of the tests under `/media`. */
export class MediaPage {
  readonly #browser: Browser;
  readonly #site: MediaSite;
  readonly #folder: string;

  private constructor(browser: Browser, site: MediaSite, folder: string) {
    this.#browser = browser;
    this.#site = site;
    this.#folder = folder;
  }

  /** `entry` is a module of the tests; `body` is what the page holds when it loads. */
  static async open(entry: string, body = ''): Promise<MediaPage> {
    const folder = await bundleForPage(entry);
    const script = path.basename(entry).replace(/\.ts$/, '.js');
    const page = `${HTML}<script type="module" src="/${script}"></script><body>${body}`;
    const [browser, site] = await Promise.all([launchChromium(), MediaSite.serve(folder, page)]);
    return new MediaPage(browser, site, folder);
  }

  /** A page that has loaded; its unhandled errors go into `faults`. */
  async renew(faults: string[] = []): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: { width: 1300, height: 800 } });
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(this.#site.url);
    return page;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#site.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function serve(
  folder: string,
  page: string,
  { url = '/', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(url, 'http://page.invalid');
  if (pathname === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  const root = pathname.startsWith('/media/') ? path.resolve('test') : folder;
  const file = path.join(root, path.normalize(pathname));
  const { size } = await stat(file);
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const start = Number(from ?? 0);
  const end = to ? Math.min(Number(to), size - 1) : size - 1;
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': TYPES[path.extname(file)] ?? 'video/iso.segment',
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    ...(from === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  // A chunk whose code is all elsewhere has no byte to read.
  if (size === 0) return void response.end();
  createReadStream(file, { start, end }).pipe(response);
}

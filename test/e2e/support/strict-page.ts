import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright';
import type {} from '../../../src/define/vh-uploader.ts';

const POLICY =
  "default-src 'self'; style-src 'self'; script-src 'self'; connect-src *; media-src 'self' blob:; require-trusted-types-for 'script'; report-uri /refused";

declare global {
  interface Window {
    refused: string[];
    /** The video of the upload that was stored last. */
    stored?: string;
  }
}

/** A page under a strict policy that has the script-tag file and one uploader, on an origin of its own. */
export class StrictPage {
  readonly url: string;
  readonly #server: Server;
  /** What browsers have reported: there is no other report of a worker's violation. */
  readonly #reports: string[];

  private constructor(server: Server, reports: string[]) {
    this.#server = server;
    this.#reports = reports;
    this.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  }

  /** Serves a page with that element in it; a function says it anew for each visit. */
  static async serve(element: string | (() => string), lang = 'en'): Promise<StrictPage> {
    const html = () => `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>A page</title>
<script type="module" src="/cdn/vh-elements.js"></script><link rel="stylesheet" href="/page.css"><main>${typeof element === 'string' ? element : element()}</main></html>`;
    const reports: string[] = [];
    const server = createServer((request, response) => {
      if (request.url === '/refused') {
        request.setEncoding('utf8').on('data', (text: string) => reports.push(text));
        return void response.writeHead(204).end();
      }
      void answer(request.url ?? '/', html()).then(({ type, body }) => {
        response.writeHead(type === undefined ? 404 : 200, {
          'content-type': type ?? 'text/plain',
          'content-security-policy': POLICY,
          // A browser goes back to its copy of a page otherwise.
          ...(typeof element === 'function' && { 'cache-control': 'no-store' }),
        });
        response.end(body);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StrictPage(server, reports);
  }

  /** Writes down, from before it is opened, what the policy refuses a page and which video it has stored. */
  static async watch(page: Page): Promise<void> {
    await page.addInitScript(() => {
      window.refused = [];
      addEventListener('vh-upload-done', ({ video }) => (window.stored = video.videoId), true);
      const note = (how: string, what: unknown) => window.refused.push(`${how}: ${JSON.stringify(what)}`);
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        note('event', [violatedDirective, blockedURI]),
      );
      const types = ['csp-violation', 'deprecation', 'intervention'];
      new ReportingObserver((reports) => reports.forEach(({ body }) => note('report', body)), {
        types,
        buffered: true,
      }).observe();
    });
  }

  /** The id of the page's video, once all of it is stored; what comes after that may take it away from the form. */
  static async stored(page: Page): Promise<string> {
    const id = await page.waitForFunction(() => window.stored);
    return String(await id.jsonValue());
  }

  /** Everything that was refused, in whatever way it was reported. */
  async refusals(page: Page): Promise<string[]> {
    return [...(await page.evaluate(() => window.refused)), ...this.#reports];
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function answer(url: string, html: string): Promise<{ type?: string; body?: string | Buffer }> {
  const { pathname } = new URL(url, 'http://page.invalid');
  if (pathname === '/') return { type: 'text/html', body: html };
  if (pathname === '/page.css') {
    return {
      type: 'text/css',
      body: ':root{color-scheme:light dark;font-family:sans-serif} main{padding:24px}',
    };
  }
  const name = /^\/cdn\/([\w.-]+\.js)$/.exec(pathname)?.[1];
  if (name === undefined) return {};
  try {
    return { type: 'text/javascript', body: await readFile(path.resolve('dist/cdn', name)) };
  } catch {
    return {};
  }
}

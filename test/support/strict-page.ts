import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const POLICY =
  "default-src 'self'; style-src 'self'; script-src 'self'; connect-src *; require-trusted-types-for 'script'";

/** A page under a strict policy that has the script-tag file and one uploader, on an origin of its own. */
export class StrictPage {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  }

  /** Serves a page with that element in it. */
  static async serve(element: string, lang = 'en'): Promise<StrictPage> {
    const html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>A page</title>
<script type="module" src="/cdn/vh-elements.js"></script><link rel="stylesheet" href="/page.css"><main>${element}</main></html>`;
    const server = createServer((request, response) => {
      void answer(request.url ?? '/', html).then(({ type, body }) => {
        response.writeHead(type === undefined ? 404 : 200, {
          'content-type': type ?? 'text/plain',
          'content-security-policy': POLICY,
        });
        response.end(body);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StrictPage(server);
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

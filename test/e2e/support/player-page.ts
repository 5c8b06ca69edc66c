import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type {} from '../../../src/define/vh-player.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mp4': 'video/mp4',
  '.jpg': 'image/jpeg',
  '.vtt': 'text/vtt',
};

const STRICT =
  "default-src 'self'; style-src 'self'; script-src 'self'; media-src 'self' blob:; require-trusted-types-for 'script'";

/** A page with the script-tag file and what a test puts into it, on an origin of its own, with the films of the tests. */
export class PlayerPage {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  }

  /** Serves a page with that body; a strict one allows no inline styles, and no scripts but those of its origin. */
  static async serve(body: string, { strict = false } = {}): Promise<PlayerPage> {
    const style = strict ? '' : '<style>body { margin: 0 }</style>';
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width">${style}
<script type="module" src="/cdn/vh-elements.js"></script><main>${body}</main></html>`;
    const server = createServer((request, response) => {
      if (strict) response.setHeader('content-security-policy', STRICT);
      void answer(request, response, html).catch(() => response.writeHead(404).end());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PlayerPage(server);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, html: string): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://page.invalid');
  if (pathname === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  const { playlists } = (await import(
    new URL('../../../../test/support/runner/test-media.mjs', import.meta.url).href
  )) as { playlists: Readonly<Record<string, () => string>> };
  const playlist = Object.hasOwn(playlists, pathname) ? playlists[pathname] : undefined;
  if (playlist)
    return void response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).end(playlist());
  const match = /^\/(cdn|media)\/([\w./-]+)$/.exec(pathname);
  if (!match?.[2] || match[2].includes('..')) return void response.writeHead(404).end();
  const file = path.resolve(match[1] === 'cdn' ? 'dist/cdn' : 'test/media', match[2]);
  const { size } = await stat(file);
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = Number(range?.[1] ?? 0);
  const end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
  response.writeHead(range ? 206 : 200, {
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(range && { 'content-range': `bytes ${String(start)}-${String(end)}/${String(size)}` }),
  });
  createReadStream(file, { start, end }).pipe(response);
}

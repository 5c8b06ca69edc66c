import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.html': 'text/html',
  '.css': 'text/css',
};

/** What a site serves. */
export interface StaticSiteOptions {
  /** The folder below which everything is. */
  folder: string;
  /** The page at `/`; without it, the folder's `index.html`. */
  page?: string | (() => string);
  /** Headers of every answer. */
  headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
}

/** A folder of built files on an origin of its own. */
export class StaticSite {
  readonly origin: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  static async serve({ folder, page, headers = {} }: StaticSiteOptions): Promise<StaticSite> {
    const root = path.resolve(folder);
    const read = async (pathname: string): Promise<string | Buffer> => {
      if (pathname === '/' && page !== undefined) return typeof page === 'function' ? page() : page;
      const file = path.join(root, path.normalize(pathname === '/' ? '/index.html' : pathname));
      return readFile(file);
    };
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://page.invalid');
      const own = typeof headers === 'function' ? headers() : headers;
      const type = TYPES[path.extname(pathname) || '.html'] ?? 'application/octet-stream';
      read(pathname).then(
        (body) => response.writeHead(200, { 'content-type': type, ...own }).end(body),
        () => response.writeHead(404, own).end(),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StaticSite(server);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

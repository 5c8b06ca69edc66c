import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import {
  createBackend,
  toNodeListener,
  type Authorize,
  type Backend,
  type EmbedSettings,
} from '../../../src/backend/index.ts';
import { inRepository } from '../../support/repository.ts';

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** A site that serves embed pages: its backend under /vh, and the built scripts for every origin. */
export class EmbedSite {
  readonly url: string;
  readonly backend: Backend;
  readonly #server: Server;

  private constructor(server: Server, backend: Backend, url: string) {
    this.#server = server;
    this.backend = backend;
    this.url = url;
  }

  static async start(
    service: { baseUrl: string; apiKey: string },
    embed: Partial<EmbedSettings> = {},
    authorize: Authorize = () => false,
  ): Promise<EmbedSite> {
    const settings = { assets: '/code/', ...embed };
    const backend = createBackend({ ...service, basePath: '/vh', embed: settings, authorize });
    const listener = toNodeListener(backend);
    const server = createServer((request, response) => {
      const target = request.url ?? '/';
      if (target.startsWith('/vh/')) return void listener(request, response);
      const [, file = ''] = /^\/code\/([\w.-]+)$/.exec(target) ?? [];
      readFile(inRepository('dist/cdn', path.basename(file))).then(
        (body) => {
          const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
          response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
        },
        () => response.writeHead(404).end(),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new EmbedSite(server, backend, `http://127.0.0.1:${String(port)}`);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

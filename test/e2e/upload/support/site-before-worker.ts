import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inRepository } from '../../../support/repository.ts';
import { sessionOf } from '../../../support/backend/session-cookie.ts';

/** A page with an uploader, on an origin that passes the questions for its backend on to a process of that. */
export class SiteBeforeWorker {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  }

  static async start(worker: string, html: string): Promise<SiteBeforeWorker> {
    const server = createServer((asked, response) => {
      const { method, headers, url: path = '/' } = asked;
      if (path === '/') {
        // Its visitor has signed in.
        response.setHeader('set-cookie', `${sessionOf('ann')}; HttpOnly; SameSite=Lax`);
        return void response.setHeader('content-type', 'text/html').end(html);
      }
      if (path.startsWith('/vh/')) {
        const passed = request(new URL(path, worker), { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
        passed.on('error', () => response.destroy());
        return void asked.pipe(passed);
      }
      response.setHeader('content-type', 'text/javascript');
      readFile(inRepository('dist/cdn', path)).then(
        (code) => response.end(code),
        () => response.writeHead(404).end(),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SiteBeforeWorker(server);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

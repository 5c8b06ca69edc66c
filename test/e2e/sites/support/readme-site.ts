import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Consumer } from '../../../support/package/consumer.ts';
import { blockWith } from '../../../support/doc-blocks.ts';
import { eventually } from '../../../support/eventually.ts';
import { inRepository } from '../../../support/repository.ts';

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** A site as the README shows it: its page, its server in a process of its own, and what the package ships for pages. */
export class ReadmeSite {
  readonly url: string;
  readonly #front: Server;
  readonly #server: ChildProcess;

  private constructor(url: string, front: Server, server: ChildProcess) {
    this.url = url;
    this.#front = front;
    this.#server = server;
  }

  /** Starts the README's server; `sessions` is the list in its session store, as source text. */
  static async start(
    service: { url: string; apiKey: string },
    sessions = '',
    allowedOrigins: readonly string[] = [],
  ): Promise<ReadmeSite> {
    const consumer = await Consumer.create(
      allowedOrigins.length > 0 ? 'readme-site-elsewhere' : 'readme-site',
    );
    const program = blockWith('README.md', 'createBackend({').text;
    const source = program
      .replace('new Map()', `new Map(${sessions})`)
      .replace('allowedOrigins: []', `allowedOrigins: ${JSON.stringify(allowedOrigins)}`);
    await consumer.write({ 'server.js': source });
    const port = await freePort();
    const server = spawn(process.execPath, ['server.js'], {
      cwd: consumer.folder,
      env: { ...process.env, VH_BASE_URL: service.url, VH_API_KEY: service.apiKey, PORT: String(port) },
      stdio: 'inherit',
    });
    const backend = `http://127.0.0.1:${String(port)}`;
    await eventually(() => {
      if (server.exitCode !== null) throw new Error("the README's server ended");
      return fetch(`${backend}/`).catch(() => undefined);
    });
    const front = createServer((request, response) => {
      if (request.url?.startsWith('/vh/')) passOn(request, response, port);
      else void serveFile(request.url ?? '/', response).catch(() => response.destroy());
    }).listen(0, '127.0.0.1');
    await once(front, 'listening');
    return new ReadmeSite(`http://127.0.0.1:${String((front.address() as AddressInfo).port)}`, front, server);
  }

  async end(): Promise<void> {
    this.#front.close();
    this.#front.closeAllConnections();
    const ended = once(this.#server, 'exit');
    this.#server.kill();
    await ended;
  }
}

/** The page itself, and the files of `dist/cdn` under the folder that the page names. */
async function serveFile(target: string, response: ServerResponse): Promise<void> {
  const name = /^\/vh-elements\/([\w-]+(?:\.[\w-]+)*\.(?:js|css))$/.exec(target)?.[1];
  if (name !== undefined) {
    response.setHeader('content-type', TYPES[path.extname(name)] ?? '');
    response.end(await readFile(inRepository('dist/cdn', name)));
  } else {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>site</title>${blockWith('README.md', '<vh-uploader').text}`);
  }
}

/** Hands a request to the site's server, with the host that the browser knows. */
function passOn(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = request;
  const onwards = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onwards.on('error', () => response.destroy());
  request.pipe(onwards);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

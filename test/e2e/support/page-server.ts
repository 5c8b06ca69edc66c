import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** An origin of its own, for pages that play and report. An answer that fails ends its connection. */
export class PageServer {
  readonly port: number;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async open(
    answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): Promise<PageServer> {
    const server = createServer((request, response) => {
      answer(request, response).catch(() => response.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new PageServer(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

export function sendText(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'content-type': type }).end(text);
}

/** A script of a folder, by the end of its address; 404 where there is none. */
export async function sendScript(response: ServerResponse, folder: string, name: string): Promise<void> {
  const code = await readFile(path.resolve(folder, path.basename(name))).catch(() => undefined);
  response.writeHead(code ? 200 : 404, { 'content-type': 'text/javascript' }).end(code);
}

/** The film of the demo, or the part of it that a browser asks for. */
export async function sendFilm({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const film = await readFile('demo/media/sample.mp4');
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const start = Number(from ?? 0);
  const end = to ? Math.min(Number(to), film.length - 1) : film.length - 1;
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(from === undefined
      ? {}
      : { 'content-range': `bytes ${String(start)}-${String(end)}/${String(film.length)}` }),
  });
  response.end(film.subarray(start, end + 1));
}

/** The body of a delivery. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Passes a delivery on to the service, and gives its answer. */
export async function passOn(
  service: string,
  pathname: string,
  body: Buffer<ArrayBuffer>,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${service}${pathname}`, { method: 'POST', body });
  return { status: answer.status, text: await answer.text() };
}

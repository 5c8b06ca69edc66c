import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../until.ts';

/** A request as it came in. */
export interface Received {
  body: string;
  /** Names and values in turn, as they were written. */
  rawHeaders: string[];
  /** One header, by its exact name. */
  header(name: string): string | undefined;
}

/** How to answer: a status, or by hanging up, or never. */
export type Reply = number | 'hang-up' | 'silence';

/** A server that webhooks may be pointed at, on a port of its own. */
export class HookReceiver {
  readonly received: Received[] = [];
  readonly url: string;
  readonly #server: Server;
  #reply: (request: Received, count: number) => Reply;

  private constructor(server: Server, reply: (request: Received, count: number) => Reply) {
    this.#server = server;
    this.#reply = reply;
    this.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`;
    server.on('request', (request, response) => {
      void read(request).then((received) => {
        this.received.push(received);
        const answer = this.#reply(received, this.received.length);
        if (answer === 'hang-up') request.socket.destroy();
        else if (answer !== 'silence') response.writeHead(answer, { location: '/elsewhere' }).end('thanks');
      });
    });
  }

  static async start(reply: (request: Received, count: number) => Reply = () => 200): Promise<HookReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HookReceiver(server, reply);
  }

  /** Waits until so many requests have come in all. */
  async count(wanted: number): Promise<Received[]> {
    await until(
      () => this.received.length >= wanted,
      () => `${this.received.length} of ${wanted}`,
    );
    return this.received;
  }

  answerWith(reply: (request: Received, count: number) => Reply): void {
    this.#reply = reply;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const { rawHeaders } = request;
  return {
    body: Buffer.concat(chunks).toString(),
    rawHeaders,
    header: (name) => {
      const at = rawHeaders.indexOf(name);
      return at === -1 ? undefined : rawHeaders[at + 1];
    },
  };
}

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host that sources are fetched from; it remembers what it was asked for. */
export class SourceHost {
  readonly asked: string[] = [];
  readonly #server: Server;

  private constructor(answer: RequestListener) {
    this.#server = createServer((request, response) => {
      this.asked.push(request.url ?? '');
      answer(request, response);
    });
  }

  static async start(answer: RequestListener): Promise<SourceHost> {
    const host = new SourceHost(answer);
    await new Promise<void>((resolve) => host.#server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  async end(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

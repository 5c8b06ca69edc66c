import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service over HTTP that answers from memory, at once, so that a figure is of the page backend before it. */
export class InstantService {
  readonly url: string;
  /** Paths of videos that it was asked for and does not have. */
  readonly missed: string[] = [];
  readonly #server: Server;
  #made = 0;

  private constructor(server: Server) {
    this.#server = server;
    // Longer than a backend keeps an idle connection: none breaks as it is used again.
    server.keepAliveTimeout = 600_000;
    this.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      request.resume();
      const [status, body] = this.#answer(request.method ?? '', request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  static async start(): Promise<InstantService> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new InstantService(server);
  }

  async end(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #answer(method: string, path: string): [status: number, body?: object] {
    const [, room, id = ''] = path.split('/');
    if (room === 'auth') return [200, { access_token: 'ac', refresh_token: 're', expires_in: 86_400 }];
    if (method === 'DELETE') return [204];
    if (method === 'POST' && room === 'upload-tokens') return [201, { token: `to${String(++this.#made)}` }];
    if (method === 'POST') return [201, { videoId: `vi${String(++this.#made)}` }];
    if (id.startsWith('vi')) return [200, { videoId: id, title: id, public: true, assets: {} }];
    this.missed.push(path);
    return [404, {}];
  }
}

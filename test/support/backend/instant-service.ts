import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a service in trouble does with a request; `answer` answers it as it would otherwise. */
export type Trouble = (response: ServerResponse, answer: () => void) => void;

/** A service over HTTP that answers from memory, at once, so that a figure is of the page backend before it. */
export class InstantService {
  readonly url: string;
  /** Paths of videos that it was asked for and does not have. */
  readonly missed: string[] = [];
  /** Milliseconds since 1970 at which each request came. */
  readonly askedAt: number[] = [];
  trouble: Trouble | undefined;
  /** Seconds that an access token lives. */
  expiresIn = 86_400;
  readonly #server: Server;
  #made = 0;

  private constructor(server: Server) {
    this.#server = server;
    // Longer than a backend keeps an idle connection: none breaks as it is used again.
    server.keepAliveTimeout = 600_000;
    this.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      request.resume();
      this.askedAt.push(Date.now());
      const answer = () => {
        const [status, body] = this.#answer(request.method ?? '', request.url ?? '');
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      };
      if (this.trouble) this.trouble(response, answer);
      else answer();
    });
  }

  static async start(): Promise<InstantService> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new InstantService(server);
  }

  /** As `end`; after it, the same address may listen again. */
  async listenAgain(): Promise<void> {
    this.#server.listen(Number(new URL(this.url).port), '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async end(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #answer(method: string, path: string): [status: number, body?: object] {
    const [, room, id = '', part] = path.split('/');
    if (room === 'auth')
      return [200, { access_token: 'ac', refresh_token: 're', expires_in: this.expiresIn }];
    if (method === 'DELETE') return [204];
    if (method === 'POST' && room === 'upload-tokens') return [201, { token: `to${String(++this.#made)}` }];
    if (method === 'POST') return [201, { videoId: `vi${String(++this.#made)}` }];
    if (id.startsWith('vi')) return [200, this.#partOf(id, part)];
    this.missed.push(path);
    return [404, {}];
  }

  #partOf(id: string, part: string | undefined): object {
    if (part === 'status') return { ingest: null, encoding: { playable: true, qualities: [] } };
    if (part !== undefined) return { data: [] };
    const hls = `${this.url}/assets/${id}/manifest.m3u8`;
    return { videoId: id, title: id, public: true, assets: { hls } };
  }
}

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that has every video, stream and player; those whose id begins with `pr` are private. */
export class OpenService {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  static async start(): Promise<OpenService> {
    let made = 0;
    const server = createServer((request, response) => {
      request.resume();
      const { pathname } = new URL(request.url ?? '', 'http://service.test');
      const [status, body] = answerTo(request.method ?? '', pathname, () => ++made);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new OpenService(server);
  }

  end(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function answerTo(method: string, path: string, next: () => number): [number, unknown?] {
  if (path.startsWith('/auth/'))
    return [200, { access_token: 'access', refresh_token: 'refresh', expires_in: 3600 }];
  if (method === 'DELETE') return [204];
  if (path === '/upload-tokens')
    return [201, { token: `to${String(next())}`, expiresAt: '2030-01-01T00:00:00Z' }];
  if (method === 'POST') return [201, { videoId: `viMade${String(next())}` }];
  const [, room, id = '', part] = path.split('/');
  if (part === 'status') return [200, { ingest: null, encoding: { playable: true, qualities: [] } }];
  if (part !== undefined) return [200, { data: [], pagination: { pagesTotal: 1 } }];
  const name = { 'videos': 'videoId', 'live-streams': 'liveStreamId', 'players': 'playerId' }[room ?? ''];
  return name ? [200, { [name]: id, title: id, public: !id.startsWith('pr'), assets: {} }] : [404, {}];
}

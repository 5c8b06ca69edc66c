import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allowEveryOrigin, answerPreflight } from '../../../../packages/vh-elements-sandbox/src/http/cors.ts';
import { S3Site } from './s3-site.ts';

/** Bytes at whose multiples a session stores what a broken request brought. */
const STORED_IN = 1024;

/** One object: of a resumable session, or behind a plain signed address. */
interface Stored {
  chunks: Buffer[];
  size: number;
  total: number | undefined;
  isWhole: boolean;
  /** The newest request: an older one that is still open has been given up. */
  newest?: IncomingMessage;
}

/** Signed addresses that take PUT: `/session/NAME` in ranges as resumable sessions do, `/object/NAME` whole. */
export class PutServer {
  readonly #server: Server;
  readonly #objects = new Map<string, Stored>();
  /** Times that an object was completed. */
  completions = 0;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.handle(request, response);
    });
  }

  static async start(): Promise<PutServer> {
    const server = new PutServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** SHA-256 of a complete object; nothing where there is none. */
  hashOf(path: string): string | undefined {
    const stored = this.#objects.get(path);
    if (!stored?.isWhole) return undefined;
    const hash = createHash('sha256');
    for (const chunk of stored.chunks) hash.update(chunk);
    return hash.digest('hex');
  }

  /** Forgets every object; false when there was none with a byte. */
  clear(): boolean {
    const had = [...this.#objects.values()].some(({ size }) => size > 0);
    this.#objects.clear();
    this.s3.clear();
    this.completions = 0;
    return had;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The bucket beside them, under `/bucket/`, and the site's server that signs its addresses, under `/more/`. */
  readonly s3 = new S3Site();

  /** Serves one request. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    request.on('error', () => undefined);
    if (S3Site.serves(request)) {
      void this.s3.handle(request, response);
      return;
    }
    allowEveryOrigin(response);
    response.setHeader('access-control-expose-headers', 'Range');
    const { pathname } = new URL(request.url ?? '/', 'http://put.example');
    if (request.method === 'OPTIONS') {
      answerPreflight(response, ['PUT']);
      response.writeHead(204).end();
    } else if (request.method !== 'PUT') {
      response.writeHead(200).end();
    } else if (pathname.startsWith('/session/')) void this.#session(pathname, request, response);
    else void this.#object(pathname, request, response);
  }

  async #object(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    if (!(await read(request, (chunk) => chunks.push(chunk)))) return;
    const size = chunks.reduce((sum, { length }) => sum + length, 0);
    this.#objects.set(path, { chunks, size, total: size, isWhole: true });
    this.completions++;
    response.writeHead(200, { etag: '"one"' }).end();
  }

  async #session(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const stored = this.#objects.get(path) ?? { chunks: [], size: 0, total: undefined, isWhole: false };
    this.#objects.set(path, stored);
    const range = /^bytes (?:\*|(\d+)-(\d+))\/(\d+)$/.exec(request.headers['content-range'] ?? '');
    const length = Number(request.headers['content-length']);
    const total = range ? Number(range[3]) : length;
    const from = range?.[1] === undefined ? (range ? undefined : 0) : Number(range[1]);
    if (stored.isWhole || from === undefined) {
      await read(request, () => undefined);
      this.#report(stored, response);
      return;
    }
    stored.total ??= total;
    const isFit =
      from <= stored.size && total === stored.total && (!range || Number(range[2]) - from + 1 === length);
    if (!isFit) {
      await read(request, () => undefined);
      response.writeHead(416).end();
      return;
    }
    stored.newest = request;
    const before = stored.size;
    let skip = before - from;
    const isComplete = await read(request, (chunk) => {
      if (stored.newest !== request) return;
      const fresh = chunk.subarray(Math.min(skip, chunk.length));
      skip -= chunk.length - fresh.length;
      stored.chunks.push(fresh);
      stored.size += fresh.length;
    });
    if (stored.newest !== request) {
      response.destroy();
      return;
    }
    if (!isComplete) {
      truncate(stored, Math.max(before, stored.size - (stored.size % STORED_IN)));
      return;
    }
    if (stored.size === stored.total) {
      stored.isWhole = true;
      this.completions++;
    }
    this.#report(stored, response);
  }

  #report({ isWhole, size }: Stored, response: ServerResponse): void {
    if (isWhole) response.writeHead(200).end();
    else response.writeHead(308, size > 0 ? { range: `bytes=0-${String(size - 1)}` } : {}).end();
  }
}

/** Reads a body; false when it broke off. */
async function read(request: IncomingMessage, take: (chunk: Buffer) => void): Promise<boolean> {
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) take(chunk);
    return request.complete;
  } catch {
    return false;
  }
}

function truncate(stored: Stored, size: number): void {
  const whole = Buffer.concat(stored.chunks).subarray(0, size);
  stored.chunks = [whole];
  stored.size = size;
}

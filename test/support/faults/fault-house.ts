import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Listening } from '../../../demo/sandbox/listen.ts';
import { createSandbox, type Sandbox } from '../../../demo/sandbox/sandbox.ts';
import type { AnswerFault } from './fault-schedule.ts';
import { FaultyLine } from './faulty-line.ts';
import { PutServer } from './put-server.ts';

const KEY = 'key-of-the-faults';

/** A sandbox and a PUT server behind one faulty line, and a door that knows what is really there. */
export class FaultHouse {
  readonly line: FaultyLine;
  readonly put: PutServer;
  /** Requests with bytes since `begin`. */
  requests = 0;
  /** Answers that were given instead. */
  answered = 0;
  readonly #dir: string;
  readonly #sandbox: Sandbox;
  readonly #inner: Listening;
  readonly #front: Server;
  #answers: readonly AnswerFault[] = [];
  #onRequest: (nth: number) => Promise<void> = () => Promise.resolve();

  private constructor(parts: {
    dir: string;
    sandbox: Sandbox;
    inner: Listening;
    front: Server;
    line: FaultyLine;
    put: PutServer;
  }) {
    this.#dir = parts.dir;
    this.#sandbox = parts.sandbox;
    this.#inner = parts.inner;
    this.#front = parts.front;
    this.line = parts.line;
    this.put = parts.put;
    this.#front.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
      void this.#serve(incoming, response);
    });
  }

  static async open(extensions = true): Promise<FaultHouse> {
    const dir = await mkdtemp(path.join(tmpdir(), 'vh-faults-'));
    const limits = { partBytes: 1, extensions };
    const sandbox = await createSandbox({ dataDir: dir, apiKey: KEY, ffmpeg: false, limits });
    const inner = await sandbox.listen({});
    const front = createServer({ keepAliveTimeout: 60_000 });
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
    const line = await FaultyLine.to(`http://127.0.0.1:${String((front.address() as AddressInfo).port)}`);
    return new FaultHouse({ dir, sandbox, inner, front, line, put: await PutServer.start() });
  }

  /** Starts afresh: with these answers, and `onRequest` told of every request with bytes before it is served. */
  begin(answers: readonly AnswerFault[], onRequest: (nth: number) => Promise<void>): void {
    this.#answers = answers;
    this.#onRequest = onRequest;
    this.requests = this.answered = 0;
    this.put.clear();
  }

  async close(): Promise<void> {
    await this.line.close();
    this.#front.closeAllConnections();
    this.#front.close();
    await this.put.close();
    await this.#inner.close();
    await this.#sandbox.close();
    await rm(this.#dir, { recursive: true, force: true });
  }

  async createToken(): Promise<string> {
    return String((await this.#ask('POST', '/upload-tokens', { ttl: 0 }))['token']);
  }

  async deleteToken(token: string): Promise<void> {
    await this.#ask('DELETE', `/upload-tokens/${token}`);
  }

  async createVideo(title: string): Promise<string> {
    return String((await this.#ask('POST', '/videos', { title }))['videoId']);
  }

  /** The ids of all videos of that title. */
  async videosOf(title: string): Promise<string[]> {
    const { data } = await this.#ask('GET', `/videos?title=${encodeURIComponent(title)}`);
    return (data as { videoId: string; title: string }[])
      .filter((video) => video.title === title)
      .map(({ videoId }) => videoId);
  }

  async hashOf(videoId: string): Promise<string> {
    const answer = await fetch(`${this.#inner.url}/videos/${videoId}/source`, { headers: this.#headers });
    if (!answer.ok) return `no source: ${String(answer.status)}`;
    return createHash('sha256')
      .update(new Uint8Array(await answer.arrayBuffer()))
      .digest('hex');
  }

  async delete(videoId: string): Promise<void> {
    await this.#ask('DELETE', `/videos/${videoId}`);
  }

  get #headers(): Record<string, string> {
    return {
      'authorization': `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`,
      'content-type': 'application/json',
    };
  }

  async #ask(method: string, target: string, json?: unknown): Promise<Record<string, unknown>> {
    const body = json === undefined ? null : JSON.stringify(json);
    const answer = await fetch(this.#inner.url + target, { method, headers: this.#headers, body });
    const text = await answer.text();
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    incoming.on('error', () => undefined);
    response.on('error', () => undefined);
    if (!['POST', 'PATCH', 'PUT'].includes(incoming.method ?? '')) {
      this.#hand(incoming, response);
      return;
    }
    const nth = ++this.requests;
    await this.#onRequest(nth);
    const fault = this.#answers.find((answer) => answer.nth === nth);
    if (!fault) {
      this.#hand(incoming, response);
      return;
    }
    this.answered++;
    if (fault.isServed) await this.#forward(incoming);
    else incoming.resume();
    if (!incoming.complete && !incoming.destroyed) await once(incoming, 'close').catch(() => undefined);
    const wait = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
    response.writeHead(fault.status, wait).end();
  }

  #hand(incoming: IncomingMessage, response: ServerResponse): void {
    const isPut = /^\/(?:session|object)\//.test(incoming.url ?? '');
    if (isPut) this.put.handle(incoming, response);
    else this.#sandbox.handle(incoming, response);
  }

  /** Has a request served behind the scenes. */
  async #forward(incoming: IncomingMessage): Promise<void> {
    const isPut = /^\/(?:session|object)\//.test(incoming.url ?? '');
    const to = new URL(incoming.url ?? '/', isPut ? this.put.url : this.#inner.url);
    const outgoing = request(to, { method: incoming.method, headers: incoming.headers });
    const answered = new Promise<void>((resolve) => {
      outgoing.on('error', () => {
        resolve();
      });
      outgoing.on('response', (answer) => {
        answer.resume();
        answer.on('close', resolve);
      });
    });
    incoming.on('close', () => {
      if (!incoming.complete) outgoing.destroy();
    });
    incoming.pipe(outgoing);
    await answered;
  }
}

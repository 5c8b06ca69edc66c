import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Listening } from '../../../../packages/vh-elements-sandbox/src/listen/listen.ts';
import { allowEveryOrigin } from '../../../../packages/vh-elements-sandbox/src/http/cors.ts';
import { createSandbox, type Sandbox } from '../../../../packages/vh-elements-sandbox/src/sandbox.ts';
import { ALWAYS } from './fault-scenario.ts';
import type { AnswerFault, FaultSchedule, FaultScenario, RetryWait } from './fault-schedule.ts';
import { KeyedClient } from './keyed-client.ts';
import { FaultyLine } from './faulty-line.ts';
import { PutServer } from './put-server.ts';

const KEY = 'key-of-the-faults';
/** Where Linux keeps files in memory, and how many bytes must be free there. */
const MEMORY = '/dev/shm';
const ENOUGH = 2 ** 30;

/** A sandbox and a PUT server behind one faulty line, and a side door that reads the real state. */
export class FaultService {
  readonly line: FaultyLine;
  readonly put: PutServer;
  /** Requests with bytes since `begin`, and all of them. */
  requests = 0;
  asked = 0;
  /** The statuses of answers that were given instead. */
  readonly answered: number[] = [];
  /** Requests with bytes that were served to their end, whatever the answer that was given said. */
  served = 0;
  /** Times that the first part of a video was stored, and that one was refused as too many. */
  readonly firstParts = { stored: 0, refused: 0 };
  /** Bytes of the largest request. */
  largest = 0;
  readonly #dir: string;
  readonly #sandbox: Sandbox;
  readonly #inner: Listening;
  readonly #client: KeyedClient;
  readonly #front: Server;
  #answers: readonly AnswerFault[] = [];
  #offsets: { from: number; left: number; isBeyond: boolean; size: number } | undefined;
  /** Where tus uploads are. */
  #locations: string[] = [];
  #onRequest: (nth: number, incoming: IncomingMessage) => Promise<void> = () => Promise.resolve();

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
    this.#client = new KeyedClient(parts.inner.url, KEY);
    this.#front = parts.front;
    this.line = parts.line;
    this.put = parts.put;
    this.#front.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
      void this.#serve(incoming, response);
    });
  }

  static async open(extensions = true): Promise<FaultService> {
    const dir = await mkdtemp(path.join(await memoryFolder(), 'vh-faults-'));
    const limits = { partBytes: 1, extensions };
    const sandbox = await createSandbox({
      dataDir: dir,
      apiKey: KEY,
      ffmpeg: false,
      packaging: false,
      limits,
    });
    const inner = await sandbox.listen({});
    const front = createServer({ keepAliveTimeout: 60_000 });
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
    const line = await FaultyLine.to(`http://127.0.0.1:${String((front.address() as AddressInfo).port)}`);
    return new FaultService({ dir, sandbox, inner, front, line, put: await PutServer.start() });
  }

  /** Starts afresh: with these faults, and `onRequest` called for every request with bytes before it is served. */
  begin(schedule: FaultSchedule, onRequest: (nth: number, incoming: IncomingMessage) => Promise<void>): void {
    const { line, least, size, scenario } = schedule;
    this.#answers = [...schedule.answers, ...answersOf(scenario)];
    this.#offsets =
      scenario.kind === 'offset'
        ? { from: scenario.nth, left: scenario.times, isBeyond: scenario.says === 'beyond', size }
        : undefined;
    this.#onRequest = onRequest;
    this.#locations = [];
    Object.assign(this.firstParts, { stored: 0, refused: 0 });
    this.asked = this.requests = this.served = this.largest = this.answered.length = 0;
    this.put.clear();
    this.line.begin(line, { least, from: size });
  }

  /** Lets the server forget what it has of an upload; false when that is nothing yet. */
  async forget(wire: FaultSchedule['wire'], title: string, token: string): Promise<boolean> {
    if (wire === 's3') return this.put.s3.bucket.forget();
    if (wire === 'put') return this.put.clear();
    if (wire === 'parts') {
      const videos = await this.videosOf(title);
      for (const video of videos) await this.delete(video);
      return videos.length > 0;
    }
    const headers = { 'authorization': `Bearer ${token}`, 'tus-resumable': '1.0.0' };
    const locations = this.#locations
      .splice(0)
      .map((one) => new URL(new URL(one, this.#inner.url).pathname, this.#inner.url));
    const ask = (url: URL, method: string) => fetch(url, { method, headers });
    // Again: Node may send on a connection that the sandbox has closed a moment ago.
    const askAgain = (url: URL, method: string) => ask(url, method).catch(() => ask(url, method));
    const heads = await Promise.all(locations.map((url) => askAgain(url, 'HEAD')));
    // A complete upload is a video by now, or may be one before the upload gets the answer.
    const isComplete = ({ headers: head }: Response) =>
      head.get('upload-concat') !== 'partial' && head.get('upload-offset') === head.get('upload-length');
    if (heads.length === 0 || heads.some(isComplete)) return false;
    for (const url of locations) await askAgain(url, 'DELETE');
    return true;
  }

  async close(): Promise<void> {
    await this.line.close();
    this.#front.closeAllConnections();
    this.#front.close();
    await this.put.close();
    this.#client.close();
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
    const { status, bytes } = await this.#client.ask('GET', `/videos/${videoId}/source`);
    return status === 200 ? createHash('sha256').update(bytes).digest('hex') : `no source: ${String(status)}`;
  }

  async delete(videoId: string): Promise<void> {
    await this.#ask('DELETE', `/videos/${videoId}`);
  }

  async #ask(method: string, target: string, json?: unknown): Promise<Record<string, unknown>> {
    const { bytes } = await this.#client.ask(method, target, json);
    return bytes.length === 0 ? {} : (JSON.parse(bytes.toString()) as Record<string, unknown>);
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    incoming.on('error', () => undefined);
    response.on('error', () => undefined);
    this.asked++;
    if (!['POST', 'PATCH', 'PUT'].includes(incoming.method ?? '')) {
      this.#hand(incoming, response);
      return;
    }
    const nth = ++this.requests;
    this.largest = Math.max(this.largest, Number(incoming.headers['content-length'] ?? 0));
    await this.#onRequest(nth, incoming);
    const fault = this.#answers.find((answer) => answer.nth === nth && canAnswer(answer, incoming));
    const offset = fault ? undefined : this.#offsetFor(nth, incoming);
    if (!fault && !offset) {
      // Not only when the answer arrived: the service may have served a request that the client aborted.
      response.on('close', () => {
        const isRefused = response.headersSent && response.statusCode >= 400;
        const isServed = !isRefused && incoming.complete;
        if (isServed) this.served++;
        if (/^part 1\//.test(incoming.headers['content-range'] ?? '')) {
          if (isServed) this.firstParts.stored++;
          if (isRefused && response.statusCode === 400) this.firstParts.refused++;
        }
        const location = response.getHeader('location');
        if (typeof location === 'string') this.#locations.push(location);
      });
      this.#hand(incoming, response);
      return;
    }
    if (fault?.isServed) await this.#forward(incoming);
    else incoming.resume();
    if (!incoming.complete && !incoming.destroyed) await once(incoming, 'close').catch(() => undefined);
    const { status, headers } = offset ?? { status: fault?.status ?? 500, headers: waitOf(fault?.wait) };
    this.answered.push(status);
    allowEveryOrigin(response);
    if (status === 308) response.setHeader('access-control-expose-headers', 'Range');
    response.writeHead(status, headers).end();
  }

  /** An answer with a wrong offset, where the request is one that is answered with an offset. */
  #offsetFor(
    nth: number,
    { method, headers }: IncomingMessage,
  ): { status: number; headers: Record<string, string> } | undefined {
    const reported = this.#offsets;
    const from = headers['upload-offset'] ?? /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1];
    if (!reported || nth < reported.from || reported.left === 0 || from === undefined) return undefined;
    reported.left--;
    const offset = reported.isBeyond ? reported.size + 9 : Number(from);
    if (method === 'PATCH') {
      return { status: 204, headers: { 'tus-resumable': '1.0.0', 'upload-offset': String(offset) } };
    }
    return { status: 308, headers: offset > 0 ? { range: `bytes=0-${String(offset - 1)}` } : {} };
  }

  #hand(incoming: IncomingMessage, response: ServerResponse): void {
    const isPut = /^\/(?:session|object|bucket|more)\//.test(incoming.url ?? '');
    if (isPut) this.put.handle(incoming, response);
    else this.#sandbox.handle(incoming, response);
  }

  /** Has a request served behind the scenes. */
  async #forward(incoming: IncomingMessage): Promise<void> {
    const isPut = /^\/(?:session|object|bucket|more)\//.test(incoming.url ?? '');
    const to = new URL(incoming.url ?? '/', isPut ? this.put.url : this.#inner.url);
    const outgoing = request(to, { method: incoming.method, headers: incoming.headers });
    const answered = new Promise<void>((resolve) => {
      outgoing.on('error', () => {
        resolve();
      });
      outgoing.on('response', (answer) => {
        answer.resume();
        if ((answer.statusCode ?? 500) < 400) this.served++;
        if (answer.headers.location) this.#locations.push(answer.headers.location);
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

/** A folder that needs no disk, where there is one: each upload waits for the disk a dozen times. */
async function memoryFolder(): Promise<string> {
  const room = await statfs(MEMORY).catch(() => undefined);
  return room && room.bavail * room.bsize >= ENOUGH ? MEMORY : tmpdir();
}

/** Nothing but a piece of a file can be out of step. */
function canAnswer({ status }: AnswerFault, { method }: IncomingMessage): boolean {
  return status !== 409 || method === 'PATCH';
}

/** What a scenario has the server answer. */
function answersOf(scenario: FaultScenario): AnswerFault[] {
  switch (scenario.kind) {
    case 'forbidden':
    case 'refused':
      return [{ nth: scenario.nth, status: scenario.status }];
    case 'too-large':
      return [{ nth: scenario.nth, status: 413 }];
    case 'busy':
      return Array.from({ length: ALWAYS }, (_, at) => ({ nth: scenario.nth + at, status: scenario.status }));
    default:
      return [];
  }
}

function waitOf(wait: RetryWait | undefined): Record<string, string> {
  if (!wait) return {};
  const { header, seconds, isDate } = wait;
  return { [header]: isDate ? new Date(Date.now() + seconds * 1000).toUTCString() : String(seconds) };
}

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMemoryState } from '../../../src/backend/state/memory-state.ts';
import { parseJson } from '../../../src/core/wire/read-json.ts';
import type { CaseChange, ServiceFault } from './conformance-case.ts';
import { serviceAnswer } from './service-world.ts';

/** What a backend asked of the service. */
export interface Asked {
  request: string;
  body: unknown;
  /** The credential: the access token by its name, or nothing. */
  by: string;
}

interface Room {
  asked: Asked[];
  faults: { fault: ServiceFault; left: number }[];
  made: number;
  state: ReturnType<typeof createMemoryState>;
  storeFailsAfter: string | null;
  isStoreAway: boolean;
}

/**
 * A service, and a store of shared state, for many backends at once: each has a room of its own below `/room/…`, in which
 * everything that it asks is noted.
 */
export class RecordingService {
  readonly origin: string;
  readonly #server: Server;
  readonly #rooms = new Map<string, Room>();

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.#answer(request, response);
    });
  }

  static async start(): Promise<RecordingService> {
    const server = createServer();
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RecordingService(server);
  }

  end(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The service's address for one backend. */
  baseUrl(room: string): string {
    return `${this.origin}/room/${room}`;
  }

  change(room: string, { faults, storeFailsAfter }: CaseChange): void {
    const own = this.#room(room);
    if (faults) own.faults = faults.map((fault) => ({ fault, left: fault.times ?? Infinity }));
    if (storeFailsAfter !== undefined) {
      own.storeFailsAfter = storeFailsAfter;
      own.isStoreAway = storeFailsAfter === '';
    }
  }

  /** The requests since the last call. */
  takeAsked(room: string): Asked[] {
    const own = this.#room(room);
    const { asked } = own;
    own.asked = [];
    return asked;
  }

  #room(name: string): Room {
    const there = this.#rooms.get(name);
    if (there) return there;
    const made: Room = {
      ...{ asked: [], faults: [], made: 0, state: createMemoryState() },
      ...{ storeFailsAfter: null, isStoreAway: false },
    };
    this.#rooms.set(name, made);
    return made;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await bytesOf(request);
    const text = bytes.toString('utf8');
    const [, name = '', rest = ''] = /^\/room\/([^/]+\/[^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const room = this.#room(name);
    if (rest.startsWith('/store')) return answerStore(room, text, response);
    const asked = `${request.method ?? ''} ${rest}`;
    const by = (request.headers.authorization ?? '').replace('Bearer ', '');
    const type = request.headers['content-type'] ?? '';
    const isForm = type.startsWith('multipart/form-data');
    const body = isForm ? await filesOf(bytes, type) : text === '' ? undefined : (parseJson(text) ?? text);
    room.asked.push({ request: asked, body, by });
    if (room.storeFailsAfter && asked.startsWith(room.storeFailsAfter)) room.isStoreAway = true;
    const fault = room.faults.find((one) => one.left > 0 && asked.startsWith(one.fault.on));
    if (fault) fault.left--;
    if (fault?.fault.isCut) return void request.socket.destroy();
    const own = this.baseUrl(name);
    const usual = serviceAnswer({
      method: request.method ?? '',
      path: rest,
      body,
      own,
      next: () => ++room.made,
    });
    const { status, headers, body: said } = fault ? { headers: {}, ...fault.fault } : usual;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(
      said === undefined || status === 204
        ? undefined
        : typeof said === 'string'
          ? said
          : JSON.stringify(said),
    );
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The files of a form, as another reader of HTTP finds them: each language writes its own boundary. */
async function filesOf(bytes: Buffer, type: string): Promise<unknown> {
  const form = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
  const entries = [...(await form.formData()).entries()];
  return Promise.all(
    entries.map(async ([member, file]) =>
      typeof file === 'string'
        ? { member, text: file }
        : {
            ...{ member, name: file.name, type: file.type, size: file.size },
            sha256: createHash('sha256')
              .update(new Uint8Array(await file.arrayBuffer()))
              .digest('hex'),
          },
    ),
  );
}

/** One question to the store. */
interface StoreQuestion {
  what: 'get' | 'swap' | 'take';
  key: string;
  expected?: string | null;
  next?: string | null;
  seconds?: number;
  burst?: number;
  intervalMs?: number;
}

/** The store of shared state, as each language's site reaches it: one question, one answer. */
async function answerStore(room: Room, text: string, response: ServerResponse): Promise<void> {
  if (room.isStoreAway) return void response.writeHead(500).end();
  const {
    what,
    key,
    expected,
    next,
    seconds = 0,
    burst = 1,
    intervalMs = 1,
  } = JSON.parse(text) as StoreQuestion;
  const { get, swap, take } = room.state;
  const said =
    what === 'get'
      ? ((await get(key)) ?? null)
      : what === 'swap'
        ? await swap(key, expected ?? undefined, next ?? undefined, seconds)
        : await take(key, { burst, intervalMs });
  response.end(JSON.stringify(said));
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pythonWith } from '../frameworks/clients.ts';
import { FrameworkServer } from '../frameworks/framework-server.ts';
import { freePort } from '../frameworks/languages.ts';
import { inRepository } from '../repository.ts';
import { KEY, SandboxUnderTest } from '../sandbox/sandbox.ts';
import { SESSION_SECRET, sessionOf } from './session-cookie.ts';
import { STORES, type SharedStore, type StoreName } from '../stores/shared-store.ts';

type Env = Readonly<Record<string, string>>;
type Start = (env: Env) => Promise<FrameworkServer>;

const program = (name: string) => inRepository('test/support/backend', name);

/** How a process of a backend is started that shares its state with others. */
export const WORKER_LANGUAGES = {
  /** Processes of PHP share a folder, or the store that is named. */
  PHP: async (env) => {
    const port = await freePort();
    const words = ['-c', 'exec php -S "127.0.0.1:$0" "$1" 2>&1', port, program('worker.php')];
    return FrameworkServer.start({ command: 'sh', words, ready: /started/, port, env });
  },
  /** Processes of Python share a file of SQLite, or the store that is named. */
  Python: (env) => {
    const module = 'REDIS_URL' in env ? 'redis' : 'psycopg';
    const hasStore = 'REDIS_URL' in env || 'DATABASE_URL' in env;
    const command = (hasStore ? pythonWith(module) : undefined) ?? 'python3';
    return FrameworkServer.start({ command, words: [program('worker.py')], env });
  },
  /** Processes of Node share a Redis or a Postgres: the examples of docs/several-servers.md. */
  Node: (env) => {
    const name = 'DATABASE_URL' in env ? 'several-servers-postgres.mjs' : 'several-servers.mjs';
    const words = [inRepository('test/frameworks/servers', name)];
    return FrameworkServer.start({ command: process.execPath, words, env });
  },
} as const satisfies Record<string, Start>;

export type WorkerLanguage = keyof typeof WORKER_LANGUAGES;

/** Several processes of one site's backend, which share their state, before a sandbox. */
export class Workers {
  readonly service: SandboxUnderTest;
  readonly #start: () => Promise<FrameworkServer>;
  readonly #folder: string;
  readonly store: SharedStore | undefined;
  #workers: FrameworkServer[];

  private constructor(
    service: SandboxUnderTest,
    store: SharedStore | undefined,
    folder: string,
    start: () => Promise<FrameworkServer>,
    workers: FrameworkServer[],
  ) {
    this.service = service;
    this.store = store;
    this.#folder = folder;
    this.#start = start;
    this.#workers = workers;
  }

  /** Starts them; those of Node share a Redis where no store is named. */
  static async start(
    language: WorkerLanguage,
    count: number,
    name: StoreName | undefined = language === 'Node' ? 'redis' : undefined,
  ): Promise<Workers> {
    const service = await SandboxUnderTest.start();
    const folder = await mkdtemp(path.join(tmpdir(), 'vh-workers-'));
    const store = name && (await STORES[name].start());
    const env = {
      VH_BASE_URL: service.url,
      VH_API_KEY: KEY,
      VH_STATE: folder,
      SESSION_SECRET,
      ...store?.env,
    };
    const start = () => WORKER_LANGUAGES[language](env);
    const workers = await Promise.all(Array.from({ length: count }, start));
    return new Workers(service, store, folder, start, workers);
  }

  /** The address of one process. */
  url(worker: number): string {
    return this.#workers[worker % this.count]?.url ?? '';
  }

  get count(): number {
    return this.#workers.length;
  }

  /** Asks one process for the grant of an upload. */
  ask(worker: number, key: string, visitor: string, signal?: AbortSignal): Promise<Response> {
    return askGrant(this.url(worker), key, visitor, signal);
  }

  /** Asks one process for a fresh grant of a video. */
  renew(worker: number, { videoId, claim }: GrantAnswer, visitor: string): Promise<Response> {
    const body = { action: 'refresh', file: fileOf('renewed'), videoId, claim };
    return postGrant(this.url(worker), body, visitor);
  }

  /** Asks all of them at once. */
  askAll(key: string, visitor: string): Promise<Response[]> {
    return Promise.all(this.#workers.map((_, worker) => this.ask(worker, key, visitor)));
  }

  /** Kills one, whatever it does, and starts another in its place. */
  async replace(worker: number): Promise<void> {
    const doomed = this.#workers[worker];
    await doomed?.end();
    this.#workers[worker] = await this.#start();
  }

  /** How many videos the service has. */
  async videos(): Promise<number> {
    const { body } = await this.service.ask('GET', '/videos');
    return Number(body['pagination']?.['itemsTotal']);
  }

  async end(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.end()));
    await this.service.end();
    await this.store?.process.end(this.store.signals[1]);
    await rm(this.#folder, { recursive: true });
  }
}

/** Asks a backend for the grant of an upload, as a page of its site does. */
export function askGrant(
  url: string,
  idempotencyKey: string,
  visitor: string,
  signal?: AbortSignal,
): Promise<Response> {
  return postGrant(url, { file: fileOf(idempotencyKey), idempotencyKey }, visitor, signal);
}

/** Each upload has a file of its own name, so that its videos can be found. */
const fileOf = (name: string) => ({ name: `${name}.mp4`, size: 5, type: '' });

function postGrant(url: string, body: object, visitor: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/grants`, {
    method: 'POST',
    headers: {
      'origin': new URL(url).origin,
      'content-type': 'application/json',
      'x-vh-request': '1',
      'cookie': sessionOf(visitor),
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** What a page reads of a grant. */
export type GrantAnswer = Record<'videoId' | 'token' | 'claim', string>;

/** The video of a grant. */
export async function videoOf(response: Response): Promise<string> {
  return ((await response.json()) as { videoId: string }).videoId;
}

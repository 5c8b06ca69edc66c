import { Agent, request } from 'node:http';
import { WORKER_LANGUAGES } from '../../../test/support/backend/workers.ts';
import { FrameworkServer } from '../../../test/support/frameworks/framework-server.ts';
import { inRepository } from '../../../test/support/repository.ts';
import { KEY } from '../../../test/support/sandbox/sandbox.ts';
import { STORES, type SharedStore, type StoreName } from '../../../test/support/stores/shared-store.ts';
import type { InstantService } from '../../../test/support/backend/instant-service.ts';

/** Processes of one site's backend: one that shares nothing, or some on one store. Its requests take turns at them. */
export class SiteOnStore {
  readonly name: string;
  readonly #servers: readonly FrameworkServer[];
  readonly #store: SharedStore | undefined;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  #turn = 0;

  private constructor(name: string, servers: readonly FrameworkServer[], store: SharedStore | undefined) {
    this.name = name;
    this.#servers = servers;
    this.#store = store;
  }

  static async start(service: InstantService, count: number, name?: StoreName): Promise<SiteOnStore> {
    const store = name && (await STORES[name].start());
    const env = { VH_BASE_URL: service.url, VH_API_KEY: KEY, ...store?.env };
    const alone = {
      command: process.execPath,
      words: [inRepository('bench/support/backend/one-server.mjs')],
    };
    const start = () => (store ? WORKER_LANGUAGES.Node(env) : FrameworkServer.start({ ...alone, env }));
    const servers = await Promise.all(Array.from({ length: count }, start));
    return new SiteOnStore(name ?? 'memory', servers, store);
  }

  /** The status of an answer to `POST /grants`; a visitor without a name is one of all that the site does not know. */
  grant(visitor: string, idempotencyKey: string): Promise<number> {
    const file = { name: `${idempotencyKey}.mp4`, size: 5, type: '' };
    const headers = {
      'content-type': 'application/json',
      'x-vh-request': '1',
      ...(visitor !== '' && { cookie: visitor }),
    };
    return this.#ask('POST', '/grants', headers, JSON.stringify({ file, idempotencyKey }));
  }

  /** The status of an answer to `GET`. */
  read(path: string): Promise<number> {
    return this.#ask('GET', path, {});
  }

  async end(): Promise<void> {
    this.#agent.destroy();
    await Promise.all(this.#servers.map((server) => server.end()));
    await this.#store?.process.end(this.#store.signals[1]);
  }

  #ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<number> {
    const url = this.#servers[this.#turn++ % this.#servers.length]?.url ?? '';
    const { origin } = new URL(url);
    return new Promise((resolve, reject) => {
      const options = { method, agent: this.#agent, headers: { ...headers, origin } };
      const sent = request(url + path, options, (response) => {
        response.resume();
        response.once('end', () => {
          resolve(response.statusCode ?? 0);
        });
      });
      sent.once('error', (error) => {
        // The server closes an idle connection after a while, maybe just now.
        if (sent.reusedSocket) resolve(this.#ask(method, path, headers, body));
        else reject(error);
      });
      sent.end(body);
    });
  }
}

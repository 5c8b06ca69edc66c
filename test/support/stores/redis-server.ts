import { spawnSync } from 'node:child_process';
import { describe } from 'node:test';
import { freePort } from '../frameworks/languages.ts';
import { StoreProcess } from './store-process.ts';

/** A suite of tests that need Redis. Where it is not there and could not be installed, one loud line names the suite. */
export function describeWithRedis(name: string, suite: () => void): void {
  const { status } = spawnSync('redis-server', ['--version'], { stdio: 'ignore' });
  if (status === 0) describe(name, suite);
  else process.stderr.write(`LEFT OUT, since there is no redis-server on this machine: ${name}\n`);
}

/** A Redis of this test's own, on a free port. `words` are settings of it. */
export async function startRedis(...words: string[]): Promise<StoreProcess> {
  const store = new StoreProcess(Number(await freePort()), (port, folder) => [
    'redis-server',
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
    // An acknowledged change is on disk: a store that is killed and started again has lost nothing.
    ...['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''],
    ...words,
  ]);
  await store.start();
  return store;
}

/** A client of a package, as a site makes it. */
export interface StoreClient {
  client: never;
  end: () => Promise<void>;
}

type Loaded = Record<string, (...words: unknown[]) => Record<string, (...words: unknown[]) => unknown>>;

/** The two packages whose clients `redisState` takes. */
export const REDIS_PACKAGES = {
  redis: async (url: string): Promise<StoreClient> => {
    const name = 'redis';
    const { createClient } = (await import(name)) as Loaded;
    const client = createClient?.({ url });
    // It keeps trying: `redisState` listens for what goes wrong.
    void Promise.resolve(client?.['connect']?.()).catch(() => undefined);
    return {
      client: client as never,
      end: () => Promise.resolve(client?.['destroy']?.()).then(() => undefined),
    };
  },
  ioredis: async (url: string): Promise<StoreClient> => {
    const name = 'ioredis';
    const { Redis } = (await import(name)) as { Redis: new (url: string) => { disconnect: () => void } };
    const client = new Redis(url);
    return { client: client as never, end: () => Promise.resolve(client.disconnect()) };
  },
};

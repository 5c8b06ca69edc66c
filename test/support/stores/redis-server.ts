import { spawnSync } from 'node:child_process';
import { freePort } from '../frameworks/languages.ts';
import { StoreProcess } from './store-process.ts';

/** Why the tests of Redis are left out; undefined where there is one. */
export const noRedis =
  spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0
    ? undefined
    : 'LEFT OUT: there is no redis-server on this machine';

/** A Redis of this test's own, on a free port. `words` are settings of it. */
export async function startRedis(...words: string[]): Promise<StoreProcess> {
  const store = new StoreProcess(Number(await freePort()), (port, folder) => [
    'redis-server',
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
    // What is acknowledged is on disk: a store that is killed and started again has lost nothing.
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
    // It goes on trying: `redisState` listens for what goes wrong.
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

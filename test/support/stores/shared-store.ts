import { SQL_TABLES } from '../../../src/backend/sql.ts';
import { connect, describeWithPostgres, postgresUrl, startPostgres } from './postgres-server.ts';
import { describeWithRedis, startRedis } from './redis-server.ts';
import type { StoreProcess } from './store-process.ts';

/** A real store that the servers of one site share. */
export interface SharedStore {
  process: StoreProcess;
  /** Passes its address to a server. */
  env: Readonly<Record<string, string>>;
  /** The signals by which it ends: as in a crash, and as a service manager stops it. */
  signals: readonly [NodeJS.Signals, NodeJS.Signals];
}

export type StoreName = keyof typeof STORES;

/** The stores that processes of one site share. */
export const STORES = {
  redis: {
    describe: describeWithRedis,
    start: async (): Promise<SharedStore> => {
      const process = await startRedis();
      const env = { REDIS_URL: `redis://127.0.0.1:${String(process.port)}` };
      return { process, env, signals: ['SIGKILL', 'SIGTERM'] };
    },
  },
  postgres: {
    describe: describeWithPostgres,
    start: async (): Promise<SharedStore> => {
      const process = await startPostgres();
      const pool = await connect(process);
      for (const text of SQL_TABLES.postgres) await pool.query(text, []);
      await pool.end();
      return { process, env: { DATABASE_URL: postgresUrl(process) }, signals: ['SIGQUIT', 'SIGINT'] };
    },
  },
} as const;

import { REDIS_PACKAGES } from './redis-server.ts';
import type { StoreProcess } from './store-process.ts';

/** A key of Redis, and in how many milliseconds it ends; less than nothing where it never does. */
export interface RedisKey {
  name: string;
  endsInMs: number;
}

/** All that a Redis holds. */
export async function redisKeys({ port }: StoreProcess): Promise<RedisKey[]> {
  const made = await REDIS_PACKAGES.redis(`redis://127.0.0.1:${String(port)}`);
  const client: { sendCommand: (words: string[]) => Promise<unknown> } = made.client;
  try {
    const names = (await client.sendCommand(['KEYS', '*'])) as string[];
    const keys = await Promise.all(
      names.map(async (name) => ({ name, endsInMs: Number(await client.sendCommand(['PTTL', name])) })),
    );
    // Redis answers -2 for one that has ended meanwhile.
    return keys.filter(({ endsInMs }) => endsInMs !== -2);
  } finally {
    await made.end();
  }
}

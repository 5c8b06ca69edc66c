import type { GrantMemory } from '../cache/grant-memory.ts';
import { createMemoryState } from './memory-state.ts';
import type { BackendState } from './backend-state.ts';

/**
 * The state of a site that gives a `grantMemory` or a `tokenMemory`. Its `add` is atomic; replacing a value is not, since
 * such a memory has no word for it. Buckets are this process's own.
 */
export function memoryAsState(memory: GrantMemory): BackendState {
  const get = async (key: string) => (await memory.get(key)) ?? undefined;
  return {
    get,
    swap: async (key, expected, next, seconds) => {
      if (expected === undefined && next !== undefined) return memory.add(key, next, seconds);
      if ((await get(key)) !== expected) return false;
      if (next === undefined) await memory.delete(key);
      else await memory.set(key, next, seconds);
      return true;
    },
    take: createMemoryState().take,
  };
}

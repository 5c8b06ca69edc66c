import { fullAgain } from '../cache/rate-bucket.ts';
import type { BackendState, BucketSize } from './backend-state.ts';

/** The limits of a state in memory. */
export interface MemoryStateOptions {
  /** The largest number of values; the oldest are dropped first. Buckets are counted apart. Default: 10,000. */
  entries?: number;
  /** Milliseconds on a monotonic clock. */
  now?: () => number;
}

/** A state in this process, for a backend that shares nothing. */
export function createMemoryState(options: MemoryStateOptions = {}): BackendState {
  const { entries = 10_000, now = () => performance.now() } = options;
  const values = new Map<string, { value: string; until: number }>();
  // When each bucket will be full again: one number says how many are in it.
  const fullAt = new Map<string, number>();
  const read = (key: string): string | undefined => {
    const found = values.get(key);
    if (found && found.until > now()) return found.value;
    values.delete(key);
    return undefined;
  };
  return {
    get: (key) => Promise.resolve(read(key)),
    swap: (key, expected, next, seconds) => {
      if (read(key) !== expected) return Promise.resolve(false);
      values.delete(key);
      if (next !== undefined) {
        values.set(key, { value: next, until: now() + seconds * 1000 });
        dropOldest(values, entries);
      }
      return Promise.resolve(true);
    },
    take: (key, { burst, intervalMs }: BucketSize) => {
      const time = now();
      const full = fullAgain(fullAt.get(key), time, burst, intervalMs);
      const wait = full - time - (burst - 1) * intervalMs;
      // A hair's breadth is the arithmetic's, not the visitor's.
      if (wait > 1e-6) return Promise.resolve(wait);
      fullAt.delete(key);
      fullAt.set(key, full + intervalMs);
      dropOldest(fullAt, entries);
      return Promise.resolve(0);
    },
  };
}

function dropOldest(map: Map<string, unknown>, entries: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= entries) break;
    map.delete(oldest);
  }
}

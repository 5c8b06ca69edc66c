type MaybeLater<T> = T | Promise<T>;

/**
 * A key-value store with expiry. As `grantMemory` it stores which video an upload has, so that a repeated request creates no
 * second video: keys are hashes, values are ids. As `tokenMemory` it stores encrypted upload tokens. Provide your own if
 * several servers share one site.
 */
export interface GrantMemory {
  /** The value of `key`, until it expires. */
  get: (key: string) => MaybeLater<string | undefined | null>;
  /** Stores `value` for `seconds` unless `key` has a value. Returns whether it did. */
  add: (key: string, value: string, seconds: number) => MaybeLater<boolean>;
  /** Stores `value` for `seconds` and replaces any other. */
  set: (key: string, value: string, seconds: number) => MaybeLater<unknown>;
  delete: (key: string) => MaybeLater<unknown>;
}

/** A store in this process with at most `most` entries. It drops the oldest first. */
export function createGrantMemory(most = 10_000, now: () => number = () => performance.now()): GrantMemory {
  const kept = new Map<string, { value: string; until: number }>();
  const get = (key: string): string | undefined => {
    const found = kept.get(key);
    if (found && found.until > now()) return found.value;
    kept.delete(key);
    return undefined;
  };
  const set = (key: string, value: string, seconds: number): void => {
    kept.delete(key);
    kept.set(key, { value, until: now() + seconds * 1000 });
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
  };
  const add = (key: string, value: string, seconds: number): boolean => {
    if (get(key) !== undefined) return false;
    set(key, value, seconds);
    return true;
  };
  return { get, set, add, delete: (key) => kept.delete(key) };
}

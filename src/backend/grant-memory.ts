type MaybeLater<T> = T | Promise<T>;

/**
 * Remembers which video was made for which upload, so that a request whose answer was lost does not make a second one
 * when it is repeated. Bring your own where several servers share one site; its keys are hashes, its values ids.
 */
export interface GrantMemory {
  /** What is kept under `key`, while it is. */
  get: (key: string) => MaybeLater<string | undefined | null>;
  /** Keeps `value` for `seconds` unless something is kept there; true when it did. */
  add: (key: string, value: string, seconds: number) => MaybeLater<boolean>;
  /** Keeps `value` for `seconds`, whatever was there. */
  set: (key: string, value: string, seconds: number) => MaybeLater<unknown>;
  delete: (key: string) => MaybeLater<unknown>;
}

/** A memory in this process: at most `most` uploads, the oldest forgotten first. */
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

/** As much of the browser's lock manager as a turn needs. */
export type Locks = Pick<LockManager, 'request' | 'query'>;

/**
 * Ends a turn, and resolves when everybody can see that; whoever waits for it is next. The end of the page ends it too,
 * however that comes.
 */
export type ReleaseLock = () => Promise<void>;

/** The name of the turn to send an upload. */
export function lockName(key: string): string {
  return `vh-upload ${key}`;
}

/** Takes the one turn of that name among all tabs of the site; nothing when somebody has it. */
export function tryLock(locks: Locks, name: string): Promise<ReleaseLock | undefined> {
  return requestLock(locks, name, { ifAvailable: true });
}

/** Waits for the turn of that name. Rejects with the signal's reason when that aborts first. */
export async function waitForLock(locks: Locks, name: string, signal: AbortSignal): Promise<ReleaseLock> {
  const end = await requestLock(locks, name, { signal });
  if (signal.aborted) await end?.();
  signal.throwIfAborted();
  return end ?? nothingToEnd;
}

/** True when somebody waits for the turn of that name. */
export async function isLockAwaited(locks: Locks, name: string): Promise<boolean> {
  const { pending = [] } = await locks.query();
  return pending.some((lock) => lock.name === name);
}

function requestLock(locks: Locks, name: string, options: LockOptions): Promise<ReleaseLock | undefined> {
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      if (!lock) return void resolve(undefined);
      return new Promise((release) => {
        resolve(async () => {
          release();
          await held.catch(() => {});
        });
      });
    };
    const held = locks.request(name, options, hold);
    held.catch(reject);
  });
}

async function nothingToEnd(): Promise<void> {}

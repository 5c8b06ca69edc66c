/** The used part of the browser's lock manager. */
export type Locks = Pick<LockManager, 'request' | 'query'>;

/** Releases a lock, and resolves when every tab can see that. The end of the page releases it too. */
export type ReleaseLock = () => Promise<void>;

/** The name of an upload's tab lock. */
export function lockName(key: string): string {
  return `vh-upload ${key}`;
}

/** Takes the lock of that name among all tabs of the site; undefined when another holder has it. */
export function tryLock(locks: Pick<Locks, 'request'>, name: string): Promise<ReleaseLock | undefined> {
  return requestLock(locks, name, { ifAvailable: true });
}

/** Waits for the lock of that name. Rejects with the signal's reason when that aborts first. */
export async function waitForLock(locks: Locks, name: string, signal: AbortSignal): Promise<ReleaseLock> {
  const release = await requestLock(locks, name, { signal });
  if (signal.aborted) await release?.();
  signal.throwIfAborted();
  return release ?? (() => Promise.resolve());
}

/** True when a tab waits for the lock of that name. */
export async function isLockAwaited(locks: Locks, name: string): Promise<boolean> {
  const { pending = [] } = await locks.query();
  return pending.some((lock) => lock.name === name);
}

function requestLock(
  locks: Pick<Locks, 'request'>,
  name: string,
  options: LockOptions,
): Promise<ReleaseLock | undefined> {
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

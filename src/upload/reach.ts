import { within } from './time-limit.ts';
import type { UploadWorld } from './upload-world.ts';

const FIRST_PROBE = 2_000;
const LAST_PROBE = 15_000;

/**
 * True when the server of `url` answers at all. Only its origin is asked, without the token, and what it answers is
 * not looked at.
 */
export async function isReachable(world: UploadWorld, url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const root = new URL('/', url).href;
    const init = {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    } as const;
    await within(LAST_PROBE, world, signal, (either) => world.fetch(root, { ...init, signal: either }));
    return true;
  } catch {
    return false;
  }
}

/**
 * Resolves when the platform says that the network is back, or when a probe of `url`, where there is one, gets
 * through although it does not.
 */
export async function untilReachable(
  world: UploadWorld,
  url: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  for (let wait = FIRST_PROBE; ; wait = Math.min(wait * 2, LAST_PROBE)) {
    const wake = new AbortController();
    const either = AbortSignal.any([signal, wake.signal]);
    world.onOnline(() => {
      wake.abort();
    }, either);
    try {
      await world.sleep(wait, either);
    } catch {
      signal.throwIfAborted();
    }
    const woken = wake.signal.aborted;
    wake.abort();
    if (woken || !world.isOffline()) return;
    if (url !== undefined && (await isReachable(world, url, signal))) return;
    signal.throwIfAborted();
  }
}

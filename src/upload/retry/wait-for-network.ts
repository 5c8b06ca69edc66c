import { withTimeout } from './with-timeout.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';

const FIRST_PROBE_DELAY_MS = 2_000;
const MAX_PROBE_DELAY_MS = 15_000;

/**
 * True when the server of `url` answers at all. The probe goes to its origin, without the token, and ignores the answer's
 * content.
 */
export async function isReachable(
  environment: UploadEnvironment,
  url: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const root = new URL('/', url).href;
    const init = {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    } as const;
    await withTimeout(MAX_PROBE_DELAY_MS, environment, signal, (either) =>
      environment.fetch(root, { ...init, signal: either }),
    );
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

/**
 * Resolves with true when the platform says that the network is back, or when a probe of `url` succeeds; with false when
 * `isTooLong` says so. Without a `url`, only the platform decides.
 */
export async function waitForNetwork(
  environment: UploadEnvironment,
  url: string | undefined,
  isTooLong: () => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  for (let wait = FIRST_PROBE_DELAY_MS; !isTooLong(); wait = Math.min(wait * 2, MAX_PROBE_DELAY_MS)) {
    const wake = new AbortController();
    const either = AbortSignal.any([signal, wake.signal]);
    environment.onOnline(() => {
      wake.abort();
    }, either);
    try {
      await environment.sleep(wait, either);
    } catch {
      signal.throwIfAborted();
    }
    const woken = wake.signal.aborted;
    wake.abort();
    if (woken) return true;
    const isBack = url === undefined ? !environment.isOffline() : await isReachable(environment, url, signal);
    signal.throwIfAborted();
    if (isBack) return true;
  }
  return false;
}

import { sleep } from '../core/async/sleep.ts';
import { watchPolicy } from '../core/setup/page-policy.ts';
import { policyError } from '../core/setup/policy-error.ts';
import { openMemory } from './resume/browser-memory.ts';
import { fetchSender, xhrSender } from './transports/http-senders.ts';
import type { UploadEnvironment } from './ports/upload-environment.ts';

/** The platform's own functions. */
export const browserUploadEnvironment: UploadEnvironment = {
  sender: typeof XMLHttpRequest === 'undefined' ? fetchSender : xhrSender,
  fetch: (url, init) => globalThis.fetch(url, init),
  sleep,
  random: Math.random,
  now: () => performance.now(),
  isOffline: () => typeof navigator !== 'undefined' && !navigator.onLine,
  onOnline: (listener, signal) => {
    if (typeof window !== 'undefined') window.addEventListener('online', listener, { signal });
  },
  policy: { watch: watchPolicy, errorOf: (url) => policyError(url, 'connect-src') },
  openMemory: typeof window === 'undefined' ? undefined : openMemory,
};

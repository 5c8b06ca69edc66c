import { sleep } from '../core/async/sleep.ts';
import { watchPolicy } from '../core/setup/page-policy.ts';
import { policyError } from '../core/setup/policy-error.ts';
import { openMemory } from './resume/browser-memory.ts';
import { VhError } from '../core/errors/vh-error.ts';
import { loadExtras } from './parts.ts';
import { xhrSender } from './transports/http-senders.ts';
import type { HttpSender, UploadEnvironment } from './ports/upload-environment.ts';

/** Every page has XMLHttpRequest: only a worker waits for this one. */
const workerSender: HttpSender = {
  reportsProgress: false,
  async send(request) {
    const extras = await loadExtras();
    if (!extras) throw new VhError('network', 'A part of the uploader could not be loaded.');
    return extras.fetchSender.send(request);
  },
};

/** The platform's own functions. */
export const browserUploadEnvironment: UploadEnvironment = {
  sender: typeof XMLHttpRequest === 'undefined' ? workerSender : xhrSender,
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

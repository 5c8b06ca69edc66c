import { sleep } from '../core/sleep.ts';
import { VhError } from '../core/vh-error.ts';
import type { OpenMemory } from './resume/upload-memory.ts';
import { fetchSender } from './transports/fetch-sender.ts';
import { xhrSender } from './transports/xhr-sender.ts';
import type { UploadWorld } from './upload-world.ts';

/** Loads the browser's memory of uploads when the first upload begins. */
const openBrowserMemory: OpenMemory = async (options) => {
  const module = await import('./resume/browser-memory.ts').catch(() => undefined);
  if (!module)
    throw new VhError(
      'resume-unavailable',
      'A part of the uploader could not be loaded: it goes on without.',
    );
  return module.openMemory(options);
};

/** The platform's own world. */
export const realWorld: UploadWorld = {
  sender: typeof XMLHttpRequest === 'undefined' ? fetchSender : xhrSender,
  fetch: (url, init) => globalThis.fetch(url, init),
  sleep,
  random: Math.random,
  now: () => performance.now(),
  isOffline: () => typeof navigator !== 'undefined' && !navigator.onLine,
  onOnline: (listener, signal) => {
    if (typeof window !== 'undefined') window.addEventListener('online', listener, { signal });
  },
  openMemory: typeof window === 'undefined' ? undefined : openBrowserMemory,
};

import { sleep } from '../core/sleep.ts';
import { openBrowserMemory } from './remembering.ts';
import type { Sender } from './sender.ts';
import { fetchSender } from './send-by-fetch.ts';
import { xhrSender } from './send-by-xhr.ts';
import type { OpenMemory } from './upload-memory.ts';

/** The parts of the world that an upload touches, so that a test can bring its own. */
export interface UploadWorld {
  sender: Sender;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  random: () => number;
  /** Milliseconds on a clock that never jumps. */
  now: () => number;
  /** True only when the network is surely away. */
  isOffline: () => boolean;
  /** Calls `listener` when the network may be back, until the signal aborts. */
  onOnline: (listener: () => void, signal: AbortSignal) => void;
  /** Remembers uploads for another visit; nothing where there is none. */
  openMemory?: OpenMemory | undefined;
}

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

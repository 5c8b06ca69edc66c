import type { OpenMemory } from './upload-memory.ts';
import type { HttpSender } from './http-sender.ts';

/** The platform functions that an upload uses; a test brings its own. */
export interface UploadEnvironment {
  sender: HttpSender;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  random: () => number;
  /** Milliseconds on a clock that never jumps. */
  now: () => number;
  /** True only when the network is certainly down. */
  isOffline: () => boolean;
  /** Calls `listener` when the network may be back, until the signal aborts. */
  onOnline: (listener: () => void, signal: AbortSignal) => void;
  /** Opens the memory of uploads; undefined where there is none. */
  openMemory?: OpenMemory | undefined;
}

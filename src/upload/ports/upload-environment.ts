import type { OpenMemory } from './upload-memory.ts';
import type { VhError } from '../../core/errors/vh-error.ts';

/** One request whose body is worth watching. */
export interface SendRequest {
  method: 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: FormData | Blob | null;
  /** Reads the body into memory before it is sent; absent where it leaves as it is. */
  readBody?: ReadBody | undefined;
  /** True for a wire on which 308 is an answer and leads nowhere. */
  expects308?: boolean;
  signal: AbortSignal;
  /** Bytes of the body that have left, as far as the platform reports. */
  onProgress: (bytes: number) => void;
}

/** Makes bytes of a request's body, and says what they are. */
export type ReadBody = (request: Pick<SendRequest, 'headers' | 'body'>) => Promise<{
  headers: SendRequest['headers'];
  body: ArrayBuffer | null;
}>;

/**
 * The way out: what transports send through.
 *
 * `send` resolves with any answer, whatever its status; it rejects when there is none, and when the signal aborts.
 */
export interface HttpSender {
  /** False where `onProgress` is never called, so that silence means nothing. */
  readonly reportsProgress: boolean;
  send: (request: SendRequest) => Promise<Response>;
}

/** What the page's policy stops looks like a lost network, and no other try helps. */
export interface PagePolicy {
  /** Notes from now on what it stops. */
  watch: () => void;
  /** The error of a request to `url`, if that has failed because of the policy. */
  errorOf: (url: string) => Promise<VhError | undefined>;
}

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
  /** The policy of a page, which may stop its requests; undefined where there is none. */
  policy?: PagePolicy | undefined;
  /** Opens the memory of uploads; undefined where there is none. */
  openMemory?: OpenMemory | undefined;
}

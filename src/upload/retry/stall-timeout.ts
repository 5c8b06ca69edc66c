import { VhError } from '../../core/errors/vh-error.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';

/** Before the first byte is seen to leave: a name to look up, a handshake, a preflight. */
const CONNECT_TIMEOUT_MS = 12_000;
/** While bytes leave. */
const STALL_TIMEOUT_MS = 9_000;
/** After the last byte, while the server stores the part; putting a file together takes it a while longer. */
const STORE_TIMEOUT_MS = 12_000;
const ASSEMBLY_BYTES_PER_SECOND = 200 * 1024 * 1024;
/** On a slow line, a socket's buffer empties in steps of about this size. */
const SOCKET_BUFFER_BYTES = 512 * 1024;
/** A line may swallow a request at once and forward it as slowly, before any part has shown how fast it is. */
const MIN_FORWARD_BYTES_PER_SECOND = 128 * 1024;
/** Where sent bytes cannot be observed, a connection may be this slow. */
const MIN_BYTES_PER_SECOND = 64 * 1024;
const MAX_TIMEOUT_MS = 60_000;
/** After the last byte, while the line is there: a service may need a minute for a part. */
const MAX_ANSWER_MS = 75_000;
/** Progress may shorten the remaining time, so it is checked this often. */
const CHECK_INTERVAL_MS = 1_000;
/** Each further attempt gets so much more time. */
const TIMEOUT_GROWTH = 1.5;

/** The watched request. */
export interface WatchedRequest {
  /** Bytes of the request, and of the file that it completes, if it does. */
  size: number;
  fileSize: number;
  /** Bytes a second that the line was last seen at. */
  speed: number | undefined;
  /** True where bytes can be seen to leave. */
  reportsProgress: boolean;
  /** Attempts before this one. */
  failures: number;
}

/** Ends one request when nothing happens for too long: browsers do not notice a silent connection. */
export class StallTimeout {
  readonly #controller = new AbortController();
  readonly #environment: UploadEnvironment;
  readonly #request: WatchedRequest;
  #deadline: number;
  #lastBytes: number | undefined;
  /** True once a late look was followed by another one, until the next progress. */
  #isExtended = false;
  /** When the last byte left. */
  #sentAt: number | undefined;
  #onSent = () => {};
  #isAnswerAllowed = false;
  /** Resolves once the whole request has left; where that cannot be seen, at once. */
  readonly sent = new Promise<void>((resolve) => {
    this.#onSent = resolve;
  });

  constructor(environment: UploadEnvironment, watched: WatchedRequest) {
    this.#environment = environment;
    this.#request = watched;
    const { size, speed = 0, reportsProgress: isSeen } = watched;
    const blind = (size / Math.max(speed / 4, MIN_BYTES_PER_SECOND)) * 1000;
    this.#deadline = environment.now() + this.#extend(CONNECT_TIMEOUT_MS) + (isSeen ? 0 : blind);
    if (!isSeen) {
      this.#sentAt = environment.now() + blind;
      this.#onSent();
    }
    void this.#watch();
  }

  /** Aborts when the request has stalled, and when it has ended. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** True when the request ended because it stalled. */
  get stalled(): boolean {
    return this.signal.reason instanceof VhError;
  }

  /** True where the line was there while the answer did not come. */
  get isAnswerAllowed(): boolean {
    return this.#isAnswerAllowed;
  }

  /** The line is there: a request that is wholly sent may still be answered. */
  allowAnswer(): void {
    if (this.#sentAt === undefined) return;
    this.#isAnswerAllowed = true;
    this.#deadline = Math.max(this.#deadline, this.#sentAt + MAX_ANSWER_MS + this.#assemblyMs);
  }

  /** Reports that `bytes` of the body have left, or all of the request (`isSent`). */
  onProgress(bytes: number, isSent = bytes >= this.#request.size): void {
    // The same number again is no progress.
    if (bytes === this.#lastBytes) return;
    this.#lastBytes = bytes;
    this.#isExtended = false;
    const { size, speed } = this.#request;
    const stepBytes = speed ? Math.min((SOCKET_BUFFER_BYTES / speed) * 1000, MAX_TIMEOUT_MS) : 0;
    const forwarding = Math.min((size / (speed ?? MIN_FORWARD_BYTES_PER_SECOND)) * 1000, MAX_TIMEOUT_MS);
    const storing = STORE_TIMEOUT_MS + forwarding + this.#assemblyMs;
    const now = this.#environment.now();
    this.#deadline = now + this.#extend(isSent ? storing : Math.max(STALL_TIMEOUT_MS, stepBytes));
    if (bytes < size) return;
    this.#sentAt = now;
    this.#onSent();
  }

  get #assemblyMs(): number {
    return (this.#request.fileSize / ASSEMBLY_BYTES_PER_SECOND) * 1000;
  }

  /** Ends the request: nothing more is to be had of it. */
  expire(): void {
    this.#controller.abort(new VhError('timeout', 'The connection went silent in the middle of the upload.'));
  }

  /** The request has ended. */
  end(): void {
    this.#controller.abort();
  }

  #extend(ms: number): number {
    return Math.max(ms, Math.min(ms * TIMEOUT_GROWTH ** this.#request.failures, MAX_TIMEOUT_MS));
  }

  async #watch(): Promise<void> {
    for (let now = this.#environment.now(); now < this.#deadline;) {
      const wait = Math.min(this.#deadline - now, CHECK_INTERVAL_MS);
      const dueAt = now + wait;
      await this.#environment.sleep(wait, this.signal).catch(() => {});
      if (this.signal.aborted) return;
      now = this.#environment.now();
      // The page or the device stood still: the browser is about to report what has moved meanwhile.
      if (now - dueAt > CHECK_INTERVAL_MS && now >= this.#deadline && !this.#isExtended) {
        this.#isExtended = true;
        this.#deadline = now + CHECK_INTERVAL_MS;
      }
    }
    this.expire();
  }
}

/** Runs a request; when nothing moves for too long, ends it and returns the result of `onStall`. */
export async function withStallTimeout<Result>(
  environment: UploadEnvironment,
  request: WatchedRequest,
  signal: AbortSignal,
  work: (stall: StallTimeout, signal: AbortSignal) => Promise<Result>,
  onStall: (error: VhError, stall: StallTimeout) => Result,
): Promise<Result> {
  const stall = new StallTimeout(environment, request);
  try {
    return await work(stall, AbortSignal.any([signal, stall.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (stall.stalled) return onStall(stall.signal.reason as VhError, stall);
    throw error;
  } finally {
    stall.end();
  }
}

import { backoffDelay, isTransientStatus, type BackoffPolicy } from '../../core/async/backoff.ts';
import { isVhError, type VhError, type VhErrorCode } from '../../core/errors/vh-error.ts';
import { isReachable, waitForNetwork } from './wait-for-network.ts';
import type { WaitReason } from '../ports/upload-state.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';

/** Failed attempts in a row, with no stored byte between them: 85 seconds of waiting at most, half of that on average. */
const BACKOFF: BackoffPolicy = { retries: 10, baseMs: 200, capMs: 20_000 };
/** Waits for a server that says when it is back count as one attempt when they have lasted so long: half an hour in all. */
const PROMISED_WAIT_MS = 180_000;
const TRANSIENT_CODES: ReadonlySet<VhErrorCode> = new Set<VhErrorCode>([
  'network',
  'timeout',
  'rate-limited',
  'service-unavailable',
]);
/** How long an upload that has sent nothing yet waits for a network whose loss the browser does not report. */
const MAX_START_OUTAGE_MS = 30 * 60_000;
/** Later: while nothing gets through, it tries on about once a minute. */
const OUTAGE_BACKOFF: BackoffPolicy = { ...BACKOFF, capMs: 120_000 };
/** How long after its last success an upload tries a server that is there and answers nothing but that it is down. */
const MAX_DOWN_MS = 24 * 60 * 60_000;

/** Called before each wait; `ms` is undefined while it waits for the network. */
export type WaitListener = (why: WaitReason, ms: number | undefined) => void;

/** A failed attempt. */
export interface FailedAttempt {
  error: VhError;
  /** The address of the failed request, for a probe that checks whether the server is back. */
  url: string | undefined;
  /** When the attempt began. */
  startedAt?: number;
  /** Milliseconds that the server asks for. */
  retryAfterMs?: number | undefined;
  /** The failed part: it alone may fail as often as all parts together. */
  part?: { failures: number } | undefined;
}

/** Decides how often an upload retries, and how long it waits before. All of its parts share one. */
export class RetryPolicy {
  readonly #environment: UploadEnvironment;
  readonly #onWait: WaitListener;
  readonly #isUnattended: () => boolean;
  #attempts = 0;
  /** Requests in flight; requests that wait for a retry do not count. */
  #active = 0;
  /** True once a request with bytes was sent: from then on, an outage is waited out. */
  #hasBegun = false;
  /** When the last failure was counted. */
  #lastCountedAt = -Infinity;
  #notBefore = -Infinity;
  /** The time of the last success. */
  #lastSuccessAt = -Infinity;
  /** The time of the first failure of a run, before which nothing may have succeeded. */
  #firstFailureAt: number | undefined;
  /** Why all wait for the network, and until when. */
  #outage: { why: WaitReason; isOver: Promise<boolean> } | undefined;

  /** While `isUnattended`, the page is hidden: the upload waits for a lost connection without limit. */
  constructor(
    environment: UploadEnvironment,
    onWait: WaitListener,
    isUnattended: () => boolean = () => false,
  ) {
    this.#environment = environment;
    this.#onWait = onWait;
    this.#isUnattended = isUnattended;
    environment.policy?.watch();
  }

  /** Forgets earlier failures. */
  reset(): void {
    this.#attempts = 0;
  }

  /** Forgets what the server has asked for, too: a person wants another attempt now. */
  restart(): void {
    this.reset();
    this.#notBefore = -Infinity;
    this.#firstFailureAt = undefined;
  }

  /** How many requests are in flight. */
  get activeAttempts(): number {
    return this.#active;
  }

  /** True while nothing has got through for so long that one request at a time is enough to notice the end of it. */
  get isDown(): boolean {
    return this.#attempts > BACKOFF.retries;
  }

  /** A request begins. */
  beginAttempt(): void {
    this.#hasBegun = true;
    this.#active++;
  }

  /** A request has ended: after the last one, announces the wait that the other parts share. */
  endAttempt(): void {
    this.#active--;
    const leftMs = this.#notBefore - this.#environment.now();
    if (this.#outage) this.#announce(this.#outage.why, undefined);
    else if (leftMs > 0) this.#announce('busy', leftMs);
  }

  /** A request succeeded. */
  onSuccess(): void {
    this.#lastSuccessAt = this.#environment.now();
    this.reset();
  }

  /** Resolves when the server may be asked again. */
  async untilAllowed(signal: AbortSignal): Promise<void> {
    await this.#outage?.isOver;
    for (let leftMs; (leftMs = this.#notBefore - this.#environment.now()) > 0;)
      await this.#environment.sleep(leftMs, signal);
    signal.throwIfAborted();
  }

  /**
   * Resolves when the next attempt is due. Throws the error after too many attempts that time will not mend, and one of the
   * page's policy at once. A lost network does not count as an attempt, also where the platform has not noticed; parts that were
   * on their way together count as one.
   */
  async waitBeforeRetry(
    { error, url, startedAt, retryAfterMs = 0, part }: FailedAttempt,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    await this.#assertAllowed(error, url);
    signal.throwIfAborted();
    this.#firstFailureAt ??= this.#environment.now();
    const unreached = error.code === 'network' || error.code === 'timeout';
    if (unreached && this.#environment.isOffline()) {
      await this.#waitForNetwork('offline', url, signal);
      return;
    }
    if (part) part.failures++;
    const now = this.#environment.now();
    const isCounted = (startedAt ?? now) > this.#lastCountedAt;
    if ((part && part.failures > BACKOFF.retries) || (isCounted && this.#attempts >= BACKOFF.retries)) {
      if (unreached && (await this.#isOutage(url, signal))) {
        if (!(await this.#waitForNetwork('network', url, signal))) throw error;
        if (part) part.failures = 0;
        this.reset();
        return;
      }
      if (!this.#mayMend(error, startedAt ?? now)) throw error;
    }
    if (isCounted) {
      this.#attempts++;
      this.#lastCountedAt = now;
    }
    // Retry a broken connection at once, and wait only when it fails again.
    const delay = Math.max(
      retryAfterMs,
      unreached && this.#attempts === 1
        ? 0
        : backoffDelay(this.#attempts - 1, this.isDown ? OUTAGE_BACKOFF : BACKOFF, this.#environment.random),
    );
    if (retryAfterMs > 0) {
      this.#notBefore = Math.max(this.#notBefore, now + retryAfterMs);
      if (isCounted && error.status === 503) this.#attempts += delay / PROMISED_WAIT_MS - 1;
    }
    this.#announce(unreached ? 'network' : 'busy', delay);
    await this.#environment.sleep(delay, signal);
  }

  /** Waits after a transient error; throws any other. */
  async retryOrThrow(error: unknown, url: string | undefined, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!isVhError(error) || !TRANSIENT_CODES.has(error.code)) throw error;
    // One request at a time: each failure counts, also two in the same millisecond.
    await this.waitBeforeRetry({ error, url, startedAt: Infinity, retryAfterMs: error.retryAfter }, signal);
  }

  /** Throws for a request that the page's policy has stopped: no line that comes back will help it. */
  async #assertAllowed({ code }: VhError, url: string | undefined): Promise<void> {
    if (code !== 'network' || url === undefined) return;
    const stopped = await this.#environment.policy?.errorOf(url);
    if (stopped) throw stopped;
  }

  /** True for a server that does not answer at all, unless that has lasted too long. */
  async #isOutage(url: string | undefined, signal: AbortSignal): Promise<boolean> {
    if (this.#outage) return true;
    if (this.#outageDeadline <= this.#environment.now()) return false;
    if (url === undefined) return this.#isUnattended();
    return !(await isReachable(this.#environment, url, signal));
  }

  /**
   * True for a server that time may mend: nothing has succeeded since `startedAt`, and it says that it is down, or breaks every
   * request after it has taken some. One that has never taken any may not allow the page to ask.
   */
  #mayMend({ code, status }: VhError, startedAt: number): boolean {
    const hasTaken = this.#lastSuccessAt > -Infinity;
    const isTransient =
      code === 'network' || code === 'timeout' ? hasTaken : status !== undefined && isTransientStatus(status);
    const since = Math.max(this.#lastSuccessAt, this.#firstFailureAt ?? -Infinity);
    const isLong = since + MAX_DOWN_MS <= this.#environment.now();
    return this.#hasBegun && isTransient && !isLong && this.#lastSuccessAt <= startedAt;
  }

  #announce(why: WaitReason, ms: number | undefined): void {
    if (this.#active === 0) this.#onWait(why, ms);
  }

  get #outageDeadline(): number {
    return this.#isUnattended() || this.#hasBegun
      ? Infinity
      : (this.#firstFailureAt ?? -Infinity) + MAX_START_OUTAGE_MS;
  }

  /** Resolves with true when the network is back, with false when it has been away too long. */
  #waitForNetwork(why: WaitReason, url: string | undefined, signal: AbortSignal): Promise<boolean> {
    this.#announce(why, undefined);
    const isTooLong = () => why === 'network' && this.#outageDeadline <= this.#environment.now();
    this.#outage ??= {
      why,
      isOver: waitForNetwork(this.#environment, url, isTooLong, signal)
        // The part that has noticed it was taken back: those beside it look for themselves.
        .catch(() => true)
        .finally(() => (this.#outage = undefined)),
    };
    return this.#outage.isOver;
  }
}

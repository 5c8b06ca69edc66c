import { backoffDelay, type RetryPolicy } from '../core/backoff.ts';
import { isVhError, type VhError } from '../core/vh-error.ts';
import { untilReachable } from './reach.ts';
import type { WaitReason } from './upload-state.ts';
import type { UploadWorld } from './upload-world.ts';

/** Without one byte stored between them; a minute at most, most of it at the end. */
const POLICY: RetryPolicy = { retries: 10, base: 200, cap: 20_000 };

/** Tries that are counted at most while nobody is there to ask for another: waits grow no longer than after these. */
const FEW = 6;

/** Told of each wait before it begins; `ms` is nothing when it waits for the network. */
export type WaitListener = (why: WaitReason, ms: number | undefined) => void;

/** A try that came to nothing. */
export interface Failure {
  error: VhError;
  /** What was asked, for a probe that tells whether it is there again. */
  url: string | undefined;
  /** When the try began. */
  began?: number;
  /** Milliseconds that the server asks for. */
  after?: number | undefined;
  /** What failed: it may alone fail as often as all of them. */
  part?: { failures: number } | undefined;
}

/** How often an upload tries again, and how long it waits before. All of its parts share one. */
export class Patience {
  readonly #world: UploadWorld;
  readonly #onWait: WaitListener;
  readonly #isUnattended: () => boolean;
  #attempt = 0;
  /** When the last failure was counted. */
  #counted = -Infinity;
  #notBefore = -Infinity;
  #online: Promise<void> | undefined;

  /** `isUnattended` says that whoever uploads has no eyes for it now: then no lost connection is the end of it. */
  constructor(world: UploadWorld, onWait: WaitListener, isUnattended: () => boolean = () => false) {
    this.#world = world;
    this.#onWait = onWait;
    this.#isUnattended = isUnattended;
  }

  /** Something got through: whatever fails next is a new story. */
  renew(): void {
    this.#attempt = 0;
  }

  /** Resolves when the server is ready to be asked again, however many wait for it. */
  async ready(signal: AbortSignal): Promise<void> {
    await this.#online;
    for (let left; (left = this.#notBefore - this.#world.now()) > 0;) await this.#world.sleep(left, signal);
    signal.throwIfAborted();
  }

  /** Tells again what everybody waits for, if there is such a thing: nothing else is on its way any more. */
  tell(): void {
    const left = this.#notBefore - this.#world.now();
    if (this.#online) this.#onWait('offline', undefined);
    else if (left > 0) this.#onWait('busy', left);
  }

  /**
   * Resolves when the next try is due. Throws the error when there has been enough of it. Being offline is nobody's
   * failure and uses no tries; parts that were on their way together fail as one.
   */
  async wait({ error, url, began, after = 0, part }: Failure, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const unreached = isVhError(error, 'network') || isVhError(error, 'timeout');
    if (unreached && this.#world.isOffline()) {
      this.#onWait('offline', undefined);
      this.#online ??= untilReachable(this.#world, url, signal).finally(() => (this.#online = undefined));
      return this.#online;
    }
    const most = unreached && this.#isUnattended() ? FEW : undefined;
    if (part) {
      part.failures = Math.min(part.failures + 1, most ?? Infinity);
      if (part.failures > POLICY.retries) throw error;
    }
    const now = this.#world.now();
    if ((began ?? now) > this.#counted) {
      if (most === undefined && this.#attempt >= POLICY.retries) throw error;
      this.#attempt = Math.min(this.#attempt + 1, most ?? Infinity);
      this.#counted = now;
    }
    const delay = Math.max(after, backoffDelay(this.#attempt - 1, POLICY, this.#world.random));
    if (after > 0) this.#notBefore = Math.max(this.#notBefore, now + after);
    this.#onWait(unreached ? 'network' : 'busy', delay);
    await this.#world.sleep(delay, signal);
  }

  /** Waits after an error that another try may mend, and throws any other. */
  async mend(error: unknown, url: string | undefined, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!isVhError(error, 'network') && !isVhError(error, 'timeout')) throw error;
    await this.wait({ error, url }, signal);
  }
}

import { backoffDelay, type RetryPolicy } from '../core/backoff.ts';
import { isVhError, type VhError } from '../core/vh-error.ts';
import { untilReachable } from './reach.ts';
import type { WaitReason } from './upload-state.ts';
import type { UploadWorld } from './upload-world.ts';

/** Without one byte stored between them; about a minute. */
const POLICY: RetryPolicy = { retries: 8, base: 500, cap: 20_000 };

/** Told of each wait before it begins; `ms` is nothing when it waits for the network. */
export type WaitListener = (why: WaitReason, ms: number | undefined) => void;

/** How often an upload tries again, and how long it waits before. */
export class Patience {
  readonly #world: UploadWorld;
  readonly #onWait: WaitListener;
  #attempt = 0;

  constructor(world: UploadWorld, onWait: WaitListener) {
    this.#world = world;
    this.#onWait = onWait;
  }

  /** Something got through: whatever fails next is a new story. */
  renew(): void {
    this.#attempt = 0;
  }

  /**
   * Resolves when the next try is due. Throws `error` when there has been enough of it. Being offline is nobody's
   * failure and uses no tries.
   */
  async wait(error: VhError, url: string | undefined, signal: AbortSignal, after = 0): Promise<void> {
    signal.throwIfAborted();
    const unreached = isVhError(error, 'network') || isVhError(error, 'timeout');
    if (unreached && this.#world.isOffline()) {
      this.#onWait('offline', undefined);
      return untilReachable(this.#world, url, signal);
    }
    if (this.#attempt >= POLICY.retries) throw error;
    const delay = Math.max(after, backoffDelay(this.#attempt++, POLICY, this.#world.random));
    this.#onWait(unreached ? 'network' : 'busy', delay);
    await this.#world.sleep(delay, signal);
  }

  /** Waits after an error that another try may mend, and throws any other. */
  async mend(error: unknown, url: string | undefined, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!isVhError(error, 'network') && !isVhError(error, 'timeout')) throw error;
    await this.wait(error, url, signal);
  }
}

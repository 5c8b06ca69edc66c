import { VhError } from '../../core/errors/vh-error.ts';
import { withDeadline } from '../../core/async/deadline.ts';
import type { BucketSize } from '../state/backend-state.ts';

const BURST = 20;
const PER_MINUTE = 30;
/** Limits requests for unknown ids: so many at once, and so many a minute after that. */
export const MISSES: BucketSize = { burst: BURST, intervalMs: 60_000 / PER_MINUTE };
/** Milliseconds that a question may wait for others to turn out to be about something that is there. */
const MAX_WAIT_MS = 1_000;

/**
 * Limits the questions for ids that the service may not have, for all visitors together: an invented id costs one
 * request. A question about something that is there costs nothing: its share is given back.
 */
export class NotFoundLimiter {
  readonly #now: () => number;
  readonly #charge: (() => Promise<number>) | undefined;
  /** Until then the other servers of the site have used up all shares. */
  #closedUntil = -Infinity;
  #charging: Promise<void> | undefined;
  #left = BURST;
  #filledAt: number;
  #pending = 0;
  #waiting: (() => void)[] = [];

  /** `charge` takes a share out of the bucket of all servers of the site; it returns 0 or the milliseconds to the next one. */
  constructor(now: () => number = () => performance.now(), charge?: () => Promise<number>) {
    this.#now = now;
    this.#charge = charge;
    this.#filledAt = now();
  }

  /** Takes one share; rejects with `rate-limited` where there is none, and none will be given back. */
  async take(): Promise<void> {
    const end = this.#now() + MAX_WAIT_MS;
    await this.#charging;
    for (;;) {
      this.#fill();
      if (this.#now() < this.#closedUntil) throw this.#refusal();
      if (this.#left >= 1) break;
      const wait = end - this.#now();
      if (this.#pending === 0 || wait <= 0) throw this.#refusal();
      const settled = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await withDeadline(settled, wait, '').catch(() => undefined);
    }
    this.#left--;
    this.#pending++;
  }

  /** Ends a question that had its share. `isMiss` keeps the share; anything else gives it back. */
  settle(isMiss: boolean): void {
    this.#pending--;
    if (!isMiss) this.#left = Math.min(BURST, this.#left + 1);
    else if (this.#charge) this.#charging = this.#chargeAll(this.#charge);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** The next question waits for it: questions under way may be too many. Without the store this server continues alone. */
  async #chargeAll(charge: () => Promise<number>): Promise<void> {
    const wait = await charge().catch(() => 0);
    if (wait > 0) this.#closedUntil = this.#now() + wait;
  }

  #fill(): void {
    const now = this.#now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#filledAt) * PER_MINUTE) / 60_000);
    this.#filledAt = now;
  }

  #refusal(): VhError {
    return new VhError('rate-limited', 'Too many questions about what the service does not have.', {
      retryAfter: Math.max(((1 - this.#left) * 60_000) / PER_MINUTE, this.#closedUntil - this.#now()),
    });
  }
}

import { VhError } from '../../core/errors/vh-error.ts';
import { withDeadline } from '../../core/async/deadline.ts';
import { OF_ONE_VISITOR } from '../cache/stale-while-revalidate.ts';
import { LruCache } from '../cache/lru-cache.ts';
import type { BucketSize } from '../state/backend-state.ts';

/** Limits requests for unknown ids, of all visitors together: a number at once, and one more in each interval. */
export const MISSES: BucketSize = { burst: 20, intervalMs: 2_000 };
/** The same of one address. It is smaller, so that one stranger leaves most of it to others. */
const OF_ONE_ADDRESS: BucketSize = { burst: 8, intervalMs: 10_000 };
const MAX_ADDRESSES = 10_000;
/** Milliseconds that a question may wait for others to turn out to be about something that is there. */
const MAX_WAIT_MS = 1_000;

/** Settings of one limiter. */
export interface NotFoundLimiterOptions {
  size?: BucketSize;
  /** Milliseconds on a monotonic clock. */
  now?: (() => number) | undefined;
  /** True where it limits one visitor: a refusal then says nothing to others who ask for the same. */
  isOfOneVisitor?: boolean;
  /** Takes a share out of the bucket of all servers of the site; returns 0 or the milliseconds to the next one. */
  charge?: (() => Promise<number>) | undefined;
}

/**
 * Limits the questions for ids that the service may not have: an invented id costs one request. A question about something
 * that is there costs nothing: its share is given back.
 */
export class NotFoundLimiter {
  readonly #size: BucketSize;
  readonly #isOfOneVisitor: boolean;
  readonly #now: () => number;
  readonly #charge: (() => Promise<number>) | undefined;
  /** Until then the other servers of the site have used up all shares. */
  #closedUntil = -Infinity;
  #charging: Promise<void> | undefined;
  #left: number;
  #filledAt: number;
  #pending = 0;
  #waiting: (() => void)[] = [];

  constructor({
    size = MISSES,
    now = () => performance.now(),
    isOfOneVisitor = false,
    charge,
  }: NotFoundLimiterOptions = {}) {
    this.#size = size;
    this.#isOfOneVisitor = isOfOneVisitor;
    this.#now = now;
    this.#charge = charge;
    this.#left = size.burst;
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
    if (!isMiss) this.#left = Math.min(this.#size.burst, this.#left + 1);
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
    const { burst, intervalMs } = this.#size;
    this.#left = Math.min(burst, this.#left + (now - this.#filledAt) / intervalMs);
    this.#filledAt = now;
  }

  #refusal(): VhError {
    return new VhError('rate-limited', 'Too many requests for ids that the service does not have.', {
      ...(this.#isOfOneVisitor && { slug: OF_ONE_VISITOR }),
      retryAfter: Math.max((1 - this.#left) * this.#size.intervalMs, this.#closedUntil - this.#now()),
    });
  }
}

/** A limiter for each address: a stranger uses up their own share before the one of all. */
export class NotFoundLimiters {
  readonly #all = new LruCache<{ limiter: NotFoundLimiter; weight: number }>({
    entries: MAX_ADDRESSES,
    weight: Infinity,
  });

  of(address: string): NotFoundLimiter {
    const there = this.#all.get(address);
    if (there) return there.limiter;
    const limiter = new NotFoundLimiter({ size: OF_ONE_ADDRESS, isOfOneVisitor: true });
    this.#all.set(address, { limiter, weight: 0 });
    return limiter;
  }
}

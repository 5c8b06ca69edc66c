import { isIPv6 } from 'node:net';
import type { Clock } from '../common/clock.ts';
import { SERVICE_LIMITS } from '../common/limits.ts';
import { Problem } from '../http/problem.ts';
import { LruCache } from '../store/database/lru-cache.ts';
import type { SessionSizes } from '../store/analytics/session-sizes.ts';
import { TokenBucket, type Rate } from './token-bucket.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** The collectors' limits, in bytes. */
export interface CollectorAllowance {
  sender: Rate;
  everybody: Rate;
  /** Stored for one viewing, and for all together. */
  session: number;
  stored: number;
}

// A player sends some hundred bytes every few seconds. A viewing has some thousand events.
export const ALLOWANCE: CollectorAllowance = {
  sender: { burst: 2 * MIB, perSecond: 128 * KIB },
  everybody: { burst: 16 * MIB, perSecond: MIB },
  session: MIB,
  stored: SERVICE_LIMITS.eventBytes,
};
/** Room is made down to this share of what may be stored. */
const ROOM_MADE = 0.9;
/** Senders that are remembered. */
const MOST_SENDERS = 10_000;
/** When room is made next, at the latest. */
const HOUSEKEEPING_SECONDS = 60 * 60;

/** The limits of the collectors, which need no key: from one sender, for one viewing, and in all. */
export class CollectorLimits {
  readonly #clock: Clock;
  readonly #sizes: SessionSizes;
  readonly #allowance: CollectorAllowance;
  readonly #everybody: TokenBucket;
  readonly #senders = new LruCache<string, TokenBucket>(MOST_SENDERS);

  constructor(clock: Clock, sizes: SessionSizes, allowance = ALLOWANCE) {
    this.#clock = clock;
    this.#sizes = sizes;
    this.#allowance = allowance;
    this.#everybody = new TokenBucket(clock, allowance.everybody);
  }

  /** How many senders are remembered. */
  get senders(): number {
    return this.#senders.size;
  }

  /**
   * Takes a body of a number of bytes from an address, or answers after how many seconds it may be tried again: when that
   * sender or everybody together has sent too much, or when there is no room.
   */
  admit(address: string, bytes: number): number {
    const buckets = this.#bucketsOf(address);
    const isFull = this.#sizes.total() >= this.#allowance.stored;
    const wait = Math.max(isFull ? HOUSEKEEPING_SECONDS : 0, ...buckets.map((bucket) => bucket.wait));
    if (wait === 0) for (const bucket of buckets) bucket.take(bytes);
    return Math.ceil(wait);
  }

  /** Counts the rows written for a sender: small events take more room than they do in a body. */
  charge(address: string, bytes: number): void {
    for (const bucket of this.#bucketsOf(address)) bucket.take(bytes);
  }

  /** Throws when a viewing takes as much as it may. */
  checkSession(sessionId: string): void {
    if (this.#sizes.of(sessionId) >= this.#allowance.session)
      throw new Problem('payload-too-large', { detail: 'There is no more room for this viewing.' });
  }

  /** Lets the oldest viewings go when there is hardly any room. */
  async makeRoom(): Promise<void> {
    const most = this.#allowance.stored * ROOM_MADE;
    while (this.#sizes.total() > most && this.#sizes.removeOldest() > 0) {
      // Requests go in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #bucketsOf(address: string): readonly TokenBucket[] {
    const sender = networkOf(address);
    const bucket = this.#senders.get(sender) ?? new TokenBucket(this.#clock, this.#allowance.sender);
    this.#senders.set(sender, bucket);
    return [this.#everybody, bucket];
  }
}

/** A sender's address; of IPv6 the first half, of which one household or server has all addresses. */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped !== undefined || !isIPv6(bare)) return mapped ?? bare;
  const [head = '', tail] = bare.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}

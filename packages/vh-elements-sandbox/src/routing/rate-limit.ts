import type { ServerResponse } from 'node:http';
import type { Clock } from '../common/clock.ts';
import { Problem } from '../http/problem.ts';

/** The kinds of requests that have limits of their own. */
export type RateKind = 'upload' | 'write' | 'read';

/** Whose limits hold: those of the service's production or sandbox environment, or none. */
export type RateLimitMode = 'production' | 'sandbox' | 'off';

const PER_MINUTE: Readonly<Record<'production' | 'sandbox', Readonly<Record<RateKind, number>>>> = {
  production: { upload: 100, write: 200, read: 500 },
  sandbox: { upload: 40, write: 40, read: 100 },
};
const MINUTE_MS = 60_000;

/** Counts requests a minute, from the first one on, and reports the rest with every answer. */
export class RateLimits {
  readonly #limits: Readonly<Record<RateKind, number>>;
  readonly #enforced: boolean;
  readonly #clock: Clock;
  readonly #windows = new Map<RateKind, { endsAt: number; used: number }>();

  constructor(mode: RateLimitMode, clock: Clock) {
    // Without limits, report those of the sandbox environment, as if unused.
    this.#limits = PER_MINUTE[mode === 'off' ? 'sandbox' : mode];
    this.#enforced = mode !== 'off';
    this.#clock = clock;
  }

  /** Sends the limits of a request that counts as `kind`, and throws when there were too many. For others, only sends. */
  admit(response: ServerResponse, kind: RateKind | undefined): void {
    const limit = this.#limits[kind ?? 'read'];
    if (kind === undefined || !this.#enforced) {
      report(response, limit, limit, 0);
      return;
    }
    const now = this.#clock.now();
    const window = this.#windowOf(kind, now);
    window.used += 1;
    const seconds = Math.ceil((window.endsAt - now) / 1000);
    report(response, limit, Math.max(0, limit - window.used), window.used < limit ? 0 : seconds);
    if (window.used <= limit) return;
    response.setHeader('retry-after', seconds);
    throw new Problem('too-many-requests');
  }

  #windowOf(kind: RateKind, now: number): { endsAt: number; used: number } {
    const current = this.#windows.get(kind);
    // A clock that is set back begins another minute, and does not prolong this one.
    if (current && now < current.endsAt && now >= current.endsAt - MINUTE_MS) return current;
    const fresh = { endsAt: now + MINUTE_MS, used: 0 };
    this.#windows.set(kind, fresh);
    return fresh;
  }
}

/** The kind of a request: none for preflights, and for media that the service serves from other hosts. */
export function rateKind(method: string, path: string): RateKind | undefined {
  if (method === 'OPTIONS' || /^\/(?:assets|embed|collector|_sandbox)(?:\/|$)/.test(path)) return undefined;
  if (method === 'GET' || method === 'HEAD') return 'read';
  return /^\/upload(?:\/|$)/.test(path) || path.endsWith('/source') ? 'upload' : 'write';
}

function report(response: ServerResponse, limit: number, remaining: number, seconds: number): void {
  response.setHeader('x-ratelimit-limit', limit);
  response.setHeader('x-ratelimit-remaining', remaining);
  response.setHeader('x-ratelimit-retry-after', seconds);
}

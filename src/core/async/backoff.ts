/** How long to wait between tries, and how many there are. */
export interface BackoffPolicy {
  /** Tries beyond the first. */
  retries: number;
  /** Milliseconds: the bound of the first wait; each next bound is twice the last. */
  baseMs: number;
  /** Milliseconds: no bound grows beyond this. */
  capMs: number;
}

/**
 * Full jitter: anywhere between nothing and the bound, so that a thousand clients that failed together do not
 * come back together. `attempt` counts from 0.
 */
export function backoffDelay(
  attempt: number,
  policy: BackoffPolicy,
  random: () => number = Math.random,
): number {
  return random() * Math.min(policy.capMs, policy.baseMs * 2 ** attempt);
}

const MAX_RETRY_AFTER_MS = 5 * 60_000;

/**
 * The wait that the server asked for, in milliseconds: `Retry-After` (seconds or a date) or the service's own
 * `X-RateLimit-Retry-After` (seconds). Capped, since a wrong clock must not park an upload for a year.
 */
export function retryAfter(headers: Pick<Headers, 'get'>, now: number = Date.now()): number | undefined {
  return readWait(headers.get('retry-after'), now) ?? readWait(headers.get('x-ratelimit-retry-after'), now);
}

function readWait(value: string | null, now: number): number | undefined {
  if (!value) return undefined;
  // `Date.parse` alone reads a date of the year 2001 in "wait 5".
  const wait = value.endsWith('GMT') ? Date.parse(value) - now : Number(value) * 1000;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS) : undefined;
}

/** True for an answer that may be another one a moment later. */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

import { retryAfter } from '../../core/async/backoff.ts';
import { VhError } from '../../core/errors/vh-error.ts';

/**
 * The purpose of a request to the service: `uploads` may spend all of the account's rate, `viewings` leave a reserve, and
 * `reads` leave half of it to both.
 */
export type Purpose = 'uploads' | 'viewings' | 'reads';

/** One of the service's rate windows, as its answers have described it. */
interface Window {
  /** Requests that the service admits in a minute; undefined until an answer says so. */
  limit: number | undefined;
  /** Requests that are left in this window. */
  remaining: number;
  /** When the first answer of this window came. */
  since: number;
  /** Requests on their way: the next answer counts them. */
  inFlight: number;
}

/** The part of a window that each purpose leaves to others. */
const RESERVED_SHARE: Readonly<Record<Purpose, number>> = { uploads: 0, viewings: 0.2, reads: 0.5 };
/** Milliseconds that a window of the service lasts. */
const WINDOW_MS = 60_000;
/** Milliseconds to leave the service alone after a 429, at least, and where it does not say how long. */
const MIN_PAUSE_MS = 1_000;
const DEFAULT_PAUSE_MS = 5_000;
/** Milliseconds: the longest that a viewer is sent away for, since the window may end sooner. */
const MAX_WAIT_MS = 10_000;
/** Milliseconds within which refused visitors come back. */
const SPREAD_MS = 5_000;

/**
 * Spends the account's rate at the service. Viewings are everybody's, so strangers could use it up: they stop before the
 * last fifth of it, which grants and their renewals need. After a 429 nothing is asked until the service wants it.
 */
export class UpstreamBudget {
  readonly #now: () => number;
  readonly #windows = { reads: emptyWindow(), writes: emptyWindow() };
  #closedUntil = -Infinity;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Sends one request, or throws `rate-limited` without sending it. */
  async spend(method: string, purpose: Purpose, send: () => Promise<Response>): Promise<Response> {
    const window = this.#windows[method === 'GET' ? 'reads' : 'writes'];
    this.#admit(window, purpose);
    window.inFlight++;
    try {
      const response = await send();
      this.#learn(window, response);
      return response;
    } finally {
      window.inFlight--;
    }
  }

  #admit(window: Window, purpose: Purpose): void {
    const now = this.#now();
    const closed = this.#closedUntil - now;
    if (closed > 0) throw limited(closed);
    if (purpose === 'uploads' || window.limit === undefined) return;
    const left = window.since + WINDOW_MS - now;
    // Another window has begun; its first answer says how much of it is left.
    if (left <= 0) window.remaining = window.limit;
    const reserve = Math.ceil(window.limit * RESERVED_SHARE[purpose]);
    if (window.remaining - window.inFlight > reserve) return;
    throw limited(left > 0 ? Math.min(left, MAX_WAIT_MS) : MIN_PAUSE_MS);
  }

  #learn(window: Window, { status, headers }: Response): void {
    const now = this.#now();
    if (status === 429) {
      const pause = Math.max(retryAfter(headers) ?? DEFAULT_PAUSE_MS, MIN_PAUSE_MS);
      this.#closedUntil = Math.max(this.#closedUntil, now + pause);
    }
    const limit = count(headers, 'x-ratelimit-limit');
    const remaining = count(headers, 'x-ratelimit-remaining');
    if (limit === undefined || remaining === undefined) return;
    // A service that does not count this very request counts nothing.
    if (remaining >= limit) {
      window.limit = undefined;
      return;
    }
    // Answers overtake each other; more than that is another window.
    const isNext =
      window.limit === undefined ||
      now - window.since >= WINDOW_MS ||
      remaining > window.remaining + window.inFlight;
    if (isNext) window.since = now;
    window.remaining = isNext ? remaining : Math.min(window.remaining, remaining);
    window.limit = limit;
  }
}

function emptyWindow(): Window {
  return { limit: undefined, remaining: Infinity, since: -Infinity, inFlight: 0 };
}

/** Without a status: no answer of the service caused it. Visitors who are refused now come back at different times. */
function limited(wait: number): VhError {
  return new VhError(
    'rate-limited',
    "The page backend pauses its requests: the account has reached the service's rate limit.",
    {
      retryAfter: wait + Math.random() * SPREAD_MS,
    },
  );
}

function count(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

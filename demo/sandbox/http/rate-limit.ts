import type { ServerResponse } from 'node:http';

/** Requests a minute in the sandbox environment, by kind of request. */
const PER_MINUTE = { upload: 40, write: 40, read: 100 } as const;

/** What a request counts as. */
export type RateKind = keyof typeof PER_MINUTE;

/** Tells the limits. They are not enforced: a page under test must not be slowed down by its tester. */
export function tellRateLimit(response: ServerResponse, kind: RateKind): void {
  const limit = PER_MINUTE[kind];
  response.setHeader('x-ratelimit-limit', limit);
  response.setHeader('x-ratelimit-remaining', limit);
  response.setHeader('x-ratelimit-retry-after', 0);
}

import { isVhError, type VhErrorCode } from '../../core/errors/vh-error.ts';

/** The slug of an error that the site's own store of shared state caused, and not the service. */
export const STATE_UNAVAILABLE = 'state-unavailable';
/** The slug of an error of a service that was not asked, since it has failed several times in a row. */
export const SERVICE_PAUSED = 'service-paused';

/** The headers of every response: no cache stores it, no browser guesses its type, no other site embeds it. */
export const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** JSON that no cache keeps. */
export function answer(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...HEADERS, 'content-type': 'application/json' },
  });
}

/** A refusal in the shape that the client reads: problem+json whose type ends in a stable word. */
export function refuse(
  status: number,
  slug: string,
  title: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify({ type: `vh-elements/${slug}`, title, status }), {
    status,
    headers: { ...HEADERS, 'content-type': 'application/problem+json', ...headers },
  });
}

/** The answer to whatever is not there, or not for this visitor: the two look the same. */
export function notFound(): Response {
  return refuse(404, 'not-found', 'Not found');
}

/** The header that says when to come back: whole seconds, and never none. */
export function retryAfterHeader(milliseconds: number): Record<string, string> {
  return { 'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))) };
}

const STATUS: Partial<Record<VhErrorCode, number>> = {
  'not-found': 404,
  'rate-limited': 429,
  'timeout': 504,
  'network': 502,
  'service-unavailable': 502,
  'unexpected-answer': 502,
  'request-refused': 502,
};

/** Sends a browser the kind of a failure behind the backend, without any of the service's own words. */
export function refuseFor(error: unknown): Response {
  if (!isVhError(error)) return refuse(500, 'backend-failed', FAILED);
  // Refused by this backend itself: the service behind it was not asked.
  const isOwn = error.slug === STATE_UNAVAILABLE || error.slug === SERVICE_PAUSED;
  const status = isOwn ? 503 : (STATUS[error.code] ?? 500);
  if (status === 404) return notFound();
  const { retryAfter } = error;
  return refuse(status, error.code, FAILED, retryAfter === undefined ? {} : retryAfterHeader(retryAfter));
}

const FAILED = 'The page backend could not answer this now';

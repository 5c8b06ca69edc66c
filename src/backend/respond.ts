import { isVhError, type VhErrorCode } from '../core/vh-error.ts';

/** JSON that no cache keeps. */
export function answer(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
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
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  });
}

/** The answer to whatever is not there, or not for this visitor: the two look the same. */
export function notFound(): Response {
  return refuse(404, 'not-found', 'There is no such thing');
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

/** What a browser may know of a failure behind the backend: its kind, and not one word of the service's own. */
export function refuseFor(error: unknown): Response {
  const code = isVhError(error) ? error.code : 'backend-failed';
  const status = isVhError(error) ? (STATUS[error.code] ?? 502) : 500;
  return refuse(
    status,
    code,
    status === 404 ? 'There is no such thing' : 'The page backend could not do this now',
  );
}

import { isTransientStatus, retryAfter } from '../../core/async/backoff.ts';

/** What an answer that is not 2xx means for its delivery. Such answers are rare: the code comes with the first. */
export function readRefusal(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  now: number,
): { kind: 'later'; wait: number | undefined; answered: true } | { kind: 'refused'; missing: boolean } {
  if (isTransientStatus(status)) return { kind: 'later', wait: retryAfter(headers, now), answered: true };
  return { kind: 'refused', missing: status === 401 || status === 403 || status === 404 };
}

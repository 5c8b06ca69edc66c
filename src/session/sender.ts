import { isTransientStatus, retryAfter } from '../core/backoff.ts';
import type { Verdict } from './outbox.ts';
import type { SessionWorld } from './session-world.ts';

const TIMEOUT = 15_000;
const LONGEST_ANSWER = 64 * 1024;

/** What came of one request: the verdict, and what the other side said when it took it. */
export type Sent = { verdict: Verdict; answer?: string };

/**
 * Posts a payload as plain text, which needs no preflight. Without cookies, without a referrer, following no
 * redirect. Never rejects: a collector that is blocked, slow or broken is a verdict like any other.
 */
export async function sendPayload(
  url: string,
  body: string,
  options: { leaving: boolean; world: SessionWorld },
): Promise<Sent> {
  const { leaving, world } = options;
  if (leaving && world.beacon) return sendBeacon(url, body, world.beacon);
  const abort = new AbortController();
  const stopTimeout = world.after(TIMEOUT, () => {
    abort.abort();
  });
  try {
    const response = await world.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body,
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      cache: 'no-store',
      signal: abort.signal,
    });
    if (!response.ok) {
      void response.body?.cancel().catch(() => {});
      return { verdict: judge(response, world.now()) };
    }
    // Taken is taken, even if the answer breaks off half way.
    const answer = await response.text().catch(() => '');
    return { verdict: { kind: 'taken' }, answer: answer.length > LONGEST_ANSWER ? '' : answer };
  } catch {
    return { verdict: { kind: 'later', answered: false } };
  } finally {
    stopTimeout();
  }
}

function judge(response: Response, now: number): Verdict {
  if (!isTransientStatus(response.status)) return { kind: 'refused' };
  return { kind: 'later', wait: retryAfter(response.headers, now), answered: true };
}

function sendBeacon(url: string, body: string, beacon: NonNullable<SessionWorld['beacon']>): Sent {
  try {
    return { verdict: beacon(url, body) ? { kind: 'taken' } : { kind: 'later', answered: true } };
  } catch {
    return { verdict: { kind: 'later', answered: true } };
  }
}

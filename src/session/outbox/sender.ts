import { isTransientStatus, retryAfter } from '../../core/async/backoff.ts';
import { readBodyText } from '../../core/wire/read-body-text.ts';
import type { DeliveryResult } from './outbox.ts';
import type { SessionEnvironment } from '../ports/session-environment.ts';

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** The result of one request: the verdict, and the collector's answer when it took the payload. */
export type SendOutcome = { verdict: DeliveryResult; answer?: string };

/**
 * Posts a payload as plain text, which needs no preflight. Without cookies, without a referrer, following no
 * redirect. Never rejects: a collector that is blocked, slow or broken is a verdict like any other.
 */
export async function sendPayload(
  url: string,
  body: string,
  options: { leaving: boolean; world: SessionEnvironment },
): Promise<SendOutcome> {
  const { leaving, world } = options;
  if (leaving && world.beacon) return sendBeacon(url, body, world.beacon);
  const abort = new AbortController();
  const stopTimeout = world.after(TIMEOUT_MS, () => {
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
    const answer = await readBodyText(response, MAX_ANSWER_BYTES).catch(() => undefined);
    return { verdict: { kind: 'taken' }, answer: answer ?? '' };
  } catch {
    return { verdict: { kind: 'later', answered: false } };
  } finally {
    stopTimeout();
  }
}

function judge(response: Response, now: number): DeliveryResult {
  if (!isTransientStatus(response.status)) return { kind: 'refused' };
  return { kind: 'later', wait: retryAfter(response.headers, now), answered: true };
}

function sendBeacon(
  url: string,
  body: string,
  beacon: NonNullable<SessionEnvironment['beacon']>,
): SendOutcome {
  try {
    return { verdict: beacon(url, body) ? { kind: 'taken' } : { kind: 'later', answered: true } };
  } catch {
    return { verdict: { kind: 'later', answered: true } };
  }
}

import { isTransientStatus, retryAfter } from '../../core/async/backoff.ts';
import { readBodyText } from '../../core/wire/read-body-text.ts';
import type { SessionEnvironment } from '../ports/session-environment.ts';

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** One delivery as it goes to the collector. */
export interface Payload {
  url: string;
  body: string;
  contentType: string;
  /** The page goes, and reads no answer. */
  leaving: boolean;
  /** The browser finishes it also without the page. */
  keepalive: boolean;
}

/** The result of one request. */
export type SendOutcome =
  /** The collector has it, and this is its answer. */
  | { kind: 'taken'; answer: string | undefined }
  /** The collector does not want it: `missing` where it may be a deployment, 401, 403 or 404. */
  | { kind: 'refused'; missing: boolean }
  /** To be sent again, after `wait` ms if the collector said so; `answered` when it answered at all. */
  | { kind: 'later'; wait?: number | undefined; answered: boolean };

/** Sends a payload. Must not reject. */
export type Transport = (payload: Payload, environment: SessionEnvironment) => Promise<SendOutcome>;

/**
 * Posts a payload without cookies, without a referrer, following no redirect. Never rejects: a collector that is
 * blocked, slow or broken is an outcome like any other.
 */
export const postPayload: Transport = async (payload, environment) => {
  const abort = new AbortController();
  const stopTimeout = environment.after(TIMEOUT_MS, () => {
    abort.abort();
  });
  const beacon = payload.leaving && environment.beacon;
  try {
    if (beacon)
      return beacon(payload.url, payload.body)
        ? { kind: 'taken', answer: undefined }
        : { kind: 'later', answered: true };
    const response = await environment.fetch(payload.url, {
      method: 'POST',
      headers: { 'content-type': payload.contentType },
      body: payload.body,
      keepalive: payload.keepalive,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      cache: 'no-store',
      signal: abort.signal,
    });
    if (!response.ok) {
      void response.body?.cancel().catch(() => {});
      return readRefusal(response, environment.now());
    }
    // Taken is taken, even if the answer breaks off half way.
    const answer = await readBodyText(response, MAX_ANSWER_BYTES).catch(() => undefined);
    return { kind: 'taken', answer: answer ?? '' };
  } catch {
    // A beacon that throws has sent nothing; a failed request may have arrived.
    return { kind: 'later', answered: !!beacon };
  } finally {
    stopTimeout();
  }
};

/** What an answer that is not 2xx means for its delivery. */
function readRefusal({ status, headers }: Pick<Response, 'status' | 'headers'>, now: number): SendOutcome {
  if (isTransientStatus(status)) return { kind: 'later', wait: retryAfter(headers, now), answered: true };
  return { kind: 'refused', missing: status === 401 || status === 403 || status === 404 };
}

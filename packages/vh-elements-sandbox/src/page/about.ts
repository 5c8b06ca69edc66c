import type { LoggedRequest } from '../faults/request-log.ts';
import { newId } from '../store/database/id.ts';
import type { Services } from '../services/services.ts';
import { WEBHOOK_EVENTS } from '../webhooks/event-body.ts';

/** What every view of the console shows or knows of the sandbox as a whole. */
export interface About {
  /** Another one after each start of the sandbox. */
  run: string;
  now: string;
  aheadMs: number;
  encoders: string | null;
  webhookEvents: readonly string[];
  /** How many fault rules are in force. */
  faults: number;
  requests: RequestsNow;
  uploads: UploadNow[];
}

/** The requests of now and of the last minute. */
export interface RequestsNow {
  open: number;
  /** A second each, the oldest first: how many began, and how many of them went wrong. */
  seconds: { all: number; bad: number }[];
}

/** A request that carries a file and is not through. */
export type UploadNow = Pick<
  LoggedRequest,
  'requestId' | 'method' | 'target' | 'bytesIn' | 'length' | 'milliseconds'
>;

const RUN = newId('');
const WINDOW_SECONDS = 60;

/** Looks at the sandbox as a whole. */
export function aboutSandbox({ clock, encoders, faultRules, requestLog }: Services): About {
  const requests = requestLog.list();
  const now = clock.now();
  return {
    run: RUN,
    now: new Date(now).toISOString(),
    aheadMs: Math.round(clock.ahead),
    encoders: encoders.url ?? null,
    webhookEvents: WEBHOOK_EVENTS,
    faults: faultRules.list().length,
    requests: requestsOf(requests, now),
    uploads: requests
      .filter(isUpload)
      .map(({ requestId, method, target, bytesIn, length, milliseconds }) => ({
        requestId,
        method,
        target,
        bytesIn,
        length,
        milliseconds,
      })),
  };
}

function requestsOf(requests: readonly LoggedRequest[], now: number): RequestsNow {
  const seconds = Array.from({ length: WINDOW_SECONDS }, () => ({ all: 0, bad: 0 }));
  for (const { at, status, state } of requests) {
    const second = seconds[WINDOW_SECONDS - 1 - Math.floor((now - at) / 1000)];
    if (!second) continue;
    second.all += 1;
    if ((status !== null && status >= 400) || state === 'broken') second.bad += 1;
  }
  return { open: requests.filter(({ state }) => state === 'open').length, seconds };
}

function isUpload({ method, target, state, bytesIn }: LoggedRequest): boolean {
  const carries = method === 'POST' || method === 'PATCH' || method === 'PUT';
  return state === 'open' && carries && bytesIn > 0 && /^\/upload|\/source$/.test(target);
}

import { mock } from 'node:test';
import { backoffDelay, retryAfter } from '../../../../src/core/async/backoff.ts';
import type { Backend } from '../../../../src/backend/index.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { settled } from '../../../support/until.ts';
import { backendFor, bodyOf, grantRequest, readRequest } from '../../../support/backend/ask-grant.ts';
import { LimitedService } from '../limited-service.ts';

/** What the service does from the 30th second to the 90th. */
export const SERVICE_TROUBLES = [
  'is dead',
  'hangs',
  'is slow',
  'answers 503',
  'limits',
  'limits silently',
] as const;
export type ServiceTrouble = (typeof SERVICE_TROUBLES)[number];

/** Counts of one run. */
export interface OverloadReport {
  /** Grants and renewals of honest uploaders: successes outside the trouble, and all others. */
  granted: number;
  refusedOutside: number;
  /** Seconds after the end of the trouble at which a grant was given again. */
  recoveredAfter: number;
  /** Requests to the service in the busiest second before the trouble, in it, and after it. */
  busiest: { before: number; during: number; after: number };
}

const SECOND = 1_000;
const BEGIN = 30 * SECOND;
const END = 90 * SECOND;
const LASTS = 150 * SECOND;
const HONEST = 30;
const RENEW_MS = 20 * SECOND;
const TIMEOUT_MS = 10 * SECOND;
const RETRIES = { retries: Infinity, baseMs: 200, capMs: 5 * SECOND };

/** Seconds after the end of the trouble within which grants are given again. */
const RECOVERED_S = 10;
/**
 * How much busier than before its trouble the service may be. A stranger that is sent away once asks twice, and the busiest
 * second of a quiet time is a matter of chance: of 15 seeds, the most were 6.5 and 9.8 times.
 */
const MOST_TIMES = { during: 12, after: 16 };

/** The fault of a run. */
export function faultOf(trouble: ServiceTrouble, report: OverloadReport): string | undefined {
  const { granted, refusedOutside, recoveredAfter, busiest } = report;
  const isLimited = trouble.startsWith('limits');
  // After a 429 the service is left alone, and refused visitors come back one by one.
  const most = isLimited ? { during: 0.5, after: 5 } : MOST_TIMES;
  if (granted < HONEST) return `${granted} grants`;
  if (refusedOutside > 0) return `${refusedOutside} honest requests were refused outside the trouble`;
  if (!(recoveredAfter <= RECOVERED_S)) return `recovered after ${recoveredAfter} s`;
  const isHerd = (['during', 'after'] as const).some((when) => busiest[when] > most[when] * busiest.before);
  return isHerd ? `a herd: ${JSON.stringify(busiest)} requests in the busiest second` : undefined;
}

/** Time that passes when nothing else happens. */
class VirtualTime {
  now = SECOND;
  #timers: { at: number; run: () => void }[] = [];

  after(ms: number, run: () => void): void {
    this.#timers.push({ at: this.now + ms, run });
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  async runUntil(end: number): Promise<void> {
    this.#timers.sort((one, other) => one.at - other.at);
    for (; this.now < end; await settled(2)) {
      const next = this.#timers.reduce((soonest, one) => Math.min(soonest, one.at), end);
      this.now = Math.max(this.now, next);
      const due = this.#timers.filter(({ at }) => at <= this.now);
      this.#timers = this.#timers.filter(({ at }) => at > this.now);
      for (const { run } of due) run();
    }
  }
}

/** Lets so many strangers ask while honest uploaders renew their grants, and the service is in trouble for a minute. */
export async function overload(
  trouble: ServiceTrouble,
  strangers: number,
  seed: number,
): Promise<OverloadReport> {
  const time = new VirtualTime();
  const clock = mock.method(performance, 'now', () => time.now);
  const wall = mock.method(Date, 'now', () => 1_767_225_600_000 + time.now);
  const deadline = mock.method(AbortSignal, 'timeout', (ms: number) => {
    const end = new AbortController();
    time.after(ms, () => {
      end.abort(new DOMException('late', 'TimeoutError'));
    });
    return end.signal;
  });
  try {
    return await run(time, trouble, strangers, seededRandom(seed));
  } finally {
    for (const { mock: mocked } of [clock, wall, deadline]) {
      mocked.restore();
      // The tracker of mocks remembers each call, of which a run makes millions.
      mocked.resetCalls();
    }
  }
}

async function run(
  time: VirtualTime,
  trouble: ServiceTrouble,
  strangers: number,
  random: () => number,
): Promise<OverloadReport> {
  const service = new LimitedService({ reads: 600, writes: 400, statesQuota: true }, () => time.now);
  // The access token is renewed in the middle of the trouble.
  service.expiresIn = 110;
  const perSecond = new Map<number, number>();
  const fetchIt: typeof fetch = async (input, init) => {
    const second = Math.floor(time.now / SECOND);
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    const isInTrouble = time.now >= BEGIN && time.now < END;
    return isInTrouble
      ? troubled(time, trouble, init, () => service.limited(input, init))
      : service.limited(input, init);
  };
  const backend = backendFor(service, {
    ...{ fetch: fetchIt, timeoutMs: TIMEOUT_MS, onError: () => {} },
    subject: (request) => request.headers.get('x-user'),
  });
  const report: OverloadReport = {
    granted: 0,
    refusedOutside: 0,
    recoveredAfter: Infinity,
    busiest: { before: 0, during: 0, after: 0 },
  };
  for (let user = 0; user < HONEST; user++) {
    void time.sleep(random() * RENEW_MS).then(() => uploadOn(backend, String(user), time, random, report));
  }
  for (let at = 0; at < strangers; at++) {
    void time.sleep(random() * LASTS).then(() => askAsStranger(backend, at, time, random));
  }
  await time.runUntil(LASTS);
  for (const [second, count] of perSecond) {
    const when = second * SECOND < BEGIN ? 'before' : second * SECOND < END ? 'during' : 'after';
    report.busiest[when] = Math.max(report.busiest[when], count);
  }
  return report;
}

/** The service in trouble. */
function troubled(
  time: VirtualTime,
  trouble: ServiceTrouble,
  init: RequestInit | undefined,
  answer: () => Promise<Response>,
): Promise<Response> {
  switch (trouble) {
    case 'is dead':
      return Promise.reject(new TypeError('fetch failed'));
    case 'hangs':
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => {
          reject(init.signal?.reason as Error);
        });
      });
    case 'is slow':
      return time.sleep(5 * SECOND).then(answer);
    case 'answers 503':
      return Promise.resolve(new Response('{}', { status: 503 }));
    case 'limits':
      return Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': '5' } }));
    case 'limits silently':
      return Promise.resolve(new Response('{}', { status: 429 }));
  }
}

/** Gets a grant and renews it to the end, as an uploader does. */
async function uploadOn(
  backend: Backend,
  user: string,
  time: VirtualTime,
  random: () => number,
  report: OverloadReport,
): Promise<void> {
  let known: Record<string, unknown> = {};
  for (; time.now < LASTS; await time.sleep(RENEW_MS)) {
    for (let attempt = 0; time.now < LASTS; attempt++) {
      const body =
        known['videoId'] === undefined
          ? {}
          : { action: 'refresh', videoId: known['videoId'], claim: known['claim'] };
      const begun = time.now;
      const response = await backend(
        grantRequest({ ...body, idempotencyKey: `${user}-upload-of-this-visit` }, { 'x-user': user }),
      );
      if (response.status === 201) {
        known = await bodyOf(response);
        report.granted++;
        if (time.now >= END)
          report.recoveredAfter = Math.min(report.recoveredAfter, (time.now - END) / SECOND);
        break;
      }
      if (begun < BEGIN - TIMEOUT_MS || begun >= END + 10 * SECOND) report.refusedOutside++;
      const wait = backoffDelay(Math.min(attempt, 20), RETRIES, random);
      await time.sleep(Math.max(retryAfter(response.headers) ?? 0, wait));
    }
  }
}

/** Asks for present and missing media, and once more after a refusal with a wait. */
async function askAsStranger(
  backend: Backend,
  at: number,
  time: VirtualTime,
  random: () => number,
): Promise<void> {
  const paths = [
    `/playback/videos/no${at}`,
    `/playback/videos/vi${at % 40}`,
    `/videos/no${at}/status`,
    `/videos/vi${at % 40}/status`,
  ];
  const forged = { action: 'refresh', videoId: 'vi1', claim: 'x' };
  const ask = () =>
    at % 5 === 4
      ? backend(grantRequest(forged, { 'x-user': `stranger ${at}` }))
      : backend(readRequest(paths[Math.floor(random() * paths.length)] ?? ''));
  const response = await ask();
  if (response.status !== 429 && response.status < 500) return;
  await time.sleep(retryAfter(response.headers) ?? 1_000);
  await ask();
}

import { AccessTokens } from '../../../../packages/vh-elements-sandbox/src/store/account/access-tokens.ts';
import { UploadTokens } from '../../../../packages/vh-elements-sandbox/src/store/account/upload-tokens.ts';
import { Database } from '../../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { createBackend } from '../../../../src/backend/index.ts';
import type { Grant } from '../../../../src/core/wire/grant.ts';
import { VhError } from '../../../../src/core/errors/vh-error.ts';
import type { GrantRequest } from '../../../../src/upload/ports/grant-settings.ts';
import { GrantRefresher } from '../../../../src/upload/grants/grant-refresher.ts';
import { RetryPolicy } from '../../../../src/upload/retry/retry-policy.ts';
import { grantRequest, SITE } from '../../../support/backend/ask-grant.ts';
import { FakeEnvironment } from '../../../support/upload/fake-environment.ts';
import { makeFile } from '../../../support/upload/uploader-file.ts';
import { FakeService } from '../../../support/upload/uploader-service.ts';
import { JumpingClock, type Trouble } from './jumping-clock.ts';

/** Whose wall clock is set: the service's, or that of the site's server and of the visitor. */
export type Machine = 'service' | 'site';

/** One upload of three hours under a clock that is set once. */
export interface TokenTrouble extends Omit<Trouble, 'lateMs'> {
  machine: Machine;
  /** Seconds between two parts. */
  partSeconds: number;
  /** Seconds that an upload token lives. */
  ttl: number;
}

const SERVICE = 'https://service.test';
const APIKEY = 'the-key-of-sweeps';
const HOUR_MS = 3_600_000;
const LASTS_MS = 3 * HOUR_MS;
const ACCESS_MS = HOUR_MS;
/** Renewals for one clock that is set: one of the grant, one of the access token, with a request each that was refused. */
const SPARE = 4;

/** The part of the service that makes tokens and takes them, with the sandbox's own stores. */
class TokenService {
  readonly #database = new Database(':memory:');
  readonly #access: AccessTokens;
  readonly #uploads: UploadTokens;
  readonly #clock: JumpingClock;
  /** When each token was made, by the time that really passes. */
  readonly #made = new Map<string, { at: number; lastsMs: number }>();
  made = { access: 0, upload: 0 };
  fault: string | undefined;

  constructor(clock: JumpingClock) {
    this.#clock = clock;
    const clocks = { wall: clock.now, passed: () => clock.passed };
    this.#access = new AccessTokens(this.#database, clocks);
    this.#uploads = new UploadTokens(this.#database, clocks);
  }

  close(): void {
    this.#database.close();
  }

  readonly fetch: typeof fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input.toString());
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, string>;
    if (pathname === '/auth/api-key') return this.#tokens(body['apiKey'] === APIKEY);
    if (pathname === '/auth/refresh') return this.#tokens(true, body['refreshToken']);
    const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length) ?? '';
    if (!this.#isTaken(token, this.#access.isAccessToken(token))) return answer(401, {});
    if (pathname === '/videos') return answer(201, { videoId: 'vi1', title: 'a' });
    if (pathname === '/videos/vi1') return answer(200, { videoId: 'vi1', title: 'a' });
    if (init?.method === 'DELETE') {
      this.#uploads.delete(pathname.split('/').at(-1) ?? '');
      return Promise.resolve(new Response(null, { status: 204 }));
    }
    const made = this.#uploads.create(Number(body['ttl']));
    this.#note(made.token, made.ttl * 1000);
    this.made.upload++;
    return answer(200, { ...made, expiresAt: new Date(made.expiresAt ?? 0).toISOString() });
  };

  /** True for a part that is stored. */
  takesPart(token: string | undefined): boolean {
    return token !== undefined && this.#isTaken(token, this.#uploads.get(token) !== undefined);
  }

  /** A stranger tries every token that there was. */
  tryAll(): void {
    for (const token of this.#made.keys()) {
      this.#isTaken(token, this.#access.isAccessToken(token));
      this.#isTaken(token, this.#uploads.get(token) !== undefined);
    }
  }

  #tokens(isKnown: boolean, refresh?: string): Promise<Response> {
    const pair = !isKnown
      ? undefined
      : refresh === undefined
        ? this.#access.issue()
        : this.#access.refresh(refresh);
    if (!pair) return answer(401, {});
    this.made.access++;
    this.#note(pair.accessToken, ACCESS_MS);
    return answer(200, {
      access_token: pair.accessToken,
      refresh_token: pair.refreshToken,
      expires_in: 3600,
    });
  }

  #note(token: string, lastsMs: number): void {
    this.#made.set(token, { at: this.#clock.passed, lastsMs });
  }

  #isTaken(token: string, isTaken: boolean): boolean {
    const { at, lastsMs } = this.#made.get(token) ?? { at: 0, lastsMs: 0 };
    const age = this.#clock.passed - at;
    if (isTaken && age > lastsMs) this.fault ??= `took a token of ${age} ms that lasts ${lastsMs}`;
    return isTaken;
  }
}

/** Sends parts for three hours; answers the fault, and how often the clock that is set was looked at. */
export async function uploadInTrouble(
  trouble: TokenTrouble,
): Promise<{ looks: number; fault: string | undefined }> {
  const calm = { jumpAt: -1, jumpMs: 0, lateMs: 0 };
  const clockOf = (machine: Machine) =>
    new JumpingClock(trouble.machine === machine ? { ...trouble, lateMs: 0 } : calm);
  const [site, theirs] = [clockOf('site'), clockOf('service')];
  const service = new TokenService(theirs);
  const { now: wall } = Date;
  const page = performance.now.bind(performance);
  Date.now = site.now;
  performance.now = () => site.passed;
  try {
    const its = trouble.machine === 'site' ? site : theirs;
    const pass = (ms: number) => [site, theirs].forEach((clock) => clock.pass(ms));
    const fault = await sendParts(service, trouble, pass, () => its.looks > trouble.jumpAt);
    return { looks: its.looks, fault: service.fault ?? fault };
  } finally {
    Date.now = wall;
    performance.now = page;
    service.close();
  }
}

async function sendParts(
  service: TokenService,
  { machine, jumpMs, partSeconds, ttl }: TokenTrouble,
  pass: (ms: number) => void,
  isSet: () => boolean,
): Promise<string | undefined> {
  const backend = createBackend({
    ...{ baseUrl: SERVICE, apiKey: APIKEY, basePath: '/vh', fetch: service.fetch, tokenTtl: ttl },
    ...{
      authorize: () => true,
      allowedOrigins: [SITE],
      claimSecret: 'a secret of thirty-two characters',
      onError: () => {},
    },
  });
  let asked = 0;
  const ask = async (_: unknown, about: Omit<GrantRequest, 'signal'>): Promise<Grant> => {
    asked++;
    const { videoId, claim, idempotencyKey } = about;
    const response = await backend(grantRequest({ videoId, claim, idempotencyKey }));
    if (!response.ok)
      throw new VhError('service-unavailable', String(response.status), { status: response.status });
    return (await response.json()) as Grant;
  };
  const environment = new FakeEnvironment(new FakeService());
  const retries = new RetryPolicy(environment, () => {});
  const grants = new GrantRefresher(makeFile(10), () => ({ grant: ask }), environment, retries);
  const { signal } = new AbortController();
  let sent = 0;
  const next = () => grants.get({ mustKeep: grants.mustKeep(), isNameless: false }, signal);
  for (let passed = 0; passed < LASTS_MS; passed += partSeconds * 1000) {
    const wasSet = isSet();
    let grant = await next();
    for (let refusals = 1; !service.takesPart(grant.token); refusals++) {
      // A clock that is set between a renewal and the part that shows it ends the new token, too.
      if (refusals > 1) return isSet() === wasSet ? `part ${sent}: refused again after a renewal` : undefined;
      const refusal = new VhError('token-invalid', 'refused', { status: 401 });
      await grants.replaceRefused(grant, refusal, false, signal);
      grant = await next();
    }
    grants.onSuccess();
    grants.takeVideo({ videoId: 'vi1', title: undefined, assets: undefined });
    sent++;
    pass(partSeconds * 1000);
    service.tryAll();
  }
  // A grant is renewed a minute early, or with the first part after its end. To a visitor whose clock is ahead of the
  // service's, it seems to live shorter: with less than two minutes left, it is used until it is refused.
  const usual = (lifeMs: number) =>
    Math.ceil(LASTS_MS / Math.max(lifeMs - 60_000, partSeconds * 1000)) + SPARE;
  const aheadMs = Math.max(0, machine === 'site' ? jumpMs : -jumpMs);
  const seemsMs = ttl * 1000 - aheadMs;
  const most = { upload: usual(seemsMs < 120_000 ? ttl * 1000 : seemsMs), access: usual(ACCESS_MS) };
  const { made } = service;
  if (asked > most.upload + SPARE || made.upload > most.upload + SPARE)
    return `${asked} grants, not ${most.upload}`;
  return made.access > most.access ? `${made.access} access tokens, not ${most.access}` : undefined;
}

const answer = (status: number, body: object): Promise<Response> =>
  Promise.resolve(Response.json(body, { status }));

/**
 * Each machine's clock, set on and back by an hour under tokens of a quarter of an hour; and a visitor's clock by which
 * tokens seem to live hardly longer than they are renewed early.
 */
export const TOKEN_TROUBLES: readonly Omit<TokenTrouble, 'jumpAt'>[] = [
  ...(['service', 'site'] as const).flatMap((machine) =>
    [-HOUR_MS, HOUR_MS].map((jumpMs) => ({ machine, jumpMs, partSeconds: 600, ttl: 900 })),
  ),
  { machine: 'site', jumpMs: HOUR_MS, partSeconds: 120, ttl: 3_700 },
];

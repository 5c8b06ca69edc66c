import { isTransientStatus, retryAfter } from '../../core/async/backoff.ts';
import { parseJson, readNumber, readRecord, readText } from '../../core/wire/read-json.ts';
import { VhError, isVhError } from '../../core/errors/vh-error.ts';
import { withDeadline } from '../../core/async/deadline.ts';
import { sleep } from '../../core/async/sleep.ts';
import { discardBody, readBody } from '../http/read-body.ts';
import { FailureBackoff } from '../cache/failure-backoff.ts';
import { SERVICE_PAUSED } from '../http/respond.ts';
import { requireKey, type ApiKey } from './settings.ts';
import { runSiteCode } from './site-code.ts';

/** Posts JSON to one of the service's two authentication paths. */
export type PostAuth = (
  path: '/auth/api-key' | '/auth/refresh',
  body: Record<string, string>,
) => Promise<Response>;

/** Where the servers of a site share an access token. */
export interface TokenShare {
  /** The token of another server; undefined where there is none, or the store is away. */
  read: () => Promise<SharedToken | undefined>;
  /** Stores a token for a number of milliseconds. */
  write: (token: SharedToken, keepMs: number) => Promise<void>;
  /** True for the one server that is to exchange the key now. */
  lead: () => Promise<boolean>;
}

/** An access token as another server had it. */
export interface SharedToken {
  access: string;
  refresh: string | undefined;
  /** Milliseconds that it lives, at least, after the store has let it go. */
  graceMs: number;
}

interface TokenPair {
  access: string;
  refresh: string | undefined;
  /** On this machine's monotonic clock, so that a wrong wall clock here or there does not matter. */
  renewAt: number;
  endsAt: number;
  /** True for the token of another server: only the store knows its age. */
  isShared?: true;
}

/** Renewed this long before its end, in milliseconds, so that no request sets out with a token about to die. */
const RENEW_EARLY_MS = 60_000;
/** Milliseconds: what a service says of a token's life is taken between these; a refusal corrects it all the same. */
const MIN_LIFE_MS = 30_000;
const MAX_LIFE_MS = 24 * 60 * 60_000;
/** Milliseconds after which a renewal is given up for lost: some runtimes end a request, and its promises with it. */
const LOST_AFTER_MS = 45_000;
/** Milliseconds: the longest wait between two exchanges while the service is away. */
const OUTAGE_WAIT_MS = 2_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** Answers of a server that has no key exchange. */
const NO_EXCHANGE: ReadonlySet<number> = new Set([404, 405, 410, 501]);
/** Milliseconds that a server waits for another one that exchanges the key, and between two looks. */
const OTHERS_MS = 3_000;
const OTHERS_STEP_MS = 50;
/** Milliseconds that the site's own function has. */
const KEY_DEADLINE_MS = 15_000;

/** The service's access token: exchanged once, kept, renewed early, and never by two requests at once. */
export class AccessToken {
  readonly #apiKey: ApiKey | undefined;
  readonly #post: PostAuth;
  readonly #now: () => number;
  readonly #renewals: FailureBackoff;
  readonly #refusals: FailureBackoff;
  readonly #share: TokenShare | undefined;
  #pair: TokenPair | undefined;
  /** The service has refused the API key: that lasts until the site changes it. */
  #refusal: VhError | undefined;
  #pending: { since: number; pair: Promise<TokenPair> } | undefined;

  constructor(
    apiKey: ApiKey | undefined,
    post: PostAuth,
    now: () => number = () => performance.now(),
    share?: TokenShare,
  ) {
    this.#share = share;
    this.#apiKey = apiKey;
    this.#post = post;
    this.#now = now;
    this.#renewals = new FailureBackoff(now);
    this.#refusals = new FailureBackoff(now);
  }

  /** A token that is good for now. */
  async get(): Promise<string> {
    const now = this.#now();
    if (this.#pair && now < this.#pair.renewAt) return this.#pair.access;
    if (this.#pending && now - this.#pending.since < LOST_AFTER_MS) return (await this.#pending.pair).access;
    const { wait } = this.#renewals;
    if (wait > 0) {
      if (this.#pair && now < this.#pair.endsAt) return this.#pair.access;
      const { code = 'service-unavailable', message = "The service's authentication has failed just now." } =
        this.#refusal ?? {};
      throw new VhError(code, message, { retryAfter: wait });
    }
    const pending = { since: now, pair: this.#renew() };
    this.#pending = pending;
    try {
      return (await pending.pair).access;
    } finally {
      if (this.#pending === pending) this.#pending = undefined;
    }
  }

  /** Forgets a token that the service refused. True when another try, with another token, makes sense. */
  reject(token: string): boolean {
    const pair = this.#pair;
    if (pair?.access !== token || pair.endsAt === -Infinity) return true;
    // A service that refuses what it has just issued is not helped by asking it for more.
    if (this.#refusals.wait > 0) return false;
    this.#refusals.fail();
    pair.renewAt = pair.endsAt = -Infinity;
    return true;
  }

  async #renew(): Promise<TokenPair> {
    const old = this.#pair;
    try {
      const shared = await this.#fromOthers(old);
      const pair = shared ?? (await this.#fromService(old));
      this.#pair = pair;
      this.#renewals.succeed();
      return pair;
    } catch (error) {
      this.#noteFailure(error);
      // The renewal was early: the present token still holds for a while.
      if (old && this.#now() < old.endsAt) return old;
      throw error;
    }
  }

  #noteFailure(error: unknown): void {
    this.#refusal = isVhError(error, 'request-refused') ? error : undefined;
    if (!isVhError(error)) return this.#renewals.fail();
    // The service was not asked.
    if (error.slug === SERVICE_PAUSED) return;
    // A refused key stays refused; a service that is away comes back.
    const longest = error.code === 'request-refused' ? undefined : OUTAGE_WAIT_MS;
    this.#renewals.fail(error.retryAfter, longest);
  }

  /** The token that another server has, or is fetching now. */
  async #fromOthers(old: TokenPair | undefined): Promise<TokenPair | undefined> {
    const share = this.#share;
    if (!share) return undefined;
    const end = this.#now() + OTHERS_MS;
    for (;;) {
      const found = await share.read();
      // One that the service refused a moment ago, or that is to be renewed here, is no help.
      const isOwn = found?.access === old?.access && (!old?.isShared || old.endsAt === -Infinity);
      if (found && !isOwn) return this.#toSharedPair(found);
      if ((await share.lead()) || this.#now() > end) return undefined;
      await sleep(OTHERS_STEP_MS);
    }
  }

  async #fromService(old: TokenPair | undefined): Promise<TokenPair> {
    const renewed = old?.refresh === undefined ? undefined : await this.#refresh(old.refresh);
    const pair = renewed ?? (await this.#exchange());
    const { access, refresh, renewAt, endsAt } = pair;
    await this.#share?.write({ access, refresh, graceMs: endsAt - renewAt }, renewAt - this.#now());
    return pair;
  }

  /** Undefined when the service refuses the refresh token; the key is then exchanged again. */
  async #refresh(refreshToken: string): Promise<TokenPair | undefined> {
    const response = await this.#post('/auth/refresh', { refreshToken });
    if (response.ok) return this.#read(response);
    discardBody(response);
    if (isTransientStatus(response.status)) throw unavailable(response);
    return undefined;
  }

  async #exchange(): Promise<TokenPair> {
    const key = await this.#key();
    const pair = await this.#tryKey(key);
    if (pair) return pair;
    // The key may have been changed while this process still held the old one.
    const fresh = typeof this.#apiKey === 'string' ? key : await this.#key();
    const second = fresh === key ? undefined : await this.#tryKey(fresh);
    if (second) return second;
    throw new VhError(
      'request-refused',
      'The service refuses the API key: check that apiKey belongs to the account and environment of baseUrl.',
    );
  }

  /** Nothing when the service does not take this key. */
  async #tryKey(apiKey: string): Promise<TokenPair | undefined> {
    const response = await this.#post('/auth/api-key', { apiKey });
    if (response.ok) {
      const pair = await this.#read(response);
      if (pair) return pair;
      throw new VhError('unexpected-answer', "The service's answer to the key holds no access token.");
    }
    discardBody(response);
    if (isTransientStatus(response.status)) throw unavailable(response);
    if (NO_EXCHANGE.has(response.status)) {
      const message = `The service's key exchange was answered with ${String(response.status)}: another server may answer at baseUrl.`;
      throw new VhError('unexpected-answer', message, { status: response.status });
    }
    return undefined;
  }

  async #key(): Promise<string> {
    return requireKey(typeof this.#apiKey === 'function' ? await askKey(this.#apiKey) : this.#apiKey);
  }

  /** Nothing for an answer that holds no token. */
  async #read(response: Response): Promise<TokenPair | undefined> {
    const from = readRecord(parseJson(await readBody(response, MAX_ANSWER_BYTES).catch(() => undefined)));
    const access = readText(from?.['access_token']);
    // A text that no header can carry is not a token.
    if (access === undefined || !/^[\x21-\x7e]{1,8192}$/.test(access)) return undefined;
    const given = (readNumber(from?.['expires_in']) ?? 3600) * 1000;
    const life = Math.min(Math.max(given, MIN_LIFE_MS), MAX_LIFE_MS);
    return this.#toPair(access, readText(from?.['refresh_token']), life);
  }

  #toPair(access: string, refresh: string | undefined, life: number): TokenPair {
    const now = this.#now();
    return {
      access,
      refresh,
      // A token that lives shorter than the head start is used for half its life.
      renewAt: now + Math.max(life - RENEW_EARLY_MS, life / 2),
      endsAt: now + life,
    };
  }

  /**
   * The token of another server, looked up again within the grace. The store keeps a token until it is to be renewed, so that
   * no server compares its own wall clock with another's.
   */
  #toSharedPair({ access, refresh, graceMs }: SharedToken): TokenPair {
    const now = this.#now();
    return { access, refresh, renewAt: now + graceMs / 2, endsAt: now + graceMs, isShared: true };
  }
}

/** Asks the site for its key, and does not wait forever. */
function askKey(ask: () => string | Promise<string>): Promise<unknown> {
  const asked = runSiteCode('apiKey', ask);
  return withDeadline(asked, KEY_DEADLINE_MS, "The page backend's apiKey function does not answer.");
}

function unavailable(response: Response): VhError {
  const { status } = response;
  return new VhError(
    status === 429 ? 'rate-limited' : 'service-unavailable',
    `The service's authentication was answered with ${String(status)}.`,
    { status, retryAfter: retryAfter(response.headers) },
  );
}

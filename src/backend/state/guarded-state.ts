import { withDeadline } from '../../core/async/deadline.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { STATE_UNAVAILABLE } from '../http/respond.ts';
import type { BackendState, BucketSize } from './backend-state.ts';

/** Milliseconds that one question to the store has: a grant asks three before it goes to the service. */
const DEADLINE_MS = 900;
/** Milliseconds after it: where the process stood still, the answer may have come meanwhile, and was not read yet. */
const GRACE_MS = 20;
/** Milliseconds for which a store that failed is left alone, so that visitors do not wait one after the other. */
const PAUSE_MS = 1_000;
/** Milliseconds after which an uploader asks again. */
const RETRY_AFTER_MS = 2_000;
const CHECK_DEADLINE_MS = 5_000;

/** The site's state with a deadline for each question and one error for all that goes wrong. */
export class GuardedState implements BackendState {
  readonly #state: BackendState;
  readonly #now: () => number;
  #failure: { until: number; message: string } | undefined;

  /** `now` is a monotonic clock, in milliseconds. */
  constructor(state: BackendState, now: () => number = () => performance.now()) {
    this.#state = requireState(state);
    this.#now = now;
  }

  async get(key: string): Promise<string | undefined> {
    // A site's own store may return null.
    const value: unknown = await this.#ask(() => this.#state.get(key));
    return typeof value === 'string' ? value : undefined;
  }

  swap(
    key: string,
    expected: string | undefined,
    next: string | undefined,
    seconds: number,
  ): Promise<boolean> {
    return this.#ask(() => this.#state.swap(key, expected, next, seconds));
  }

  take(key: string, size: BucketSize): Promise<number> {
    return this.#ask(() => this.#state.take(key, size));
  }

  /** Rejects with one line where the store cannot be used. */
  async check(): Promise<void> {
    const { check } = this.#state;
    const asked = check ? check.call(this.#state) : this.#state.get('check').then(() => undefined);
    try {
      await withDeadline(asked, CHECK_DEADLINE_MS, 'it does not answer');
    } catch (error) {
      throw new VhError('invalid-use', `The shared state cannot be used: ${firstLineOf(error)}.`);
    }
  }

  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const paused = this.#failure;
    if (paused && this.#now() < paused.until) throw unavailable(paused.message);
    try {
      const work = Promise.resolve().then(question);
      const within = (ms: number) => withDeadline(work, ms, 'It did not answer in time');
      const answer = await within(DEADLINE_MS).catch(() => within(GRACE_MS));
      if (this.#failure === paused) this.#failure = undefined;
      return answer;
    } catch (error) {
      const message = `The shared state failed: ${kindOf(error)}.`;
      this.#failure = { until: this.#now() + PAUSE_MS, message };
      throw unavailable(message);
    }
  }
}

function unavailable(message: string): VhError {
  const details = { status: 503, slug: STATE_UNAVAILABLE, retryAfter: RETRY_AFTER_MS };
  return new VhError('service-unavailable', message, details);
}

/** Name and code alone: a client's own words may quote an address with a password. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it threw something';
  if (error instanceof VhError) return error.message;
  const code = 'code' in error ? error.code : undefined;
  const known = typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : '';
  return `${/^\w{1,40}$/.test(error.name) ? error.name : 'an error'}${known}`;
}

/** For the start of a server: what its operator needs, without a password of an address. */
function firstLineOf(error: unknown): string {
  // Node wraps the refusals of several addresses of one host.
  const cause: unknown = error instanceof AggregateError && !error.message ? error.errors[0] : error;
  const text = cause instanceof Error ? cause.message : 'it threw something';
  const [line = ''] = text.split('\n');
  return line
    .replace(/\/\/[^@/\s]*@/g, '//')
    .replace(/[.\s]+$/, '')
    .slice(0, 300);
}

function requireState(state: BackendState): BackendState {
  if (isKeyValueNamespace(state)) throw new VhError('invalid-use', KV_REFUSED);
  if (hasMethods(state, 'get', 'swap', 'take')) return state;
  const message =
    'The state of createBackend has the methods get, swap and take: give it redisState(client) of vh-elements/backend/redis.';
  throw new VhError('invalid-use', message);
}

function hasMethods(value: unknown, ...names: string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof Reflect.get(value, name) === 'function');
}

/** Why a namespace of Workers KV is no state. */
export const KV_REFUSED =
  'Workers KV cannot be the shared state: it has no atomic write and shows a change up to a minute late, so one upload could get two videos.';

/** True for a namespace of Workers KV. */
export function isKeyValueNamespace(value: unknown): boolean {
  return hasMethods(value, 'getWithMetadata', 'put', 'list');
}

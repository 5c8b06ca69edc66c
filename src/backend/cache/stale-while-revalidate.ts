import { VhError, isVhError } from '../../core/errors/vh-error.ts';
import { withDeadline } from '../../core/async/deadline.ts';
import { LruCache, type CacheLimits } from './lru-cache.ts';

/** Milliseconds that an answer is good for. */
export interface Lifetime {
  /** So long it is as good as new. */
  fresh: number;
  /** So long it is still given out, while a newer one is fetched behind the visitor's back. */
  stale: number;
  /** How long a stale value is better than none, when no newer one is available. */
  error: number;
}

/** A loaded value, and how long it is fresh. */
export interface Loaded<Value> {
  value: Value;
  lifetime: Lifetime;
  /** Bytes, roughly. */
  weight: number;
}

/** Settings of one look-up. */
export interface CacheRequest {
  /** The largest age, in milliseconds. */
  maxAge?: number;
  /** Keeps the process at work until a promise settles, where it would otherwise end with the response. */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
}

interface Entry<Value> extends Omit<Loaded<Value>, 'value'> {
  outcome: { value: Value } | { error: unknown };
  at: number;
  /** When the last refresh failed. */
  failedAt: number;
}

interface Pending<Value> {
  promise: Promise<Value>;
  at: number;
}

/** The slug of an error that concerns the asking visitor alone: it is neither kept nor given to others. */
export const OF_ONE_VISITOR = 'of-one-visitor';

/** After a failure the other side is left alone for so long, in milliseconds. */
const PAUSE_MS = 1_000;
const BRIEF: Lifetime = { fresh: PAUSE_MS, stale: 0, error: 0 };

/**
 * Keeps answers by key, asks for each but once at a time, and gives out an old one rather than let anybody wait or fail.
 *
 * Short-lived entries, such as refusals, have their own cache: they never push out longer-lived ones.
 */
export class StaleWhileRevalidate<Value> {
  readonly #kept: LruCache<Entry<Value>>;
  readonly #brief: LruCache<Entry<Value>>;
  readonly #pending = new Map<string, Pending<Value>>();
  readonly #lostAfterMs: number;
  readonly #now: () => number;

  constructor(limits: CacheLimits, lostAfterMs: number, now: () => number = () => performance.now()) {
    this.#kept = new LruCache(limits);
    this.#brief = new LruCache({ entries: 1_000, weight: Infinity });
    this.#lostAfterMs = lostAfterMs;
    this.#now = now;
  }

  /** The value under `key`; `load` fetches it where it is missing or too old. */
  async get(key: string, load: () => Promise<Loaded<Value>>, wanted: CacheRequest = {}): Promise<Value> {
    const entry = this.#kept.get(key) ?? this.#brief.get(key);
    const age = entry ? this.#now() - entry.at : Infinity;
    if (entry && age < Math.min(entry.lifetime.fresh, wanted.maxAge ?? Infinity)) return valueOf(entry);
    if (entry && wanted.maxAge === undefined && this.#mayBeStale(entry, age)) {
      const later = this.#loadOnce(key, load, entry).catch(() => undefined);
      wanted.waitUntil?.(later);
      return valueOf(entry);
    }
    try {
      return await this.#loadOnce(key, load, entry);
    } catch (error) {
      if (entry && age < entry.lifetime.error) return valueOf(entry);
      throw error;
    }
  }

  /** The fresh value under `key`; loads nothing. */
  peek(key: string): Value | undefined {
    const entry = this.#kept.get(key) ?? this.#brief.get(key);
    const isFresh = entry && this.#now() - entry.at < entry.lifetime.fresh;
    return isFresh && 'value' in entry.outcome ? entry.outcome.value : undefined;
  }

  /** Deletes the value of `key`: the next caller waits for a new one. */
  delete(key: string): void {
    this.#kept.delete(key);
    this.#brief.delete(key);
    this.#pending.delete(key);
  }

  /** Stores a value that was learnt in another way. */
  set(key: string, { value, lifetime, weight }: Loaded<Value>): void {
    this.#store(key, { outcome: { value }, lifetime, weight, at: this.#now(), failedAt: -Infinity });
  }

  #mayBeStale({ lifetime, failedAt }: Entry<Value>, age: number): boolean {
    return age < lifetime.stale || (age < lifetime.error && this.#now() - failedAt < PAUSE_MS);
  }

  async #loadOnce(
    key: string,
    load: () => Promise<Loaded<Value>>,
    old: Entry<Value> | undefined,
  ): Promise<Value> {
    const pending = this.#pending.get(key);
    if (pending && this.#now() - pending.at < this.#lostAfterMs) {
      try {
        return await this.#waitFor(pending.promise);
      } catch (error) {
        if (!isOfOneVisitor(error)) throw error;
        return this.#loadOnce(key, load, old);
      }
    }
    if (old && this.#now() - old.failedAt < PAUSE_MS)
      throw new VhError('service-unavailable', 'The service is not asked again yet.');
    // Deleted in the meantime, the answer may be from before the change for which it was deleted.
    const isWanted = () => this.#pending.get(key) === own;
    const promise = Promise.resolve().then(() => this.#load(key, load, old, isWanted));
    const own: Pending<Value> = { promise, at: this.#now() };
    this.#pending.set(key, own);
    try {
      return await promise;
    } finally {
      if (isWanted()) this.#pending.delete(key);
    }
  }

  /** Some runtimes drop a request's pending work with the request: a wait for such work must end. */
  #waitFor(promise: Promise<Value>): Promise<Value> {
    return withDeadline(promise, this.#lostAfterMs, 'The service did not answer in time.');
  }

  async #load(
    key: string,
    load: () => Promise<Loaded<Value>>,
    old: Entry<Value> | undefined,
    isWanted: () => boolean,
  ): Promise<Value> {
    try {
      const loaded = await load();
      if (isWanted()) this.set(key, loaded);
      return loaded.value;
    } catch (error) {
      if (!isWanted() || isOfOneVisitor(error)) throw error;
      const at = this.#now();
      if (old && 'value' in old.outcome && old.lifetime.error > 0) old.failedAt = at;
      else this.#store(key, { outcome: { error }, lifetime: BRIEF, weight: 0, at, failedAt: -Infinity });
      throw error;
    }
  }

  #store(key: string, entry: Entry<Value>): void {
    this.#kept.delete(key);
    this.#brief.delete(key);
    (entry.lifetime.stale > 0 ? this.#kept : this.#brief).set(key, entry);
  }
}

function isOfOneVisitor(error: unknown): boolean {
  return isVhError(error) && error.slug === OF_ONE_VISITOR;
}

function valueOf<Value>({ outcome }: Entry<Value>): Value {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

import { sleep } from '../core/sleep.ts';
import { VhError } from '../core/vh-error.ts';
import { Shelf, type ShelfLimits } from './shelf.ts';

/** Milliseconds that an answer is good for. */
export interface Lifetime {
  /** So long it is as good as new. */
  fresh: number;
  /** So long it is still given out, while a newer one is fetched behind the visitor's back. */
  stale: number;
  /** So long it is better than nothing, when a newer one is not to be had. */
  error: number;
}

/** What loading brought, and how long it is good. */
export interface Loaded<Value> {
  value: Value;
  lifetime: Lifetime;
  /** Bytes, roughly. */
  weight: number;
}

/** What one caller wants of the cache. */
export interface CacheWish {
  /** No older than so many milliseconds. */
  maxAge?: number;
  /** Keeps the process at work until a promise settles, where it would otherwise end with the response. */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
}

interface Entry<Value> extends Omit<Loaded<Value>, 'value'> {
  outcome: { value: Value } | { error: unknown };
  at: number;
  /** When a newer one was last asked for in vain. */
  failedAt: number;
}

/** After a failure the other side is left alone for so long, in milliseconds. */
const PAUSE = 1_000;
const BRIEF: Lifetime = { fresh: PAUSE, stale: 0, error: 0 };

/**
 * Keeps answers by key, asks for each but once at a time, and gives out an old one rather than let anybody wait or fail.
 *
 * What is brief, such as a refusal, has a room of its own: it never pushes out what is worth keeping.
 */
export class StaleCache<Value> {
  readonly #kept: Shelf<Entry<Value>>;
  readonly #brief: Shelf<Entry<Value>>;
  readonly #flights = new Map<string, { promise: Promise<Value>; at: number }>();
  readonly #patience: number;
  readonly #now: () => number;

  constructor(limits: ShelfLimits, patience: number, now: () => number = () => performance.now()) {
    this.#kept = new Shelf(limits);
    this.#brief = new Shelf({ entries: 1_000, weight: Infinity });
    this.#patience = patience;
    this.#now = now;
  }

  /** What is known under `key`, else what `load` brings. */
  async get(key: string, load: () => Promise<Loaded<Value>>, wish: CacheWish = {}): Promise<Value> {
    const entry = this.#kept.get(key) ?? this.#brief.get(key);
    const age = entry ? this.#now() - entry.at : Infinity;
    if (entry && age < Math.min(entry.lifetime.fresh, wish.maxAge ?? Infinity)) return valueOf(entry);
    if (entry && wish.maxAge === undefined && this.#mayBeOld(entry, age)) {
      const later = this.#fly(key, load, entry).catch(() => undefined);
      wish.waitUntil?.(later);
      return valueOf(entry);
    }
    try {
      return await this.#fly(key, load, entry);
    } catch (error) {
      if (entry && age < entry.lifetime.error) return valueOf(entry);
      throw error;
    }
  }

  #mayBeOld({ lifetime, failedAt }: Entry<Value>, age: number): boolean {
    return age < lifetime.stale || (age < lifetime.error && this.#now() - failedAt < PAUSE);
  }

  async #fly(key: string, load: () => Promise<Loaded<Value>>, old: Entry<Value> | undefined): Promise<Value> {
    const flight = this.#flights.get(key);
    if (flight && this.#now() - flight.at < this.#patience) return this.#within(flight.promise);
    if (old && this.#now() - old.failedAt < PAUSE)
      throw new VhError('service-unavailable', 'Not asked again yet.');
    const promise = this.#load(key, load, old);
    const own = { promise, at: this.#now() };
    this.#flights.set(key, own);
    try {
      return await promise;
    } finally {
      if (this.#flights.get(key) === own) this.#flights.delete(key);
    }
  }

  /** Some runtimes drop what a request had under way together with the request: nobody may wait for that for ever. */
  async #within(promise: Promise<Value>): Promise<Value> {
    const done = new AbortController();
    const late = sleep(this.#patience, done.signal).then(() => {
      throw new VhError('timeout', 'The service did not answer in time.');
    });
    try {
      return await Promise.race([promise, late]);
    } finally {
      done.abort();
    }
  }

  async #load(
    key: string,
    load: () => Promise<Loaded<Value>>,
    old: Entry<Value> | undefined,
  ): Promise<Value> {
    try {
      const { value, lifetime, weight } = await load();
      this.#put(key, { outcome: { value }, lifetime, weight, at: this.#now(), failedAt: -Infinity });
      return value;
    } catch (error) {
      const at = this.#now();
      if (old && 'value' in old.outcome && old.lifetime.error > 0) old.failedAt = at;
      else this.#put(key, { outcome: { error }, lifetime: BRIEF, weight: 0, at, failedAt: -Infinity });
      throw error;
    }
  }

  #put(key: string, entry: Entry<Value>): void {
    this.#kept.delete(key);
    this.#brief.delete(key);
    (entry.lifetime.stale > 0 ? this.#kept : this.#brief).set(key, entry);
  }
}

function valueOf<Value>({ outcome }: Entry<Value>): Value {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

import { readRecord } from '../../core/wire/read-json.ts';
import { NotFoundLimiter } from './not-found-limiter.ts';
import type { Service } from './service.ts';
import type { Purpose } from './budget.ts';
import { StaleWhileRevalidate, type Lifetime } from '../cache/stale-while-revalidate.ts';

/** The collections of the service whose things a browser may ask for by their ids. */
export type Collection = 'videos' | 'live-streams' | 'players';

type Json = Readonly<Record<string, unknown>>;

const MAX_IDS = 10_000;
const KNOWN: Lifetime = { fresh: Infinity, stale: Infinity, error: Infinity };
/** Asked again after three seconds; while the service cannot be asked, unknown ids stay unknown. */
const ABSENT: Lifetime = { fresh: 3_000, stale: 0, error: 600_000 };

/**
 * Finds things by ids that come from browsers. One request settles an id that this process has not met: nothing else is
 * asked about it before that, and all that is asked at once shares the answer.
 */
export class KnownIds {
  readonly #service: Service;
  readonly #misses: NotFoundLimiter;
  /** Whether each id is one of the service's. */
  readonly #verdicts: StaleWhileRevalidate<boolean>;

  /** `charge` counts an unknown id for all servers of the site. */
  constructor(service: Service, lostAfterMs: number, charge?: () => Promise<number>) {
    this.#service = service;
    this.#misses = new NotFoundLimiter(undefined, charge);
    this.#verdicts = new StaleWhileRevalidate({ entries: MAX_IDS, weight: Infinity }, lostAfterMs);
  }

  /** True where questions about the parts of a thing may go along with the one for the thing itself. */
  has(collection: Collection, id: string): boolean {
    return this.#verdicts.peek(`${collection} ${id}`) === true;
  }

  /** Notes an id that the service has just created or shown. */
  add(collection: Collection, id: string): void {
    this.#verdicts.set(`${collection} ${id}`, { value: true, lifetime: KNOWN, weight: 0 });
  }

  /** The service's answer for an id, for this caller alone: it may hold one-time tokens. Undefined when it is unknown. */
  async find(collection: Collection, id: string, purpose?: Purpose): Promise<Json | undefined> {
    let own: Json | undefined;
    const ask = async () => {
      own = readRecord(
        await this.#service.json({ method: 'GET', path: [collection, { id }], ...(purpose && { purpose }) }),
      );
      return own !== undefined;
    };
    const key = `${collection} ${id}`;
    const isThere = await this.#verdicts.get(key, async () => {
      const value = await this.#asUnknown(ask);
      return { value, lifetime: value ? KNOWN : ABSENT, weight: 0 };
    });
    if (!isThere || own) return own;
    if (!(await ask())) this.#verdicts.set(key, { value: false, lifetime: ABSENT, weight: 0 });
    return own;
  }

  async #asUnknown(ask: () => Promise<boolean>): Promise<boolean> {
    await this.#misses.take();
    let isMiss = false;
    try {
      isMiss = !(await ask());
      return !isMiss;
    } finally {
      this.#misses.settle(isMiss);
    }
  }
}

import { readRecord } from '../../core/wire/read-json.ts';
import { NotFoundLimiter, NotFoundLimiters } from './not-found-limiter.ts';
import type { Service } from './service.ts';
import type { Purpose } from './budget.ts';
import { StaleWhileRevalidate, type Lifetime } from '../cache/stale-while-revalidate.ts';

/** The collections of the service whose things a browser may ask for by their ids. */
export type Collection = 'videos' | 'live-streams' | 'players';

/** What the servers of a site tell each other about ids. None of it is worth a wait or a failure. */
export interface SharedIds {
  /** Counts an unknown id for all servers; resolves to 0, or to the milliseconds for which there are to be no more. */
  charge: () => Promise<number>;
  /** True where a server of the site has met the id. */
  has: (collection: Collection, id: string) => Promise<boolean>;
  /** Notes that there is such a thing, or none any more. */
  note: (collection: Collection, id: string, isThere: boolean) => Promise<void>;
}

/** Who asks for an id, and what for. */
export interface Asker {
  purpose?: Purpose;
  /** The visitor's address, where the server knows it. */
  address?: string | undefined;
}

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
  readonly #shared: SharedIds | undefined;
  readonly #misses: NotFoundLimiter;
  readonly #missesByAddress = new NotFoundLimiters();
  /** Whether each id is one of the service's. */
  readonly #verdicts: StaleWhileRevalidate<boolean>;

  constructor(service: Service, lostAfterMs: number, shared?: SharedIds) {
    this.#service = service;
    this.#shared = shared;
    this.#misses = new NotFoundLimiter({ charge: shared && (() => shared.charge()) });
    this.#verdicts = new StaleWhileRevalidate({ entries: MAX_IDS, weight: Infinity }, lostAfterMs);
  }

  /** True where questions about the parts of a thing may go along with the one for the thing itself. */
  has(collection: Collection, id: string): boolean {
    return this.#verdicts.peek(`${collection} ${id}`) === true;
  }

  /** Notes an id that the service has just created or shown. */
  add(collection: Collection, id: string): void {
    if (!this.has(collection, id)) void this.#shared?.note(collection, id, true);
    this.#verdicts.set(`${collection} ${id}`, { value: true, lifetime: KNOWN, weight: 0 });
  }

  /** The service's answer for an id, for this caller alone: it may hold one-time tokens. Undefined when it is unknown. */
  async find(
    collection: Collection,
    id: string,
    { purpose, address }: Asker = {},
  ): Promise<Json | undefined> {
    let own: Json | undefined;
    const ask = async () => {
      own = readRecord(
        await this.#service.json({ method: 'GET', path: [collection, { id }], ...(purpose && { purpose }) }),
      );
      return own !== undefined;
    };
    const key = `${collection} ${id}`;
    const isThere = await this.#verdicts.get(key, async () => {
      const value = await this.#settle(collection, id, ask, address);
      return { value, lifetime: value ? KNOWN : ABSENT, weight: 0 };
    });
    if (!isThere || own) return own;
    if (!(await ask())) {
      this.#verdicts.set(key, { value: false, lifetime: ABSENT, weight: 0 });
      void this.#shared?.note(collection, id, false);
    }
    return own;
  }

  /** Whether there is such a thing. Another server of the site may know it: strangers have no share in that. */
  async #settle(
    collection: Collection,
    id: string,
    ask: () => Promise<boolean>,
    address: string | undefined,
  ): Promise<boolean> {
    const wasKnown = (await this.#shared?.has(collection, id)) === true;
    const isThere = wasKnown ? await ask() : await this.#asUnknown(ask, address);
    if (isThere !== wasKnown) void this.#shared?.note(collection, id, isThere);
    return isThere;
  }

  async #asUnknown(ask: () => Promise<boolean>, address: string | undefined): Promise<boolean> {
    const own = address === undefined ? [] : [this.#missesByAddress.of(address)];
    const taken: NotFoundLimiter[] = [];
    let isMiss = false;
    try {
      for (const limiter of [...own, this.#misses]) {
        await limiter.take();
        taken.push(limiter);
      }
      isMiss = !(await ask());
      return !isMiss;
    } finally {
      for (const limiter of taken) limiter.settle(isMiss);
    }
  }
}

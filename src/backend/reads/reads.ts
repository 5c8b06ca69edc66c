import { readRecord } from '../../core/wire/read-json.ts';
import type { PublicAddresses } from '../playbacks/addresses.ts';
import type { VisitorAddresses } from '../http/visitor-address.ts';
import type { Asker, KnownIds } from '../service/known-ids.ts';
import { readStatus, type StatusSource } from '../service/status.ts';
import { answer, notFound, refuse } from '../http/respond.ts';
import type { ListName, OneRead } from '../http/route.ts';
import { isPublic, publicFields, publicList } from '../playbacks/public-fields.ts';
import type { StoredVideo } from '../access/authorize.ts';
import type { Authorizer } from '../access/authorizer.ts';
import { readStoredVideo } from '../access/stored-video.ts';
import { StaleWhileRevalidate, type Lifetime, type Loaded } from '../cache/stale-while-revalidate.ts';

/** Dependencies of the reads. */
export interface ReadContext extends StatusSource {
  ids: KnownIds;
  decisions: Authorizer;
  /** The lists that the site has opened. */
  lists: readonly ListName[];
  addresses: (request: Request) => PublicAddresses;
  visitors: VisitorAddresses;
  /** Milliseconds after which a request to the service is lost. */
  lostAfterMs: number;
}

type Query = Readonly<Record<string, string>>;

/** One thing as the service says it. */
interface Found {
  isPublic: boolean;
  body: unknown;
  /** What the site's `authorize` may know of a private video. */
  stored?: StoredVideo | undefined;
}

/** A cached read: unknown, private, or the public answer. */
type Known = undefined | (Omit<Found, 'isPublic'> & { isPrivate?: boolean });

const SECOND_MS = 1_000;
const MAX_ERROR_AGE_MS = 600 * SECOND_MS;
const ABSENT: Lifetime = { fresh: 3 * SECOND_MS, stale: 0, error: MAX_ERROR_AGE_MS };
const PRIVATE: Lifetime = { fresh: 30 * SECOND_MS, stale: 0, error: MAX_ERROR_AGE_MS };
/** How long each read stays fresh. Polled reads must be new; yet anybody may poll, so a second is as new as they get. */
const LIFETIMES: Readonly<Record<OneRead | 'list', Lifetime>> = {
  'status': kept(SECOND_MS),
  'live-stream': kept(SECOND_MS),
  'list': kept(SECOND_MS),
  'captions': kept(10 * SECOND_MS),
  'chapters': kept(10 * SECOND_MS),
  'player': kept(10 * SECOND_MS),
};
/** The service's largest page; tracks beyond it are not shown. */
const ALL = { pageSize: '100' };
/** Reads leave more of the account's rate than playbacks: anybody can send them by the thousand. */
const purpose = 'reads';
const LIMITS = { entries: 1_000, weight: 16 * 2 ** 20 };

/**
 * Answers reads: public things to everybody, private ones to whom the site lets in, and 404 to everybody else. Many who
 * ask the same at once are one question to the service.
 */
export class Reads {
  readonly #context: ReadContext;
  readonly #cache: StaleWhileRevalidate<Known>;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#cache = new StaleWhileRevalidate(LIMITS, context.lostAfterMs);
  }

  /** The response to the question for one thing. */
  async answerOne(request: Request, what: OneRead, id: string): Promise<Response> {
    const isPaged = what === 'captions' || what === 'chapters';
    const query = isPaged ? readPaging(request) : {};
    if (!query) return malformed();
    const asker: Asker = { purpose, address: this.#context.visitors.of(request) };
    // This request found it, and the result is for this request only.
    let own: Found | undefined;
    const load = async (): Promise<Loaded<Known>> => {
      own = await this.#find(what, id, asker);
      if (!own) return { value: undefined, lifetime: ABSENT, weight: 0 };
      if (!own.isPublic) return toPrivate(own.stored);
      return toLoaded(own.body, LIFETIMES[what]);
    };
    const known = await this.#cache.get(`${what} ${id}`, load);
    if (known === undefined) return notFound();
    if (!known.isPrivate) return this.#show(request, what, known.body, query);
    const kind = what === 'live-stream' ? what : 'video';
    const { stored: video } = known;
    const asked = { action: 'read', kind, id, ...(video && { video }) } as const;
    if (!(await this.#context.decisions.allowsRead(request, asked))) return notFound();
    const found = own ?? (await this.#find(what, id, asker));
    return found ? this.#show(request, what, found.body, query) : notFound();
  }

  /** True for a list that the site has opened. */
  hasList(what: ListName): boolean {
    return this.#context.lists.includes(what);
  }

  /** Answers a list that the site has opened, to visitors whom it lets in: public entries, page by page. */
  async answerList(request: Request, what: ListName): Promise<Response> {
    const { decisions, service, addresses } = this.#context;
    if (!(await decisions.allowsRead(request, { action: 'list', kind: what }))) return notFound();
    const query = readPaging(request);
    if (!query) return malformed();
    const load = async () =>
      toLoaded(await service.json({ method: 'GET', path: [what], query }), LIFETIMES.list);
    const known = await this.#cache.get(`list ${what} ${JSON.stringify(query)}`, load);
    return answer(200, publicList(what, known?.body, addresses(request).toPublic));
  }

  /** Forgets the cached captions of a video that this backend has changed itself. */
  forgetCaptions(id: string): void {
    this.#cache.delete(`captions ${id}`);
  }

  async #find(what: OneRead, id: string, asker: Asker): Promise<Found | undefined> {
    const { service, ids } = this.#context;
    if (what === 'player' || what === 'live-stream') {
      const body = await ids.find(what === 'player' ? 'players' : 'live-streams', id, asker);
      if (!body || body['discarded'] === true) return undefined;
      return { body, isPublic: what === 'player' || isPublic(body) };
    }
    const isKnown = ids.has('videos', id);
    const record = ids.find('videos', id, asker);
    if (!isKnown && !(await record)) return undefined;
    const [video, part] = await Promise.all([
      record,
      what === 'status'
        ? readStatus(this.#context, id, purpose)
        : // One page for all that are asked for: otherwise each number is a request that anybody can have made.
          service.json({ method: 'GET', path: ['videos', { id }, what], query: ALL, purpose }),
    ]);
    if (!video || part === undefined || video['discarded'] === true) return undefined;
    return isPublic(video)
      ? { body: part, isPublic: true }
      : { body: part, isPublic: false, stored: readStoredVideo(video) };
  }

  #show(request: Request, what: OneRead, body: unknown, query: Query): Response {
    const { toPublic } = this.#context.addresses(request);
    if (what === 'status') return answer(200, body);
    if (what === 'captions' || what === 'chapters')
      return answer(200, pageOf(publicList(what, body, toPublic), query));
    return answer(200, publicFields(what, readRecord(body) ?? {}, toPublic));
  }
}

function kept(fresh: number): Lifetime {
  return { fresh, stale: fresh, error: MAX_ERROR_AGE_MS };
}

function toLoaded(body: unknown, lifetime: Lifetime): Loaded<Known> {
  return { value: { body }, lifetime, weight: body === undefined ? 0 : 2 * JSON.stringify(body).length };
}

/** A private thing's body is for one visitor alone. */
function toPrivate(stored: StoredVideo | undefined): Loaded<Known> {
  const weight = stored ? 2 * JSON.stringify(stored).length : 0;
  return { value: { isPrivate: true, body: undefined, stored }, lifetime: PRIVATE, weight };
}

const QUERY: Readonly<Record<string, (value: string) => boolean>> = {
  currentPage: (value) => /^[1-9]\d{0,5}$/.test(value),
  pageSize: (value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 100,
  // Not by title: the order would reveal entries that are not shown.
  sortBy: (value) => ['createdAt', 'publishedAt', 'updatedAt'].includes(value),
  sortOrder: (value) => value === 'asc' || value === 'desc',
};

/** The query of a list, without unknown keys; undefined for an invalid value. */
function readPaging(request: Request): Record<string, string> | undefined {
  const given = new URL(request.url).searchParams;
  const query: Record<string, string> = {};
  for (const [name, fits] of Object.entries(QUERY)) {
    const value = given.get(name);
    if (value === null) continue;
    if (!fits(value)) return undefined;
    query[name] = value;
  }
  return query;
}

/** One page of the tracks, in the order that is asked for as far as the service's own is known: the newest last or first. */
function pageOf({ data }: { data: Record<string, unknown>[] }, query: Query): Record<string, unknown> {
  const [currentPage, pageSize] = [Number(query['currentPage'] ?? 1), Number(query['pageSize'] ?? 25)];
  const sorted = query['sortOrder'] === 'desc' ? data.toReversed() : data;
  const shown = sorted.slice((currentPage - 1) * pageSize, currentPage * pageSize);
  const pagesTotal = Math.max(1, Math.ceil(data.length / pageSize));
  return { data: shown, pagination: { currentPageItems: shown.length, currentPage, pageSize, pagesTotal } };
}

function malformed(): Response {
  return refuse(400, 'query-malformed', 'The list has no such page');
}

import type { Playback } from '../../core/wire/playback.ts';
import type { StoredVideo } from '../access/authorize.ts';
import { completePlayback } from './complete-playback.ts';
import { answerCached, entityTag, type CachedBody } from '../http/etag.ts';
import { findPlayback, type FoundPlayback, type MediaSource, type PlaybackAddresses } from './playback.ts';
import { beginViewing, hasToken } from './private-viewing.ts';
import { answer, notFound } from '../http/respond.ts';
import type { Service } from '../service/service.ts';
import {
  StaleWhileRevalidate,
  type CacheRequest,
  type Lifetime,
  type Loaded,
} from '../cache/stale-while-revalidate.ts';

/** How long playbacks of public videos and streams are cached, here and in browsers. */
export interface PlaybackCacheOptions {
  /** Seconds that a playback is fresh. Default: 8. 0 disables the cache. */
  seconds?: number;
  /** Seconds that a stale playback is served while the backend fetches a newer one. Default: 2. */
  staleSeconds?: number;
  /** The largest number of cached playbacks. Default: 1,000. */
  entries?: number;
}

/** One question for a playback. */
export interface PlaybackQuestion {
  request: Request;
  kind: Playback['kind'];
  id: string;
  /** The visitor's address, where the server knows it. */
  address?: string | undefined;
  addresses: PlaybackAddresses;
  /** Asks the site about private playbacks. */
  isAllowed: (video: StoredVideo | undefined) => Promise<boolean>;
  waitUntil?: CacheRequest['waitUntil'];
}

/** A cached id: unknown, private, or the playback with its bodies by public address. */
type Known = undefined | PrivatePlayback | KnownPlayback;

/** A private one: whom it belongs to. Its addresses are for one viewing alone. */
interface PrivatePlayback {
  found: undefined;
  stored: StoredVideo | undefined;
}

interface KnownPlayback {
  found: FoundPlayback;
  bodies: Map<string, CachedBody>;
  /** Milliseconds on the cache's clock: when the service was asked for it. */
  at: number;
}

const SECOND_MS = 1_000;
const MAX_ERROR_AGE_MS = 600 * SECOND_MS;
const ABSENT: Lifetime = { fresh: 3 * SECOND_MS, stale: 0, error: MAX_ERROR_AGE_MS };
const PRIVATE: Lifetime = { fresh: 30 * SECOND_MS, stale: 0, error: MAX_ERROR_AGE_MS };
const CHANGING: Lifetime = { fresh: SECOND_MS, stale: SECOND_MS, error: MAX_ERROR_AGE_MS };
const MAX_CACHE_BYTES = 32 * 2 ** 20;
const MAX_BODIES = 8;

/** Answers playbacks: public ones from a cache, private ones with a new session for each allowed viewing. */
export class Playbacks {
  readonly #source: MediaSource;
  readonly #service: Service;
  readonly #cache: StaleWhileRevalidate<Known>;
  readonly #lifetime: Lifetime;

  constructor(source: MediaSource, options: PlaybackCacheOptions, lostAfterMs: number) {
    const { seconds = 8, staleSeconds = 2, entries = 1_000 } = options;
    this.#source = source;
    this.#service = source.service;
    this.#cache = new StaleWhileRevalidate({ entries, weight: MAX_CACHE_BYTES }, lostAfterMs);
    const fresh = seconds * SECOND_MS;
    const stale = seconds === 0 ? 0 : fresh + staleSeconds * SECOND_MS;
    this.#lifetime = { fresh, stale, error: seconds === 0 ? 0 : Math.max(stale, MAX_ERROR_AGE_MS) };
  }

  /** The response to one question. */
  async answer(question: PlaybackQuestion): Promise<Response> {
    const { known, viewing } = await this.#find(question);
    if (viewing) return answer(200, viewing.playback);
    if (!known?.found) return notFound();
    const body = await bodyOf(known, this.#service.baseUrl.href, question.addresses);
    return answerCached(question.request, body, this.#policyFor(known));
  }

  /** Forgets a playback that this backend has changed itself. */
  forget(kind: Playback['kind'], id: string): void {
    this.#cache.delete(`${kind} ${id}`);
  }

  /** The playback itself, for a server that writes it into its page; undefined where a browser would get 404. */
  async find(question: PlaybackQuestion): Promise<Playback | undefined> {
    return (await this.findWhole(question))?.playback;
  }

  /** The same, with what the service says of the video beside it, and how long a page with it may be cached. */
  async findWhole(question: PlaybackQuestion): Promise<(FoundPlayback & { policy: string }) | undefined> {
    const { known, viewing } = await this.#find(question);
    if (viewing) return { ...viewing, policy: 'no-store' };
    if (!known?.found) return undefined;
    const { found } = known;
    const playback = publishPlayback(found.playback, question.addresses);
    return { ...found, playback, policy: this.#policyFor(known) };
  }

  async #find(
    question: PlaybackQuestion,
  ): Promise<{ known?: KnownPlayback | undefined; viewing?: FoundPlayback }> {
    const { request, kind, id, address, addresses, isAllowed, waitUntil } = question;
    const { inlineOrigins } = addresses;
    // This request found it, and the result is for this request only.
    let own: FoundPlayback | undefined;
    const load = async (): Promise<Loaded<Known>> => {
      const at = performance.now();
      const found = await findPlayback(this.#source, kind, id, { address });
      if (!found) return { value: undefined, lifetime: ABSENT, weight: 0 };
      if (!found.isPublic) {
        own = found;
        const { stored } = found;
        return { value: { found: undefined, stored }, lifetime: PRIVATE, weight: weightOf(stored) };
      }
      const whole = await completePlayback(this.#service, found, inlineOrigins);
      const value = { found: whole, bodies: new Map<string, CachedBody>(), at };
      return { value, lifetime: this.#lifetimeOf(whole), weight: weightOf(whole) };
    };
    const wanted: CacheRequest = { waitUntil, ...(isReload(request) ? { maxAge: SECOND_MS } : {}) };
    const known = await this.#cache.get(`${kind} ${id}`, load, wanted);
    if (!known || known.found) return { known };
    if (!(await isAllowed(known.stored))) return {};
    const viewing = await this.#beginViewing(question, own);
    if (!viewing) return {};
    return { viewing: { ...viewing, playback: publishPlayback(viewing.playback, addresses) } };
  }

  /** One viewing of a private one: a token, and the session made of it, for this viewer only. */
  async #beginViewing(
    { kind, id, address, addresses: { inlineOrigins } }: PlaybackQuestion,
    own: FoundPlayback | undefined,
  ): Promise<FoundPlayback | undefined> {
    let found = own ?? (await findPlayback(this.#source, kind, id, { address }));
    const begun = found && (await beginViewing(this.#service, found.playback, inlineOrigins));
    if (found && begun) found = { ...found, playback: begun };
    // A service without sessions: the asking may have used the token up, so the viewer gets one that is not, and whole.
    else if (found && hasToken(found.playback))
      found = await findPlayback(this.#source, kind, id, { address });
    if (!found) return undefined;
    const origins = begun ? inlineOrigins : [];
    return completePlayback(this.#service, found, origins);
  }

  #lifetimeOf({ playback, isSettled, isComplete }: FoundPlayback): Lifetime {
    const lasts = isSettled && isComplete && playback.state === 'playable';
    return lasts || this.#lifetime.fresh === 0 ? this.#lifetime : CHANGING;
  }

  /** Subtracts the entry's age from the max-age for other caches: no answer gets older than this cache's limit. */
  #policyFor({ found, at }: KnownPlayback): string {
    const lifetime = this.#lifetimeOf(found);
    const { fresh, stale } = lifetime;
    const age = performance.now() - at;
    const left = Math.floor((stale - age) / SECOND_MS);
    // A cache that only asks again would pass a stored cookie on with a 304.
    if (left <= 0 || lifetime === CHANGING) return 'private, no-cache';
    const freshLeft = Math.min(left, Math.max(0, Math.floor((fresh - age) / SECOND_MS)));
    // A cookie that other code of the site adds is its visitor's: a shared cache must not give it to the next one.
    return `public, max-age=${freshLeft}, stale-while-revalidate=${left - freshLeft}, no-cache="set-cookie"`;
  }
}

function weightOf(value: unknown): number {
  return value === undefined ? 0 : 2 * JSON.stringify(value).length;
}

/** A player whose addresses were refused, or a person who reloads, is not helped by an old answer. */
function isReload(request: Request): boolean {
  return /\bno-cache\b/i.test(request.headers.get('cache-control') ?? '');
}

async function bodyOf(
  { found, bodies }: KnownPlayback,
  service: string,
  addresses: PlaybackAddresses,
): Promise<CachedBody> {
  const key = `${addresses.toPublic(service)} ${addresses.collector}`;
  const there = bodies.get(key);
  if (there) return there;
  const text = JSON.stringify(publishPlayback(found.playback, addresses));
  const body = { text, tag: await entityTag(text) };
  // Addresses that follow the request's host are as many as a client invents.
  if (bodies.size >= MAX_BODIES) bodies.clear();
  bodies.set(key, body);
  return body;
}

/** A playback as browsers get it: every address one that they reach. */
function publishPlayback(playback: Playback, { toPublic, collector }: PlaybackAddresses): Playback {
  const shown = (url: string | undefined) => (url === undefined ? undefined : toPublic(url));
  const each = <Item extends { src: string }>(items: readonly Item[]) =>
    items.map((item) => ({ ...item, src: toPublic(item.src) }));
  const { theme } = playback;
  return {
    ...playback,
    hls: shown(playback.hls),
    mp4: shown(playback.mp4),
    poster: shown(playback.poster),
    storyboard: shown(playback.storyboard),
    playlists: playback.playlists.map(({ url, text }) => {
      const from = new URL(url).origin;
      const to = new URL(toPublic(url)).origin;
      return { url: toPublic(url), text: from === to ? text : text.replaceAll(from, to) };
    }),
    captions: each(playback.captions),
    chapters: each(playback.chapters),
    theme: theme?.logo ? { ...theme, logo: { ...theme.logo, src: toPublic(theme.logo.src) } } : theme,
    collector,
  };
}

import { readBodyText } from '../../../../core/wire/read-body-text.ts';
import { decorated, type RequestDecorator } from '../../../requests/request-decorator.ts';
import type { PlaybackSource } from '../../../source/playback-source.ts';
import type { SourceRefresher } from '../../../source/source-refresher.ts';

const FETCH_TIMEOUT_MS = 10_000;
/** Bytes, or characters: a larger playlist is not taken down. */
const MAX_LENGTH = 5 * 2 ** 20;
/** Sources whose addresses a request under way may still have. */
const MAX_SOURCES = 2;
/** Sources in which hls.js read one playlist: it may still load segments of these. */
const MAX_READ = 3;

/** Where an address stands: in which playlist, and at which place of it. `''` is the stream's own address. */
interface Listing {
  readonly source: PlaybackSource;
  readonly path: string;
  readonly places: PlaylistUrlIndex;
  /** True when hls.js has read it, and has its addresses: else it was fetched to translate others. */
  readonly isRead: boolean;
}

/**
 * Translates the addresses of an earlier source into those of the present one. hls.js knows the addresses that it has
 * read; after a refresh, what stands at the same place of the fresh playlists is fetched in their stead.
 */
export class UrlTranslator {
  readonly #refresher: SourceRefresher;
  readonly #signal: AbortSignal;
  readonly #decorator: RequestDecorator | undefined;
  /**
   * The addresses that may still be requested, newest first. A playlist that is read again takes its listing's place.
   */
  #listings: Listing[] = [];
  /** The stream's own address in the first source and in the last ones, newest first. */
  #roots: (readonly [source: PlaybackSource, key: string])[] = [];
  /** Fresh playlists by their addresses, for the source in `#current`. */
  readonly #texts = new Map<string, Promise<{ text: string; url: string }>>();
  #current: PlaybackSource | undefined;

  constructor(refresher: SourceRefresher, signal: AbortSignal, decorator?: RequestDecorator) {
    this.#decorator = decorator;
    this.#refresher = refresher;
    this.#signal = signal;
  }

  /** Takes down the addresses in a playlist that was fetched at `asked` and answered from `url`. */
  note(asked: string, url: string, text: string): void {
    this.#follow();
    const found = this.#findPlaylist(keyOf(asked));
    // Addresses of an earlier source are known already.
    if (found?.source !== this.#current || !found || text.length > MAX_LENGTH) return;
    this.#list(found.path, url, text, true);
  }

  /** The address that holds now; undefined when it must be looked up. */
  now(url: string): string | undefined {
    this.#follow();
    // Nothing has been refreshed: there is nothing to look for.
    if (this.#roots.length < 2) return url;
    const found = this.#find(url);
    return !found || found.source === this.#current ? url : undefined;
  }

  /** The address that holds now: the same one where nothing is known of it. */
  async translate(url: string): Promise<string> {
    this.#follow();
    const found = this.#find(url);
    if (!found || found.source === this.#current) return url;
    const fresh = await this.#freshOf(found.path).catch(() => undefined);
    return fresh === undefined ? url : withDirectives(fresh, url);
  }

  /** Sees whether there is another source. */
  #follow(): void {
    const { source } = this.#refresher;
    if (source === this.#current) return;
    this.#current = source;
    this.#texts.clear();
    const root = source.media.find(({ hls }) => hls)?.url;
    if (root !== undefined) this.#roots.unshift([source, keyOf(root)]);
    // hls.js has the first one, from which it began.
    if (this.#roots.length > MAX_SOURCES + 1) this.#roots.splice(MAX_SOURCES, 1);
    this.#prune();
    for (const { url, text } of source.playlists) this.#texts.set(keyOf(url), Promise.resolve({ text, url }));
  }

  #find(url: string): { source: PlaybackSource; path: string } | undefined {
    const key = keyOf(url);
    return this.#findPlaylist(key) ?? this.#findIn(key, true);
  }

  #findPlaylist(key: string): { source: PlaybackSource; path: string } | undefined {
    // The newest first: an address may be the same in two sources.
    for (const [source, root] of this.#roots) if (root === key) return { source, path: '' };
    return this.#findIn(key, false);
  }

  #findIn(key: string, isMedia: boolean): { source: PlaybackSource; path: string } | undefined {
    for (const { source, path, places } of this.#listings) {
      if (places.isMedia !== isMedia) continue;
      const place = places.placeOf(key);
      if (place !== undefined) return { source, path: `${path}/${place}` };
    }
    return undefined;
  }

  /** The present address of a place; undefined when there is no such place any more. */
  async #freshOf(path: string): Promise<string | undefined> {
    const source = this.#current;
    if (path === '') return source?.media.find(({ hls }) => hls)?.url;
    const at = path.lastIndexOf('/');
    const [parent, place] = [path.slice(0, at), path.slice(at + 1)];
    const playlist = await this.#freshOf(parent);
    if (playlist === undefined) return undefined;
    const { text, url } = await this.#fetch(playlist);
    if (source === this.#current) this.#list(parent, url, text);
    return new PlaylistUrlIndex(text, url).addressAt(place);
  }

  #fetch(url: string): Promise<{ text: string; url: string }> {
    const key = keyOf(url);
    const known = this.#texts.get(key);
    if (known) return known;
    const fetched = fetchPlaylist(url, this.#signal, this.#decorator);
    this.#texts.set(key, fetched);
    // The next request asks again. A signature that changes with each answer is asked for once.
    const forget = () => this.#texts.delete(key);
    fetched.then(({ text }) => (isChanging(text) ? forget() : undefined), forget);
    return fetched;
  }

  #list(path: string, url: string, text: string, isRead = false): void {
    const source = this.#current;
    if (!source) return;
    const isSame = (one: Listing) => one.source === source && one.path === path;
    const before = this.#listings.find(isSame);
    const wasRead = before?.isRead === true;
    const places = new PlaylistUrlIndex(text, url, before?.places);
    const others = this.#listings.filter((one) => !isSame(one));
    this.#listings = [{ source, path, places, isRead: isRead || wasRead }, ...others];
    this.#prune();
  }

  /** Drops addresses that are no longer requested: a playback may be refreshed for days. */
  #prune(): void {
    const recent = this.#roots.slice(0, MAX_SOURCES).map(([source]) => source);
    const reads = new Map<string, number>();
    this.#listings = this.#listings.filter(({ source, path, isRead }) => {
      const count = (reads.get(path) ?? 0) + (isRead ? 1 : 0);
      reads.set(path, count);
      return recent.includes(source) || (isRead && count <= MAX_READ);
    });
  }
}

const isChanging = (text: string): boolean => isMediaPlaylist(text) && !text.includes('#EXT-X-ENDLIST');

async function fetchPlaylist(
  url: string,
  signal: AbortSignal,
  decorator: RequestDecorator | undefined,
): Promise<{ text: string; url: string }> {
  const sent = decorated(decorator, url, { ot: 'm' });
  const response = await fetch(sent.url, {
    ...(sent.headers && { headers: sent.headers }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]),
  });
  if (!response.ok) throw new DOMException('The playlist is not there.', 'NetworkError');
  const text = await readBodyText(response, MAX_LENGTH);
  if (text === undefined) throw new DOMException('The playlist is too large.', 'QuotaExceededError');
  const answered = response.url || url;
  return { text, url: decorator?.plain(answered) ?? answered };
}

/** Adds what the reload of the other address asks. */
function withDirectives(url: string, other: string): string {
  const made = new URL(url, document.baseURI);
  for (const [name, value] of new URL(other).searchParams) {
    if (name.startsWith('_HLS_')) made.searchParams.set(name, value);
  }
  return made.href;
}

const EXTINF = '#EXTINF:';

/** True for a playlist of segments, false for one of playlists. */
export const isMediaPlaylist = (text: string): boolean => text.includes(EXTINF);

/** The address without what a reload of low-latency HLS adds to it. */
export function keyOf(url: string): string {
  const key = new URL(url, document.baseURI);
  if (key.search !== '') {
    for (const name of [...key.searchParams.keys()])
      if (name.startsWith('_HLS_')) key.searchParams.delete(name);
    // Normalized, as callers may write it in several ways.
    key.search = key.searchParams.toString();
  }
  key.hash = '';
  return key.href;
}

/** The places of a playlist and their addresses. Segments and parts have their number in the stream. */
function* writtenIn(text: string): Generator<[place: string, uri: string]> {
  const isMedia = isMediaPlaylist(text);
  // Of 64 bits: some streams count nanoseconds.
  let number = BigInt(/^#EXT-X-MEDIA-SEQUENCE:(\d{1,20})/m.exec(text)?.[1] ?? 0);
  number += BigInt(/^#EXT-X-SKIP:.*SKIPPED-SEGMENTS=(\d{1,20})/m.exec(text)?.[1] ?? 0);
  let count = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const isTag = line.startsWith('#');
    const uri = isTag ? uriIn(line) : line;
    if (!uri) continue;
    const isSegment = isMedia && !isTag;
    yield [isMedia ? `${number}.${isSegment ? 's' : count}` : String(count), uri];
    count = isSegment ? 0 : count + 1;
    if (isSegment) number++;
  }
}

const uriIn = (tag: string): string | undefined =>
  tag.includes('URI="') ? /^#EXT[^:]*:(?:.*,)?URI="([^"]*)"/.exec(tag)?.[1] : undefined;

/**
 * Where the addresses of one playlist stand. A live playlist may have tens of thousands and is reloaded each second: it
 * is read on demand, and an address of the previous one is not resolved again.
 */
export class PlaylistUrlIndex {
  /** True when there are segments in it. */
  readonly isMedia: boolean;
  readonly #text: string;
  readonly #base: string;
  /** Keys by their address in the playlist. */
  #keys: ReadonlyMap<string, string>;
  #places: ReadonlyMap<string, string> | undefined;

  constructor(text: string, base: string, before?: PlaylistUrlIndex) {
    this.#text = text;
    this.#base = base;
    this.isMedia = isMediaPlaylist(text);
    this.#keys = before && before.#base === base ? before.#keys : new Map();
  }

  /** The place of an address, by its key. */
  placeOf(key: string): string | undefined {
    return (this.#places ??= this.#read()).get(key);
  }

  /** The address that stands at a place. */
  addressAt(place: string): string | undefined {
    for (const [other, uri] of writtenIn(this.#text))
      if (other === place) return URL.canParse(uri, this.#base) ? new URL(uri, this.#base).href : undefined;
    return undefined;
  }

  #read(): ReadonlyMap<string, string> {
    const places = new Map<string, string>();
    const keys = new Map<string, string>();
    for (const [place, uri] of writtenIn(this.#text)) {
      const key = this.#keys.get(uri) ?? this.#keyOf(uri);
      if (key === undefined) continue;
      keys.set(uri, key);
      if (!places.has(key)) places.set(key, place);
    }
    this.#keys = keys;
    return places;
  }

  #keyOf(uri: string): string | undefined {
    return URL.canParse(uri, this.#base) ? keyOf(new URL(uri, this.#base).href) : undefined;
  }
}

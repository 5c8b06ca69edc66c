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

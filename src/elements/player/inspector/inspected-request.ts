/** The part of a resource's timing that is used. */
export interface RequestEntry {
  name: string;
  startTime: number;
  duration: number;
  transferSize?: number;
  encodedBodySize?: number;
  responseStatus?: number;
}

/** The kinds of request that a player makes. */
export const REQUEST_KINDS = ['playlist', 'segment', 'captions', 'picture', 'key', 'events'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** A request as it may be shown and copied: without a query, and without a path that could let a stranger in. */
export interface InspectedRequest {
  kind: RequestKind;
  /** The name of the file, with its folder where that is a plain word. */
  name: string;
  /** Milliseconds on the page's clock. */
  at: number;
  /** Milliseconds. */
  took: number;
  /** Bytes; undefined where another origin does not say. */
  bytes: number | undefined;
  /** Undefined where it failed, or another origin does not say. */
  status: number | undefined;
  /** What the request said of playback, as CMCD. */
  cmcd: string | undefined;
}

const EXTENSIONS: Readonly<Record<string, RequestKind>> = {
  m3u8: 'playlist',
  ...{ m4s: 'segment', mp4: 'segment', ts: 'segment', aac: 'segment', m4a: 'segment', m4v: 'segment' },
  ...{ vtt: 'captions', srt: 'captions' },
  ...{ jpg: 'picture', jpeg: 'picture', png: 'picture', webp: 'picture', avif: 'picture' },
  key: 'key',
};
/** A folder of this name is followed by what lets a viewer in. */
const LETS_IN = /^(?:token|session|signature|key|auth|private)$/i;
const LONGEST_NAME = 40;

/** The places that a player's requests go to. */
export interface RequestPlaces {
  /** The origins of its media. */
  media: readonly string[];
  /** The addresses of its collectors. */
  collectors: readonly string[];
  /** The id of the viewing, as its CMCD says it. */
  viewingId: string;
}

/** A request of a player; undefined for one that is another's. */
export function inspectRequest(entry: RequestEntry, places: RequestPlaces): InspectedRequest | undefined {
  const url = URL.canParse(entry.name) ? new URL(entry.name) : undefined;
  if (!url) return undefined;
  const kind = kindOf(url, places);
  if (!kind) return undefined;
  const cmcd = url.searchParams.get('CMCD') ?? undefined;
  const viewing = /(?:^|,)sid="([^"]*)"/.exec(cmcd ?? '')?.[1];
  if (viewing !== undefined && viewing !== places.viewingId) return undefined;
  const { startTime, duration, transferSize = 0, encodedBodySize = 0, responseStatus = 0 } = entry;
  return {
    kind,
    name: nameOf(url),
    at: startTime,
    took: duration,
    bytes: encodedBodySize || transferSize || undefined,
    status: responseStatus || undefined,
    cmcd,
  };
}

function kindOf(
  { href, origin, pathname }: URL,
  { media, collectors }: RequestPlaces,
): RequestKind | undefined {
  if (collectors.some((collector) => href.startsWith(collector))) return 'events';
  if (!media.includes(origin)) return undefined;
  const extension = /\.(\w+)$/.exec(pathname)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}

function nameOf({ pathname }: URL): string {
  const [last = '', folder = '', above = ''] = pathname.split('/').reverse();
  if (LETS_IN.test(folder)) return last.replace(/^.*(?=\.\w+$)/, '…');
  const name = last.length > LONGEST_NAME ? `${last.slice(0, 12)}…${last.slice(-12)}` : last;
  const isPlain = /^[\w-]{1,12}$/.test(folder) && !LETS_IN.test(above);
  return isPlain ? `${folder}/${name}` : name;
}

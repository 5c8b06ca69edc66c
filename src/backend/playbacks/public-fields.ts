import { THEME_COLOURS, THEME_FLAGS } from '../../core/wire/player-theme.ts';
import { readList, readNumber, readRecord, readText } from '../../core/wire/read-json.ts';

type Thing = 'video' | 'live-stream' | 'player' | 'captions' | 'chapters';

// The fields that a browser may see. All others stay: stream keys, restreams, metadata, tags and upload sources are the
// site's own matter.
const FIELDS: Readonly<Record<Thing, readonly string[]>> = {
  'video': [
    'videoId',
    'title',
    'description',
    'public',
    'panoramic',
    'mp4Support',
    'playerId',
    'language',
    'createdAt',
    'publishedAt',
    'updatedAt',
  ],
  'live-stream': ['liveStreamId', 'name', 'public', 'broadcasting', 'playerId', 'createdAt', 'updatedAt'],
  'player': ['playerId', 'enableApi', ...THEME_COLOURS, ...THEME_FLAGS],
  'captions': ['srclang', 'languageName', 'default'],
  'chapters': ['language'],
};

const ADDRESSES: Readonly<Record<Thing, readonly string[]>> = {
  'video': ['hls', 'mp4', 'thumbnail', 'player'],
  'live-stream': ['hls', 'thumbnail', 'player'],
  'player': ['logo', 'link'],
  'captions': ['src'],
  'chapters': ['src'],
};

/** True for a public video or stream, which is the service's default. Anything but a plain `true` is private. */
export function isPublic(from: Readonly<Record<string, unknown>>): boolean {
  return from['public'] === undefined || from['public'] === true;
}

/** The public fields of one resource. A private one has no addresses: they hold its tokens. */
export function publicFields(
  what: Thing,
  from: Readonly<Record<string, unknown>>,
  toPublic: (url: string) => string,
): Record<string, unknown> {
  const shown = picked(from, FIELDS[what]);
  if (what === 'captions' || what === 'chapters') return { ...addresses(what, from, toPublic), ...shown };
  const assets = readRecord(from['assets']);
  return assets && (what === 'player' || isPublic(from))
    ? { ...shown, assets: addresses(what, assets, toPublic) }
    : shown;
}

/** The kind of resource in each list. */
const ITEMS = {
  'videos': 'video',
  'live-streams': 'live-stream',
  'captions': 'captions',
  'chapters': 'chapters',
} as const satisfies Record<string, Thing>;

/** A page of a list: public videos or live streams, or tracks that have an address. */
export function publicList(
  what: keyof typeof ITEMS,
  list: unknown,
  toPublic: (url: string) => string,
): { data: Record<string, unknown>[]; pagination: Record<string, number> } {
  const isTrack = what === 'captions' || what === 'chapters';
  const data = readList(readRecord(list)?.['data'])
    .map(readRecord)
    .filter((item) => item !== undefined)
    .filter((item) => isTrack || (isPublic(item) && item['discarded'] !== true))
    .map((item) => publicFields(ITEMS[what], item, toPublic))
    .filter((item) => !isTrack || item['src'] !== undefined);
  const paging = readRecord(readRecord(list)?.['pagination']);
  const pagination: Record<string, number> = { currentPageItems: data.length };
  for (const name of ['currentPage', 'pageSize', 'pagesTotal']) {
    const number = readNumber(paging?.[name]);
    if (number !== undefined) pagination[name] = number;
  }
  return { data, pagination };
}

function addresses(
  what: Thing,
  from: Readonly<Record<string, unknown>>,
  toPublic: (url: string) => string,
): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of ADDRESSES[what]) {
    const url = readText(from[name]);
    if (url !== undefined && /^https?:\/\//i.test(url)) shown[name] = toPublic(url);
  }
  return shown;
}

function picked(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const name of names) {
    const value = from[name];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      shown[name] = value;
  }
  return shown;
}

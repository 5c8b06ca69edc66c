import type { InlinePlaylist, Playback, PlaybackTrack } from '../core/playback.ts';
import { readList, readRecord, readText } from '../core/read-json.ts';
import { hasFailed, parseVideoStatus, type VideoStatus } from '../core/video.ts';
import type { Service } from './service.ts';

/** Where browsers reach what the backend reaches under other names. */
export interface PlaybackAddresses {
  /** Makes a service or asset address one that the page's visitors can use. */
  toPublic: (url: string) => string;
  /** Origins whose playlists may be read and carried along. */
  inlineOrigins: readonly string[];
  /** Where session events go. */
  collector: string;
}

/** A playback, and whether everybody may have it. */
export interface FoundPlayback {
  playback: Playback;
  isPublic: boolean;
}

const LONGEST_PLAYLIST = 256 * 1024;
const ALL = { pageSize: '100' };

/** Puts together everything that one viewing of a video needs; undefined when there is no such video. */
export async function videoPlayback(
  service: Service,
  id: string,
  addresses: PlaybackAddresses,
): Promise<FoundPlayback | undefined> {
  const path = ['videos', { id }] as const;
  const [found, status, captions, chapters] = await Promise.all([
    service.json({ method: 'GET', path }),
    service.json({ method: 'GET', path: [...path, 'status'] }),
    service.json({ method: 'GET', path: [...path, 'captions'], query: ALL }),
    service.json({ method: 'GET', path: [...path, 'chapters'], query: ALL }),
  ]);
  const video = readRecord(found);
  if (!video || status === undefined) return undefined;
  const assets = readRecord(video['assets']) ?? {};
  const progress = parseVideoStatus(status);
  const state = stateOf(progress);
  const hls = readText(assets['hls']);
  const { toPublic } = addresses;
  const playback: Playback = {
    kind: 'video',
    id,
    state,
    title: readText(video['title']),
    hls: hls && toPublic(hls),
    mp4: state === 'playable' ? optional(readText(assets['mp4']), toPublic) : undefined,
    poster: optional(readText(assets['thumbnail']), toPublic),
    duration: progress.encoding.metadata.duration,
    playlists: hls && isSettled(progress) ? await inlinePlaylists(service, hls, addresses) : [],
    captions: tracks(captions, 'srclang', toPublic),
    chapters: tracks(chapters, 'language', toPublic),
    collector: addresses.collector,
  };
  return { playback, isPublic: video['public'] !== false };
}

/** Puts together what one viewing of a live stream needs; undefined when there is no such stream. */
export async function livePlayback(
  service: Service,
  id: string,
  { toPublic, collector }: PlaybackAddresses,
): Promise<FoundPlayback | undefined> {
  const stream = readRecord(await service.json({ method: 'GET', path: ['live-streams', { id }] }));
  if (!stream) return undefined;
  const assets = readRecord(stream['assets']) ?? {};
  const playback: Playback = {
    kind: 'live-stream',
    id,
    state: 'playable',
    title: readText(stream['name']),
    hls: optional(readText(assets['hls']), toPublic),
    poster: optional(readText(assets['thumbnail']), toPublic),
    // A live playlist is stale before it has arrived.
    playlists: [],
    captions: [],
    chapters: [],
    collector,
  };
  return { playback, isPublic: stream['public'] !== false };
}

function stateOf(status: VideoStatus): Playback['state'] {
  if (status.encoding.playable) return 'playable';
  return hasFailed(status) ? 'failed' : 'processing';
}

/** True once no rendition is to come, so that the playlists will not change any more. */
function isSettled({ encoding }: VideoStatus): boolean {
  return (
    encoding.playable && encoding.qualities.every(({ status }) => status === 'encoded' || status === 'failed')
  );
}

/** The master playlist and the first rendition's: what a player would fetch one after the other before it plays. */
async function inlinePlaylists(
  service: Service,
  master: string,
  { toPublic, inlineOrigins }: PlaybackAddresses,
): Promise<InlinePlaylist[]> {
  const playlists: InlinePlaylist[] = [];
  let next: string | undefined = master;
  while (next !== undefined && playlists.length < 2) {
    const url: URL = new URL(next);
    if (!inlineOrigins.includes(url.origin)) break;
    const text = await service.text(url, LONGEST_PLAYLIST).catch(() => undefined);
    if (!text?.startsWith('#EXTM3U')) break;
    playlists.push({
      url: toPublic(url.href),
      text: text.replaceAll(url.origin, new URL(toPublic(url.href)).origin),
    });
    const variant = /^#EXT-X-STREAM-INF:[^\n]*\n\s*([^#\s][^\n]*)$/m.exec(text)?.[1];
    next = variant === undefined ? undefined : new URL(variant.trim(), url).href;
  }
  return playlists;
}

function tracks(
  list: unknown,
  languageField: 'srclang' | 'language',
  toPublic: (url: string) => string,
): PlaybackTrack[] {
  return readList(readRecord(list)?.['data']).flatMap((item) => {
    const from = readRecord(item);
    const src = readText(from?.['src']);
    const language = readText(from?.[languageField]);
    if (!from || src === undefined || language === undefined) return [];
    const label = readText(from['languageName']) ?? nativeName(language);
    return [{ src: toPublic(src), language, label, default: from['default'] === true }];
  });
}

/** A language's name as its speakers write it. */
function nativeName(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

function optional(url: string | undefined, toPublic: (url: string) => string): string | undefined {
  return url === undefined ? undefined : toPublic(url);
}

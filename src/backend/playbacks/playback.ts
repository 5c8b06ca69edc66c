import type { Playback, PlaybackTrack } from '../../core/wire/playback.ts';
import { readList, readRecord, readText } from '../../core/wire/read-json.ts';
import { readWebAddress } from '../../core/wire/web-address.ts';
import { hasFailed, type VideoStatus } from '../../core/wire/video-status.ts';
import type { StoredVideo } from '../access/authorize.ts';
import { readStoredVideo } from '../access/stored-video.ts';
import type { Asker, KnownIds } from '../service/known-ids.ts';
import { optional } from './optional.ts';
import { isPublic } from './public-fields.ts';
import { readStatus, type StatusSource } from '../service/status.ts';

/** The addresses at which browsers reach the service. */
export interface PlaybackAddresses {
  /** Makes a service or asset address one that the page's visitors can use. */
  toPublic: (url: string) => string;
  /** Origins whose playlists may be read and carried along. */
  inlineOrigins: readonly string[];
  /** Where session events go. */
  collector: string;
}

/** A playback at the service's own addresses, and whether it may be handed out and cached. */
export interface FoundPlayback {
  playback: Playback;
  /** The player theme that its owner chose. */
  playerId: string | undefined;
  isPublic: boolean;
  /** True once its media change only on request. */
  isSettled: boolean;
  /** False when an optional part could not be loaded. */
  isComplete: boolean;
  /** False where the owner's theme forbids other pages to drive the player. */
  allowsApi?: boolean;
  /** Pixels of the picture, where the service knows them. */
  size?: { width?: number; height?: number } | undefined;
  /** When it was first to be seen: ISO 8601. */
  publishedAt?: string | undefined;
  /** What the site's `authorize` may know of a private video. */
  stored?: StoredVideo | undefined;
}

/** Dependencies of `findPlayback`. */
export interface MediaSource extends StatusSource {
  ids: KnownIds;
}

const ALL = { pageSize: '100' };

/** Collects a playback from the service in as few rounds as possible; undefined when there is no such video or stream. */
export function findPlayback(
  source: MediaSource,
  kind: Playback['kind'],
  id: string,
  asker: Asker,
): Promise<FoundPlayback | undefined> {
  return kind === 'video' ? findVideo(source, id, asker) : findLiveStream(source, id, asker);
}

async function findVideo(source: MediaSource, id: string, asker: Asker): Promise<FoundPlayback | undefined> {
  const { service, ids } = source;
  const path = ['videos', { id }] as const;
  const list = (name: string) => optional(service.json({ method: 'GET', path: [...path, name], query: ALL }));
  const isKnown = ids.has('videos', id);
  const record = ids.find('videos', id, asker);
  // Whether there is such a video is asked before all else: anybody can invent an id.
  if (!isKnown && !(await record)) return undefined;
  const [video, status, captions, chapters] = await Promise.all([
    record,
    readStatus(source, id),
    list('captions'),
    list('chapters'),
  ]);
  if (!video || status === undefined || video['discarded'] === true) return undefined;
  const assets = readRecord(video['assets']) ?? {};
  const playback: Playback = {
    kind: 'video',
    id,
    state: stateOf(status),
    title: readText(video['title']),
    hls: readWebAddress(assets['hls']),
    mp4: hasFile(status) ? readWebAddress(assets['mp4']) : undefined,
    poster: readWebAddress(assets['thumbnail']),
    duration: status.encoding.metadata.duration,
    playlists: [],
    captions: tracks(captions.value, 'srclang'),
    chapters: tracks(chapters.value, 'language'),
    storyboard: readWebAddress(assets['storyboard']),
  };
  return {
    playback,
    playerId: readText(video['playerId']),
    isPublic: isPublic(video),
    isSettled: isSettled(status),
    isComplete: captions.hasLoaded && chapters.hasLoaded,
    size: status.encoding.metadata,
    publishedAt: readText(video['publishedAt']) ?? readText(video['createdAt']),
    stored: isPublic(video) ? undefined : readStoredVideo(video),
  };
}

async function findLiveStream(
  { ids }: MediaSource,
  id: string,
  asker: Asker,
): Promise<FoundPlayback | undefined> {
  const stream = await ids.find('live-streams', id, asker);
  if (!stream) return undefined;
  const assets = readRecord(stream['assets']) ?? {};
  const playback: Playback = {
    kind: 'live-stream',
    id,
    state: 'playable',
    title: readText(stream['name']),
    hls: readWebAddress(assets['hls']),
    poster: readWebAddress(assets['thumbnail']),
    // A live playlist is stale before it has arrived.
    playlists: [],
    captions: [],
    chapters: [],
  };
  return {
    playback,
    playerId: readText(stream['playerId']),
    isPublic: isPublic(stream),
    isSettled: true,
    isComplete: true,
    publishedAt: readText(stream['createdAt']),
  };
}

function stateOf(status: VideoStatus): Playback['state'] {
  if (status.encoding.playable) return 'playable';
  return hasFailed(status) ? 'failed' : 'processing';
}

/** True where the service has an MP4, or says nothing of the kind. */
function hasFile({ encoding: { playable, qualities } }: VideoStatus): boolean {
  const files = qualities.filter(({ type }) => type === 'mp4');
  return playable && (files.length === 0 || files.some(({ status }) => status === 'encoded'));
}

/** True once no rendition is to come, so that the playlists will not change any more. */
function isSettled({ encoding }: VideoStatus): boolean {
  return (
    encoding.playable && encoding.qualities.every(({ status }) => status === 'encoded' || status === 'failed')
  );
}

function tracks(list: unknown, languageField: 'srclang' | 'language'): PlaybackTrack[] {
  return readList(readRecord(list)?.['data']).flatMap((item) => {
    const from = readRecord(item);
    const src = readWebAddress(from?.['src']);
    const language = readText(from?.[languageField]);
    if (!from || src === undefined || language === undefined) return [];
    const label = readText(from['languageName']) ?? nativeName(language);
    return [{ src, language, label, default: from['default'] === true }];
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

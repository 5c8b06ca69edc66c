import { parsePlayerTheme, type PlayerTheme } from './player-theme.ts';
import { readList, readNumber, readRecord, readText } from './read-json.ts';
import { VhError } from '../errors/vh-error.ts';

/** A text track of a playback: captions or chapters. */
export interface PlaybackTrack {
  src: string;
  /** BCP 47 tag. */
  language: string;
  /** The language's own name. */
  label: string;
  default: boolean;
}

/** A playlist that does not go stale, carried along so that the player need not fetch it. */
export interface InlinePlaylist {
  url: string;
  text: string;
}

/** All data of one playback, in one answer. All addresses are absolute. */
export interface Playback {
  kind: 'video' | 'live-stream';
  id: string;
  /** `processing`: ask again. `failed`: it never will be. */
  state: 'playable' | 'processing' | 'failed';
  title?: string | undefined;
  hls?: string | undefined;
  mp4?: string | undefined;
  poster?: string | undefined;
  /** Seconds. */
  duration?: number | undefined;
  playlists: readonly InlinePlaylist[];
  captions: readonly PlaybackTrack[];
  chapters: readonly PlaybackTrack[];
  /** Thumbnails along the timeline, as WebVTT, where the service makes them. */
  storyboard?: string | undefined;
  /** How its owner wants the player to look. */
  theme?: PlayerTheme | undefined;
  /** Where session events go; absent when they are not wanted. */
  collector?: string | undefined;
  /** Only where addresses expire: when the server made the playback, and when its addresses end. ISO 8601. */
  issuedAt?: string | undefined;
  expiresAt?: string | undefined;
}

/** Reads a playback from an answer or from a page's own JSON. */
export function parsePlayback(value: unknown): Playback {
  const from = readRecord(value);
  const id = readText(from?.['id']);
  if (!from || !id) {
    throw new VhError('unexpected-answer', 'The playback cannot be used: it names no video or live stream.');
  }
  const state = from['state'];
  return {
    kind: from['kind'] === 'live-stream' ? 'live-stream' : 'video',
    id,
    state: state === 'processing' || state === 'failed' ? state : 'playable',
    title: readText(from['title']),
    hls: readText(from['hls']),
    mp4: readText(from['mp4']),
    poster: readText(from['poster']),
    duration: readNumber(from['duration']),
    playlists: readList(from['playlists']).flatMap(parsePlaylist),
    captions: readList(from['captions']).flatMap(parseTrack),
    chapters: readList(from['chapters']).flatMap(parseTrack),
    storyboard: readText(from['storyboard']),
    theme: parsePlayerTheme(from['theme']),
    collector: readText(from['collector']),
    issuedAt: readText(from['issuedAt']),
    expiresAt: readText(from['expiresAt']),
  };
}

function parsePlaylist(value: unknown): InlinePlaylist[] {
  const from = readRecord(value);
  const url = readText(from?.['url']);
  const text = readText(from?.['text']);
  return url === undefined || text === undefined ? [] : [{ url, text }];
}

function parseTrack(value: unknown): PlaybackTrack[] {
  const from = readRecord(value);
  const src = readText(from?.['src']);
  const language = readText(from?.['language']);
  if (!from || src === undefined || language === undefined) return [];
  return [{ src, language, label: readText(from['label']) ?? language, default: from['default'] === true }];
}

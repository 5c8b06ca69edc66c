import type { PlaybackRequest } from '../../../playback/index.ts';

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-playlist-change': Event;
  }
}

/** One entry of a playlist: the player's own properties of these names, for this entry alone. */
export interface PlaylistItem extends Pick<PlaybackRequest, 'videoId' | 'liveStreamId' | 'src' | 'token'> {
  /** A playback, or a function that fetches one. */
  playback?: Exclude<PlaybackRequest['playback'], string>;
  /** The title; else the one of the playback. */
  heading?: string | undefined;
  /** The address of a picture; else the one of the playback. */
  poster?: string | undefined;
  /** Seconds, as the list of the entries shows it; else the one of the playback. */
  duration?: number | undefined;
  /** Seconds: where the entry begins. */
  startTime?: number | undefined;
}

/** One entry of a playlist: the id of a video, or an object. */
export type PlaylistEntry = string | PlaylistItem;

/** The entry that plays, as the player shows it. */
export interface PresentItem extends Omit<PlaylistItem, 'poster'>, Pick<PlaybackRequest, 'ahead'> {
  /** `null`: none but the one of the playback. */
  poster: string | null;
}

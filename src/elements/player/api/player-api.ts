import type { Chapter, Marker } from '../../../captions/index.ts';
import type { AudioTrackList, PlaybackRequest, Quality } from '../../../playback/index.ts';

import type { RenderingHost } from '../../host/rendering-host.ts';
import type { SessionEventTarget } from './event-target.ts';
import type { KeyChoice } from './key-choice.ts';
import type { PlaylistEntry } from './playlist-entry.ts';

/** The settings that say what to play, and where to ask for it. */
export type RequestSettings = Pick<
  PlaybackRequest,
  | ('src' | 'playback' | 'videoId' | 'liveStreamId' | 'token' | 'ahead')
  | ('backend' | 'credentials' | 'assetUrl')
>;

/** What the player has of a media element, as that element has it. */
type MediaMembers = Pick<
  HTMLVideoElement,
  | ('currentTime' | 'duration' | 'ended' | 'paused' | 'playbackRate' | 'readyState' | 'seeking')
  | ('autoplay' | 'loop' | 'muted')
  | ('textTracks' | 'play' | 'pause' | 'requestPictureInPicture')
>;

/**
 * What the parts of a player may ask of it: all that `VhPlayer` shows to them. A part takes this, and not the element, so that
 * it imports nothing above it; a function that needs two members takes a `Pick` of it.
 */
export interface PlayerApi extends RenderingHost, Readonly<RequestSettings>, MediaMembers {
  /** Not every media element has it before it plays. */
  readonly played?: TimeRanges;
  /** The video element itself. */
  readonly media: HTMLVideoElement;
  /** What a part draws in the player's root stands before this node. */
  readonly drawBefore: Comment;

  // What the page has set.
  readonly heading: string | undefined;
  readonly subject: string | undefined;
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly timeParameter: string | undefined;
  readonly loadWhen: string | undefined;
  readonly withoutControls: boolean;
  readonly keys: KeyChoice | undefined;
  readonly targetLatency: number | undefined;
  readonly markers: readonly Marker[] | undefined;
  readonly mostWatched: readonly number[] | undefined;

  // Session events.
  readonly collectorUrl: string | undefined;
  readonly withoutEvents: boolean;
  readonly metadata: Readonly<Record<string, string | number>> | undefined;
  readonly eventTargets: readonly SessionEventTarget[] | undefined;

  // The playlist.
  readonly playlist: readonly PlaylistEntry[] | undefined;
  playlistIndex: number;
  shuffle: boolean;
  next: () => void;
  previous: () => void;

  // The stream.
  readonly qualities: readonly Quality[];
  quality: Quality | 'auto';
  readonly currentQuality: Quality | undefined;
  readonly audioTracks: AudioTrackList | undefined;
  readonly chapters: readonly Chapter[];
  readonly latency: number | undefined;
  readonly liveEdge: number | undefined;
  readonly isAtLiveEdge: boolean;
  seekToLive: () => void;

  /** Opens the inspector. */
  inspect: () => Promise<void>;
  /** As if the visitor had agreed to load the video. */
  consent: () => void;
}

import type { Chapter, Marker } from '../../../../captions/index.ts';
import type { AudioTrackList, Quality } from '../../../../playback/index.ts';
import type { PlaylistEntry } from '../../playlist/playlist-entry.ts';
import type { KeyChoice } from './chosen-keys.ts';
import type { RenderingHost } from '../../../host/rendering-host.ts';

/** The members of the player that the skin uses. */
export interface SkinHost extends RenderingHost {
  readonly media: HTMLVideoElement;
  readonly drawBefore: Comment;
  readonly withoutControls: boolean;
  readonly heading: string | undefined;
  readonly subject: string | undefined;
  readonly qualities: readonly Quality[];
  quality: Quality | 'auto';
  readonly currentQuality: Quality | undefined;
  readonly audioTracks: AudioTrackList | undefined;
  readonly chapters: readonly Chapter[];
  readonly markers: readonly Marker[] | undefined;
  readonly keys: KeyChoice | undefined;
  readonly timeParameter: string | undefined;
  readonly playlist: readonly PlaylistEntry[] | undefined;
  playlistIndex: number;
  shuffle: boolean;
  next: () => void;
  previous: () => void;
  readonly liveEdge: number | undefined;
  readonly isAtLiveEdge: boolean;
  seekToLive: () => void;
  play: () => Promise<void>;
  requestPictureInPicture: () => Promise<PictureInPictureWindow>;
  pause: () => void;
}

import type { Playback } from '../../core/wire/playback.ts';

/** A video or a live stream. */
export interface PlaybackSubject {
  kind: Playback['kind'];
  id: string;
}

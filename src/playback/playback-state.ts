import type { VhError } from '../core/vh-error.ts';
import type { MediaAddress, Viewing } from './viewing.ts';

/** Where a playback stands. */
export type PlaybackState =
  /** Nothing was asked for, or not yet. */
  | { status: 'idle'; viewing?: undefined }
  /** The viewing is being asked for. */
  | { status: 'resolving'; viewing?: undefined }
  /** It is known what would be played; nothing of it is loaded. */
  | { status: 'resolved'; viewing: Viewing }
  /** The service is not done with the media: they begin by themselves when it is. */
  | { status: 'processing'; viewing: Viewing }
  /** The media are on their way. */
  | { status: 'loading'; viewing: Viewing; address: MediaAddress }
  /** The video element knows the media and is in charge from here. */
  | { status: 'ready'; viewing: Viewing; address: MediaAddress }
  /** It ended. `retry()` begins anew. */
  | { status: 'failed'; viewing?: Viewing | undefined; error: VhError };

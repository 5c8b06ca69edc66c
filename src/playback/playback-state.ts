import type { VhError } from '../core/vh-error.ts';
import type { Stream } from './stream.ts';
import type { MediaAddress, Viewing } from './viewing.ts';

/** The state of a playback. */
export type PlaybackState =
  /** No request, or nothing done for it yet. */
  | { status: 'idle'; viewing?: undefined }
  /** The engine requests the viewing. */
  | { status: 'resolving'; viewing?: undefined }
  /** The viewing is known; no media are loaded. */
  | { status: 'resolved'; viewing: Viewing }
  /** The service still encodes the media. They load as soon as it has finished. */
  | { status: 'processing'; viewing: Viewing }
  /** The media load. */
  | { status: 'loading'; viewing: Viewing; address: MediaAddress; stream?: Stream | undefined }
  /** The video element has the metadata and is in charge. */
  | { status: 'ready'; viewing: Viewing; address: MediaAddress; stream?: Stream | undefined }
  /** The playback failed. `retry()` restarts it. */
  | { status: 'failed'; viewing?: Viewing | undefined; error: VhError };

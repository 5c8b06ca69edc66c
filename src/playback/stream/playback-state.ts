import type { VhError } from '../../core/errors/vh-error.ts';
import type { Stream } from './stream.ts';
import type { MediaAddress, PlaybackSource } from '../source/playback-source.ts';

interface Loaded {
  source: PlaybackSource;
  address: MediaAddress;
  stream?: Stream | undefined;
  /** Seconds: where the video resumed from an earlier visit. */
  resumedAt?: number | undefined;
  /** Why it has kept its viewer waiting for some seconds, where that is known: no answer comes, or the service is busy. */
  delay?: 'none' | 'busy' | undefined;
}

/** The state of a playback. */
export type PlaybackState =
  /** No request, or nothing done for it yet. A request that begins again keeps the source that it had. */
  | { status: 'idle'; source?: PlaybackSource | undefined }
  /** The engine requests the source, or requests it again. */
  | { status: 'resolving'; source?: PlaybackSource | undefined }
  /** The source is known; no media are loaded. */
  | { status: 'resolved'; source: PlaybackSource }
  /** The service still encodes the media. They load as soon as it has finished. */
  | {
      status: 'processing';
      source: PlaybackSource;
      /** True while requests for a live stream that was there are left without an answer. */
      isUnanswered?: boolean | undefined;
    }
  /** The media load. */
  | ({ status: 'loading' } & Loaded)
  /** The video element has the metadata and is in charge. */
  | ({ status: 'ready' } & Loaded)
  /** The playback failed. `retry()` restarts it. */
  | { status: 'failed'; source?: PlaybackSource | undefined; error: VhError };

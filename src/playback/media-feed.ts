import type { VhError } from '../core/vh-error.ts';
import type { MediaAddress, Viewing } from './viewing.ts';

/** What brings one address to one video element, until it is destroyed. */
export interface MediaFeed {
  /** Begins with the media themselves, where only their description was wanted at first. */
  start(): void;
  /** Leaves the video element as it was found. Reports nothing from then on. */
  destroy(): void;
}

/** What a feed is made of. */
export interface FeedOptions {
  media: HTMLVideoElement;
  address: MediaAddress;
  viewing: Viewing;
  /** Seconds: where to begin. */
  startTime: number;
  /** False: describe the media, and fetch none of it before `start()`. */
  eager: boolean;
  report: FeedReport;
}

/** What a feed tells its engine. */
export interface FeedReport {
  /** Something arrived: it lives. */
  active: () => void;
  /** The address answers that the media are still being made. */
  processing: () => void;
  /** The video loses its source in `step`, or gets another one of the same media: what plays goes on playing. */
  renew: (step: () => void) => void;
  /** It ended, and will not recover by itself. */
  failed: (error: VhError) => void;
}

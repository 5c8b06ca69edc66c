import type { VhError } from '../core/vh-error.ts';
import type { MediaAddress, Viewing } from './viewing.ts';

/** Plays one address in one video element, until it is destroyed. */
export interface MediaAdapter {
  /** Loads the media themselves, after the metadata. */
  start(): void;
  /** Leaves the video element as it was found. Reports nothing from then on. */
  destroy(): void;
}

/** Settings of an adapter. */
export interface AdapterOptions {
  media: HTMLVideoElement;
  address: MediaAddress;
  viewing: Viewing;
  /** Seconds: where to begin. */
  startTime: number;
  /** False: describe the media, and fetch none of it before `start()`. */
  eager: boolean;
  report: AdapterReport;
}

/** Callbacks from an adapter to its loader. */
export interface AdapterReport {
  /** Data arrived. */
  active: () => void;
  /** The service is still encoding the media. */
  processing: () => void;
  /** `step` detaches or replaces the source of the same media; playing media go on. */
  renew: (step: () => void) => void;
  /** The adapter failed, and cannot recover by itself. */
  failed: (error: VhError) => void;
}

import type { VhError } from '../../core/errors/vh-error.ts';
import type { BufferedSource } from '../fast-start/first-segment-loader.ts';
import type { PrefetchedData } from '../fast-start/prefetched-data.ts';
import type { LivePosition, Stream } from '../stream/stream.ts';
import type { StreamPreferences } from '../stream/stream-preferences.ts';
import type { RequestAnswer } from '../requests/probe.ts';
import type { MediaAddress, PlaybackSource } from '../source/playback-source.ts';
import type { SourceRefresher } from '../source/source-refresher.ts';

/** Plays one address in one video element, until it is destroyed. */
export interface MediaAdapter {
  /** Loads the media themselves, after the metadata. */
  start(): void;
  /** Loads no more, until `start()`; what is there stays. */
  rest(): void;
  /** Follows what the page and the viewer want of the stream. */
  prefer(preferences: StreamPreferences): void;
  /** Changes to the sound track with that id. */
  selectAudioTrack(id: string): void;
  /** The live edge; undefined if the media are not live. */
  readonly live: LivePosition | undefined;
  /** Bits per second at which the segments came; only where they come through script. */
  readonly bandwidth?: number | undefined;
  /** Leaves the video element as it was found. Reports nothing from then on. */
  destroy(): void;
}

/** Settings of an adapter. */
export interface AdapterOptions {
  media: HTMLVideoElement;
  address: MediaAddress;
  source: PlaybackSource;
  /** Seconds: where to begin. */
  startTime: number;
  /** False: fetch no more than the metadata before `start()`. */
  eager: boolean;
  preferences: StreamPreferences;
  /** Data fetched before the adapter was there. */
  memory: PrefetchedData;
  /** The running playback that the adapter takes over. */
  handOver: BufferedSource | undefined;
  /** Has the present source, when the one that was begun with has ended. */
  refresher: SourceRefresher;
  report: AdapterReport;
}

/** Callbacks from an adapter to its loader. */
export interface AdapterReport {
  /** Data arrived. */
  active: () => void;
  /** The stream's choices or the playing ones have changed. */
  stream: (stream: Stream) => void;
  /** The service is still encoding the media. */
  processing: () => void;
  /** How the last request ended: the viewer's line may be down, or the service busy. */
  answered?: (answer: RequestAnswer) => void;
  /** A request failed and is repeated: the reason, should nothing come of it. */
  trouble: (error: VhError) => void;
  /** `step` detaches or replaces the source of the same media; playing media keep playing. */
  renew: (step: () => void) => void;
  /** The adapter failed, and cannot recover. */
  failed: (error: VhError) => void;
}

import type { Grant } from '../../core/grant.ts';
import type { VhError } from '../../core/vh-error.ts';
import type { UploadedVideo } from '../../core/video.ts';
import type { Part, PartPlan } from '../part-plan.ts';
import type { UploadWorld } from '../upload-world.ts';

/** One try at one part. */
export interface PartTry {
  part: Part;
  /** The part's bytes: a slice that nobody has read. */
  blob: Blob;
  name: string;
  grant: Grant;
  /** The video that the part belongs to, once it is known. */
  videoId: string | undefined;
  /** True when an earlier try of the same part may have arrived. */
  doubtful: boolean;
  signal: AbortSignal;
  /** Bytes of this part that have left. */
  onProgress: (bytes: number) => void;
  /** The server said that it has more of the part than before: the tries so far were not in vain. */
  onMoved: () => void;
}

/** How a try ended. Only a broken promise throws; what can happen on a network is a result. */
export type PartResult =
  /** The server has the part; the video, where its answer names one. */
  | { kind: 'stored'; video?: UploadedVideo | undefined }
  /** The server had the part already: an earlier answer was lost. */
  | { kind: 'already-stored' }
  /** Too large for somebody on the way: smaller parts may pass. */
  | { kind: 'shrink'; error: VhError }
  /** The grant's right has ended: a fresh grant may go on. */
  | { kind: 'refresh'; error: VhError }
  /** Another try may do better, not before `after` milliseconds. */
  | { kind: 'again'; error: VhError; after?: number | undefined }
  /** No try will do better. */
  | { kind: 'fatal'; error: VhError };

/** One wire. An instance serves one upload, so that it may remember where it is. */
export interface Transport {
  /** How the wire wants the file cut. */
  plan: (size: number, grant: Grant) => PartPlan;
  send: (attempt: PartTry) => Promise<PartResult>;
  /** Which parts the server has, by index; nothing where it cannot say. */
  stored?: (grant: Grant, videoId: string, signal: AbortSignal) => Promise<ReadonlySet<number> | undefined>;
  /** Ends the server's part of a cancelled upload, as far as the wire can. */
  abandon?: (grant: Grant) => Promise<void>;
}

/** What a transport is made from. */
export interface TransportContext {
  world: UploadWorld;
}

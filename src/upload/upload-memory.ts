import type { UploadProtocol } from '../core/grant.ts';
import type { KnownPart } from './part-plan.ts';

/** What another visit needs to go on with an upload. It holds no token. */
export interface UploadRecord {
  protocol: UploadProtocol;
  /** The endpoint, without its query: a right for another place is no right for this upload. */
  endpoint: string;
  videoId: string | undefined;
  /** Every part that was cut, in order, and whether it was seen stored. */
  parts: readonly KnownPart[];
  /** What the wire itself remembers: an upload's id or addresses. */
  wire: readonly (string | null)[];
}

/**
 * Where an upload is remembered across visits. None of it may fail: what cannot be kept is not kept, and the upload
 * goes on.
 */
export interface UploadMemory {
  /** What was kept of this file, if there is anything to go on with. */
  recall: (file: File, signal: AbortSignal) => Promise<UploadRecord | undefined>;
  /** Told before a part leaves for the first time, which waits for it, and when one is stored. */
  keep: (record: UploadRecord) => Promise<void>;
  /** The upload is complete, cancelled, or has to begin anew. */
  forget: () => void;
}

import type { UploadProtocol } from '../core/grant.ts';
import type { UploadedVideo } from '../core/video.ts';
import type { GrantSettings } from './grant-source.ts';
import type { KnownPart } from './part-plan.ts';

/** What another visit needs to go on with an upload. It holds no token. */
export interface UploadRecord {
  protocol: UploadProtocol;
  /** The endpoint, without what may be a secret in it: a right for another place is no right for this upload. */
  endpoint: string;
  videoId: string | undefined;
  /** What the page backend wants to see before it grants the same video again. Alone it allows nothing. */
  claim?: string | undefined;
  /** Every part that was cut, in order, and whether it was seen stored. */
  parts: readonly KnownPart[];
  /** What the wire itself remembers: an upload's id or addresses. */
  wire: readonly (string | null)[];
}

/** What an upload needs to be remembered. */
export interface MemoryNeeds {
  file: File;
  settings: GrantSettings;
  /** The way back to the file after a reload, where the browser gave one. */
  handle: FileSystemFileHandle | undefined;
  signal: AbortSignal;
  /** Another tab sends this file: bytes that have left there. */
  onFollow: (sent: number) => void;
  /** Nothing can be kept any more. Told once. */
  onLost: (error: unknown) => void;
}

/**
 * Where an upload is remembered across visits, and the turn to send it: of all tabs that were given the same file for
 * the same place, one has it. Once it is open, none of it fails: what cannot be kept is not kept, and the upload goes
 * on.
 */
export interface UploadMemory {
  /** What was kept of this file, if there is anything to go on with. */
  readonly past: UploadRecord | undefined;
  /** Set when another tab has uploaded the file while this one waited for its turn. */
  readonly video: UploadedVideo | undefined;
  /** Changes with all that is kept: says whether another tab had the turn meanwhile. */
  readonly touchedAt: number;
  /** Told before a part leaves for the first time, which waits for it, and when one is stored. */
  keep: (record: UploadRecord) => Promise<void>;
  /** The upload has to begin anew. */
  forget: () => Promise<void>;
  /** Tells the tabs that follow how many bytes have left. */
  tell: (sent: number) => void;
  /** Every byte is stored. Ends the turn. */
  finish: (video: UploadedVideo) => Promise<void>;
  /** Ends the turn of an upload that failed: this or another tab may go on with it. */
  release: () => Promise<void>;
  /** Ends the turn of an upload that was called off. True when another tab goes on with it. */
  cancel: () => Promise<boolean>;
  /** Forgets what `release` has kept. True when another tab goes on with it: then it stays. */
  discard: () => Promise<boolean>;
}

/** Opens the memory of an upload, when it is its turn; nothing for one that shall have none. */
export type OpenMemory = (needs: MemoryNeeds) => Promise<UploadMemory | undefined>;

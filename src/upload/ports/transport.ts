import type { Grant } from '../../core/wire/grant.ts';
import type { VhError } from '../../core/errors/vh-error.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import type { Part, PartPlan } from '../plan/part-plan.ts';
import type { ReadBody } from './upload-environment.ts';

/** One try at one part. */
export interface PartAttempt {
  part: Pick<Part, 'index' | 'from' | 'to' | 'mayBeStored' | 'mayCollide'>;
  /** Number of parts; nothing while it is open. */
  count: number | undefined;
  file: File;
  grant: Grant;
  /** The video that the part belongs to, once it is known. */
  videoId: string | undefined;
  signal: AbortSignal;
  /** Bytes of this part that are sent, as `onProgress` said last. */
  readonly sentBytes: number;
  /** Present where the body is to be bytes in memory, and no slice of the file. */
  readonly readBody: ReadBody | undefined;
  /** Bytes of this part that have left; `isSent` where the request has wholly left, and more of the part follows in another. */
  onProgress: (bytes: number, isSent?: boolean) => void;
  /** Bytes of this part that the server has from an earlier attempt: they are not sent again. */
  onSkip: (bytes: number) => void;
  /** The server said that it has more of the part than before: the earlier attempts made progress. */
  onServerProgress: () => void;
  /** The wire has learnt what another visit would have to know: `memento` has it. Resolves when that is kept. */
  onStateChange: () => Promise<void>;
}

/** One try at joining the parts. */
export type FinishAttempt = Omit<PartAttempt, 'part' | 'count' | 'sentBytes' | 'readBody' | 'onSkip'>;

/** How a try ended. Only a broken promise throws; what can happen on a network is a result. */
export type PartResult =
  /** The server has the part; the video, where its answer names one. */
  | { kind: 'stored'; video?: UploadedVideo | undefined }
  /** The server had the part already: an earlier answer was lost. */
  | { kind: 'already-stored' }
  /** Too large for a proxy: smaller parts may pass. */
  | { kind: 'too-large'; error: VhError }
  /** The credential was refused: a fresh grant may continue. */
  | { kind: 'unauthorized'; error: VhError }
  /** Another try may do better, not before `retryAfterMs`. */
  | { kind: 'retry'; error: VhError; retryAfterMs?: number | undefined }
  /**
   * The server knows nothing of the upload any more, or not even of its video: it may start over, once; not before
   * a request for it when another upload seems to have taken it (`isTaken`).
   */
  | { kind: 'lost'; error: VhError; withVideo?: boolean; isTaken?: boolean }
  /** The protocol works in another way here: plan the rest again. */
  | { kind: 'replan' }
  /** No try will do better. */
  | { kind: 'fatal'; error: VhError };

/** A part that the server has. */
export type FoundPart = Extract<PartResult, { kind: 'stored' | 'already-stored' }>;

/** One wire. An instance serves one upload, so that it may remember where it is. */
export interface Transport {
  /** Parts that may be on their way at once, given whether the video is known. */
  maxConnections: (isVideoKnown: boolean) => number;
  /** True for a wire that can begin before the file's size is known; any other waits for it. */
  readonly acceptsUnknownSize?: boolean;
  /** True where the address is the upload, whatever the credential: no second upload can begin there. */
  readonly hasFixedTarget?: boolean;
  /** True where the answer to the first part names the video: sent again, that part could make another one. */
  readonly isNamedByFirstPart?: boolean;
  /** How the wire wants the file cut. */
  plan: (file: File, grant: Grant, signal: AbortSignal) => PartPlan | Promise<PartPlan>;
  send: (attempt: PartAttempt) => Promise<PartResult>;
  /**
   * Asks for a part that is wholly sent and not answered, beside the request for it: false where the server has it not,
   * undefined where it cannot say.
   */
  find?: (attempt: PartAttempt) => Promise<FoundPart | false | undefined>;
  /** Makes one of its parts, where the wire wants that; asked until it is stored. */
  finish?: (attempt: FinishAttempt) => Promise<PartResult>;
  /** Which parts the server has, by index; nothing where it cannot say. With `only`, others than that one may be missing. */
  storedParts?: (
    grant: Grant,
    videoId: string,
    signal: AbortSignal,
    only?: number,
  ) => Promise<ReadonlySet<number> | undefined>;
  /** Ends the server's part of a cancelled upload, as far as the wire can. */
  abandon?: (grant: Grant) => Promise<void>;
  /** The server has forgotten the upload, but not its video: by the same id the upload starts over. */
  restart?: () => void;
  /** The transport's data for another visit; `restore` gets them back before any other call. */
  saveState?: () => readonly (string | null)[];
  restoreState?: (state: readonly (string | null)[]) => void;
}

/** The bytes of a part, or those from `from` on: an unread slice. */
export function partBody({ part, file }: Pick<PartAttempt, 'part' | 'file'>, from = part.from): Blob {
  return file.slice(from, part.to, file.type);
}

/** The last name in an address: what a server that says no more calls the thing. Nothing where there is none. */
export function lastPathSegment(address: string): string | undefined {
  const name = new URL(address).pathname.split('/').findLast((stepBytes) => stepBytes !== '');
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The headers that carry a grant's credential, for transports that keep the token out of the address. */
export function credentialHeaders({
  headers,
  token,
}: Pick<Grant, 'headers' | 'token'>): Record<string, string> {
  return { ...headers, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
}

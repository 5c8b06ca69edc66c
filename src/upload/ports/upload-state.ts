import type { VhError } from '../../core/errors/vh-error.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import type { Duplicate } from './uploaded-film.ts';

/** The progress of an upload. */
export interface UploadProgress {
  /** Bytes that were sent, stored or not; it never decreases. */
  readonly sent: number;
  /** Bytes that the service has confirmed: a line may take bytes long before it forwards them. */
  readonly stored: number;
  /** Bytes of the file. */
  readonly total: number;
  /** Bytes a second, smoothed; undefined until enough bytes have moved. */
  readonly speed: number | undefined;
  /** Seconds left at that speed. */
  readonly secondsLeft: number | undefined;
  /** A non-fatal warning: the upload would not survive a reload, or had to restart. */
  readonly notice?: VhError | undefined;
  /** The SHA-256 of what was sent, in hexadecimal, once it is known: where it was asked for. */
  readonly checksum?: string | undefined;
}

/**
 * Why an upload waits before its next try; `restart` says that the server lost what it had, `elsewhere` that another tab
 * sends this file.
 */
export type WaitReason = 'offline' | 'network' | 'busy' | 'restart' | 'elsewhere';

/**
 * The state of one upload.
 *
 * `idle` → `granting` → `uploading` ⇄ `paused`, `waiting` → `processing` → `playable` or, when that
 * moment is unknown, `stored`. Any of them may end in `failed` or `cancelled`. An upload that prepares its file is `granting` and
 * perhaps `optimizing` before it is `idle`, or a `duplicate` until its visitor wants it all the same.
 */
export type UploadState =
  | (UploadProgress & { readonly status: 'idle' | 'granting' | 'uploading' | 'paused' | 'cancelled' })
  /** A smaller film of the file is being made; `made` is the share of it that is done. */
  | (UploadProgress & { readonly status: 'optimizing'; readonly made: number })
  /** This browser has uploaded the film before: nothing leaves until the visitor wants that. */
  | (UploadProgress & Duplicate & { readonly status: 'duplicate' })
  | (UploadProgress & {
      readonly status: 'waiting';
      readonly why: WaitReason;
      /** The time of the next attempt, in milliseconds since the epoch; undefined while it waits for the network. */
      readonly until: number | undefined;
    })
  | (UploadProgress & {
      readonly status: 'processing';
      readonly video: UploadedVideo;
      /** When its last byte was stored, in milliseconds since the epoch. */
      readonly since: number;
    })
  | (UploadProgress & {
      readonly status: 'stored' | 'playable';
      readonly video: UploadedVideo;
    })
  | (UploadProgress & {
      readonly status: 'failed';
      readonly error: VhError;
      /** Set when the bytes are stored and it was the processing that failed. */
      readonly video: UploadedVideo | undefined;
    });

/** The name of a state. */
export type UploadStatus = UploadState['status'];

const UNFINISHED: ReadonlySet<UploadStatus | 'queued' | undefined> = new Set([
  'queued',
  'granting',
  'optimizing',
  'uploading',
  'paused',
  'waiting',
]);

/** True while leaving the page would lose bytes; `queued` is an upload that waits for its turn. */
export function isUnfinished(status: UploadStatus | 'queued' | undefined): boolean {
  return UNFINISHED.has(status);
}

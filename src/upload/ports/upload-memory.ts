import type { VhError } from '../../core/errors/vh-error.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import type { GrantSettings } from './grant-settings.ts';
import type { UploadRecord } from './upload-record.ts';

/** Keeps a copy of the file in the browser while it is sent, for the next page. */
export interface KeepOptions {
  /** Bytes of all kept files of the site, at most. */
  limit: number;
  /** Called when the browser has no place for the copy: the upload continues without one. */
  onGivenUp: (error: VhError) => void;
}

/** Where an upload goes, and which elements show it. */
export interface QueueSettings extends GrantSettings {
  /** The `upload-group` of those elements. */
  group?: string | undefined;
}

/** What a page that did not choose a file needs to send it. */
export interface SendableFile {
  settings: QueueSettings;
  /** Undefined where the browser gave none, and for a film that was made of the chosen one. */
  handle: FileSystemFileHandle | undefined;
}

/** The upload that a memory is opened for. */
export interface OpenMemoryOptions {
  file: File;
  settings: QueueSettings;
  /** Reopens the file after a reload, where the browser gave such a handle. */
  handle: FileSystemFileHandle | undefined;
  /** When the file was chosen, in milliseconds since 1970: no two of a page at the same time. Undefined for now. */
  chosenAt?: number | undefined;
  /** Undefined keeps no copy. */
  keep?: KeepOptions | undefined;
  signal: AbortSignal;
  /** Another tab sends this file: bytes that it has sent. */
  onOtherTab: (sent: number) => void;
  /** Nothing can be stored any more. Called once. */
  onLost: (error: unknown) => void;
  /** Where no tab has the upload: that of an earlier visit only, or a new one, too. Undefined waits for the tab. */
  only?: 'earlier' | 'free' | undefined;
}

/** What a visitor wants of an upload that this page does not send for now. */
export interface VisitorWish {
  /** True while they have paused it. */
  readonly isPaused?: boolean;
  /** True while they have taken it out, and may bring it back on this page only. */
  readonly isRemoved?: boolean;
}

/**
 * Stores one upload's record for another visit, and holds the tab lock: of all tabs with the same file for the same target,
 * one sends it. After opening, no call rejects: where storing fails, the upload continues without it.
 */
export interface UploadMemory {
  /** The record, if there is anything to resume. */
  readonly record: UploadRecord | undefined;
  /** Set when another tab has uploaded the file while this one waited for the lock. */
  readonly video: UploadedVideo | undefined;
  /** Changes with every save: shows whether another tab had the lock meanwhile. */
  readonly touchedAt: number;
  /** Called before a part is sent for the first time, which waits for it, and when one is stored. */
  save: (record: UploadRecord) => Promise<void>;
  /** The upload restarts. */
  forget: () => Promise<void>;
  /** What the visitor wants of the upload: the next page keeps to it. */
  note?: (wish: VisitorWish) => void;
  /** Notifies the tabs that follow how many bytes are sent. */
  reportSent: (sent: number) => void;
  /** Every byte is stored. Releases the lock. */
  finish: (video: UploadedVideo) => Promise<void>;
  /** The upload failed, or its page has left it: this or another tab may resume it. Releases the lock. */
  release: (isLeft?: boolean) => Promise<void>;
  /**
   * The upload was cancelled, perhaps after `release`. Releases the lock. True when another tab continues the upload:
   * then the record stays.
   */
  cancel: () => Promise<boolean>;
}

/** Opens the memory of an upload once it holds the tab lock; undefined for an upload without memory. */
export type OpenMemory = (options: OpenMemoryOptions) => Promise<UploadMemory | undefined>;

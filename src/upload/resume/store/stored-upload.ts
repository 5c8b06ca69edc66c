import { type CutSource, sourceOf } from '../../ports/earlier-upload.ts';
import type { UploadedVideo } from '../../../core/wire/video.ts';
import type { UploadRecord } from '../../ports/upload-record.ts';

/** The record of one file's upload to one target. It holds no token. */
export interface StoredUpload {
  /** The target and the file's fingerprint. */
  readonly key: string;
  readonly scope: string;
  readonly file: {
    readonly name: string;
    readonly size: number;
    readonly type: string;
    readonly lastModified: number;
  };
  /** What the file was cut from: the handle leads there. */
  readonly source?: CutSource | undefined;
  /** Reopens the file, where the browser gives such a handle. */
  readonly handle?: FileSystemFileHandle | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** When the file was chosen: the order of a page's files. */
  readonly chosenAt?: number | undefined;
  readonly touchedAt: number;
  /** Bytes that had left, for the offer to resume: not every protocol acknowledges bytes before the end. */
  readonly sent: number;
  /** The tab that has sent last. */
  readonly tab?: string | undefined;
  /** True while the visitor has paused it. */
  readonly isPaused?: boolean | undefined;
  /** True while the visitor has taken it out, and may bring it back on the page that has its lock. */
  readonly isRemoved?: boolean | undefined;
  readonly upload?: UploadRecord | undefined;
  /** The group of the element that shows it. */
  readonly group?: string | undefined;
  /** Set when every byte is stored: kept for the tabs that followed, and while it `isUnseen`. */
  readonly video?: UploadedVideo | undefined;
  /** True for a video that the worker has sent after the page had gone: no page knows of it yet. */
  readonly isUnseen?: boolean | undefined;
  /** What the film of such a video is known by: the next page may remember that it was uploaded. */
  readonly film?: string | undefined;
}

/** The service deletes unfinished uploads after this time. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** True for an upload that the service has deleted, and for one with a date in the far future. */
export function isExpired({ startedAt }: StoredUpload, now: number): boolean {
  return now - startedAt >= LIFETIME_MS || startedAt - now >= LIFETIME_MS;
}

/** The bytes that are known to be stored. */
export function storedBytes({ upload, sent, file }: StoredUpload): number {
  if (!upload) return 0;
  if (upload.protocol !== 'parts') return Math.min(sent, file.size);
  return upload.parts.reduce((sum, { from, to, stored }) => sum + (stored ? to - from : 0), 0);
}

/** The stored upload, to be resumed; otherwise a new one that begins `now`. */
export function resumeOrCreate(
  {
    key,
    scope,
    file,
    handle,
    tab,
    chosenAt,
    group,
  }: Pick<StoredUpload, 'key' | 'scope' | 'handle' | 'tab' | 'chosenAt' | 'group'> & { file: File },
  stored: StoredUpload | undefined,
  video: UploadedVideo | undefined,
  now: number,
): StoredUpload {
  const { name, size, type, lastModified } = file;
  // A person who chooses a file again after it was uploaded wants another video.
  const past = stored?.video && !video ? undefined : stored;
  return {
    ...(past ?? {
      key,
      scope,
      file: { name, size, type, lastModified },
      source: sourceOf(file),
      startedAt: now,
      chosenAt,
      touchedAt: now,
      sent: 0,
    }),
    handle: handle ?? past?.handle,
    tab,
    group,
    isPaused: false,
    isRemoved: false,
    video,
  };
}

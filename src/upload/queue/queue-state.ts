import type { UploadedVideo } from '../../core/wire/video.ts';
import type { UploadProgress, UploadState } from '../ports/upload-state.ts';
import type { Upload } from '../upload.ts';

/** The state of one file: its upload's state, or `queued` while it waits for its turn. */
export type QueueItemState = UploadState | (UploadProgress & { readonly status: 'queued' });

/** The name of a file's state. */
export type QueueItemStatus = QueueItemState['status'];

/** One file of a queue. The object stays the same for as long as nothing about it changes. */
export interface QueueItem {
  /** Identifies the file, whatever its place. */
  readonly id: number;
  readonly name: string;
  readonly state: QueueItemState;
  /** Undefined for a video that an earlier page has uploaded. */
  readonly upload: Upload | undefined;
}

/**
 * The state of a whole queue. `empty`: it holds nothing. `idle`: files wait for `start()`. `running`: bytes move,
 * or will automatically. `paused`: some are paused and none moves. `settled`: no bytes are left to send.
 */
export interface QueueState extends UploadProgress {
  readonly status: 'empty' | 'idle' | 'running' | 'paused' | 'settled';
  /** In the order in which they are sent. */
  readonly items: readonly QueueItem[];
}

/** The video of a stored file; undefined before that. */
export function videoOf({ state }: QueueItem): UploadedVideo | undefined {
  return 'video' in state && state.status !== 'failed' ? state.video : undefined;
}

/** True for a file that broke a rule before a byte left: a retry cannot help, and it takes no place. */
export function isRefused({ state }: Pick<QueueItem, 'state'>): boolean {
  if (state.status !== 'failed' || state.sent > 0) return false;
  const { code, status } = state.error;
  // A server has another limit than the page: what it refuses may be tried again.
  if (status !== undefined) return false;
  return /^(video-|file-(empty|too-large|type-refused|refused)$)/.test(code);
}

/**
 * Sums up many files, whose bytes leave at a `measured` speed. A file that was refused before a byte left does not count, nor one
 * of which nobody knows yet whether it is wanted.
 */
export function summarize(items: readonly QueueItem[], measured?: number): QueueState {
  let sent = 0;
  let stored = 0;
  let total = 0;
  let isSending = false;
  let left = 0;
  const statuses = new Set<QueueItemStatus>();
  // In one go: this runs at each progress of each of hundreds of files.
  for (const { state, upload } of items) {
    statuses.add(state.status);
    if (state.sent === 0 && (state.status === 'failed' || state.status === 'duplicate')) continue;
    sent += state.sent;
    stored += state.stored;
    total += state.total;
    isSending ||= state.status === 'uploading';
    if (RUNNING.has(state.status)) left += upload?.leftBytes ?? state.total - state.sent;
  }
  const speed = isSending ? measured : undefined;
  return {
    status: statusOf(statuses),
    items,
    sent,
    stored,
    total,
    speed,
    secondsLeft: speed ? left / speed : undefined,
  };
}

const RUNNING: ReadonlySet<QueueItemStatus> = new Set([
  ...(['optimizing', 'queued', 'granting', 'uploading', 'waiting'] as const),
]);

function statusOf(statuses: ReadonlySet<QueueItemStatus>): QueueState['status'] {
  if (statuses.size === 0) return 'empty';
  if ([...statuses].some((status) => RUNNING.has(status))) return 'running';
  if (statuses.has('paused')) return 'paused';
  return statuses.has('duplicate') || statuses.has('idle') ? 'idle' : 'settled';
}

const STATUS_PRIORITY: readonly QueueItemStatus[] = [
  ...(['uploading', 'optimizing', 'granting', 'waiting', 'queued', 'paused', 'duplicate', 'idle'] as const),
  ...(['failed', 'processing', 'stored', 'playable'] as const),
];

/** The state of all files together: the first of this order that one of them is in. */
export function overallStatus(items: readonly QueueItem[]): QueueItemStatus | 'empty' {
  const statuses = new Set(items.map(({ state }) => state.status));
  return STATUS_PRIORITY.find((status) => statuses.has(status)) ?? 'empty';
}

import type { QueueItem, QueueItemStatus, QueueState } from '../../../upload/index.ts';

/**
 * How a list differs from what it was. `movement`: only in how many bytes have left, or how much of a smaller film is made.
 * `course`: its files have gone on by themselves, as hundreds of them do all the time. `act`: a person or the page has done
 * something, or all have come to their end.
 */
export type ListChange = 'movement' | 'course' | 'act';

/** Compares a list with what it was. */
export function changeOf(before: QueueState, now: QueueState): ListChange {
  const { items } = now;
  if (before.status !== now.status || before.items.length !== items.length) return 'act';
  let change: ListChange = 'movement';
  for (const [at, item] of items.entries()) {
    const last = before.items[at];
    if (last?.id !== item.id) return 'act';
    if (isSame(last, item) || hasMoved(last, item)) continue;
    // One file has few states, and each is news.
    if (items.length === 1 || isAct(last, item)) return 'act';
    change = 'course';
  }
  return change;
}

const isSame = (before: QueueItem, now: QueueItem): boolean =>
  before.state === now.state && before.name === now.name;

function hasMoved(before: QueueItem, now: QueueItem): boolean {
  const { status, notice } = now.state;
  return (
    (status === 'uploading' || status === 'optimizing') &&
    before.name === now.name &&
    before.state.status === status &&
    before.state.notice === notice
  );
}

/** States that a file leaves when somebody wants that; the network may end a wait, too. */
const HALTED: ReadonlySet<QueueItemStatus> = new Set<QueueItemStatus>([
  'idle',
  'duplicate',
  'paused',
  'waiting',
  'failed',
]);

/** True when somebody has stopped a file, or has it go on. */
function isAct({ state: { status: before } }: QueueItem, { state: { status } }: QueueItem): boolean {
  const isHeld = before === 'queued' && status === 'idle';
  return status === 'paused' || isHeld || (HALTED.has(before) && before !== status);
}

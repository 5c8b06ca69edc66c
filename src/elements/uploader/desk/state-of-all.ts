import type { QueueItem, QueueItemStatus } from '../../../upload/queue/queue-state.ts';

const ORDER: readonly QueueItemStatus[] = [
  ...(['uploading', 'optimizing', 'granting', 'waiting', 'queued', 'paused', 'idle'] as const),
  ...(['failed', 'processing', 'stored', 'playable'] as const),
];

/** What all files together are doing: the first in the order that one of them is doing. */
export function stateOfAll(items: readonly QueueItem[]): QueueItemStatus | 'empty' {
  return ORDER.find((status) => items.some(({ state }) => state.status === status)) ?? 'empty';
}

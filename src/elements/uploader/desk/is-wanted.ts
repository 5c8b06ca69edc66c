import type { QueueState } from '../../../upload/queue/queue-state.ts';

/** True while a file is among the uploads, unless the page has refused it: what it does not take now, it never takes. */
export function isWanted({ items }: QueueState, file: File): boolean {
  return items.some(
    ({ upload, state }) =>
      upload?.file === file && !(state.status === 'failed' && /^file-.*refused$/.test(state.error.code)),
  );
}

import { uploadScope } from '../resume/store/upload-scope.ts';
import { isUnfinished } from '../ports/upload-state.ts';
import { groupOf, type PageQueue, type QueueHolder } from './page-queue.ts';
import { pageQueues, type WaitingQueue } from './page-queues.ts';

/**
 * Keeps a queue whose element has gone: its files go on as that has said last, the page asks before it is left, and the next
 * element for the same place takes it.
 */
export class UnattendedQueue implements WaitingQueue {
  readonly files: PageQueue;
  readonly #ended = new AbortController();

  constructor(files: PageQueue) {
    const { settings, holder } = files;
    const { uploadGroup, name, concurrency } = holder;
    this.files = files;
    files.holder = { ...settings, uploadGroup, name, concurrency, isConnected: false };
    // Nobody is there who could bring a file back.
    files.removed = undefined;
    files.queue.store.subscribe(() => this.#follow(), { signal: this.#ended.signal });
    pageQueues.waiting.add(this);
    this.#follow();
  }

  end(): void {
    this.#ended.abort();
    pageQueues.waiting.delete(this);
  }

  #follow(): void {
    const { items } = this.files.queue.store.state;
    this.files.guard(items.some(({ state }) => isUnfinished(state.status)));
    if (items.length === 0) this.end();
    pageQueues.report(this.files);
  }
}

/** Which of the waiting queues a holder takes. */
export interface TakeOptions {
  /** Those whose first file came before that: an element which was there already does not get the files of another. */
  since: number;
  /** All of them, as one; else the first. */
  isSeveral: boolean;
}

/**
 * Takes what waits for such a holder: for the same group, destination and visitor. A holder for another visitor ends the queues of
 * the one before.
 */
export function takeUnattended(
  holder: QueueHolder,
  { since, isSeveral }: TakeOptions,
): PageQueue | undefined {
  const { subject } = holder;
  let first: PageQueue | undefined;
  for (const waiting of [...pageQueues.waiting]) {
    const { files } = waiting;
    const former = files.holder.subject;
    if (subject && former && former !== subject) pageQueues.signOut(former);
    const cameAt = pageQueues.all.get(files) ?? Infinity;
    if (placeOf(files.holder) !== placeOf(holder) || cameAt > since || (first && !isSeveral)) continue;
    waiting.end();
    give(files, holder);
    if (first) merge(files, first);
    else first = files;
  }
  return first;
}

function give(files: PageQueue, holder: QueueHolder): void {
  files.holder = holder;
  files.held.abort();
  files.held = new AbortController();
}

function merge(files: PageQueue, into: PageQueue): void {
  files.mergedInto = into;
  files.guard(false);
  into.queue.adopt(files.queue);
  pageQueues.report(files);
}

/** The same for two holders that show the same files. */
function placeOf(holder: QueueHolder): string {
  return `${encodeURIComponent(groupOf(holder))} ${uploadScope(holder)}`;
}

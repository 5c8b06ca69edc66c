import { pageWide } from '../../core/page-wide.ts';
import type { PageQueue } from './page-queue.ts';

/** Has a queue that waits for its next element. */
export interface WaitingQueue {
  readonly files: PageQueue;
  /** Ends the waiting: another holder has the files from now on. */
  end: () => void;
}

/** The queues of a page, whether an element shows them or not. */
export class PageQueues extends EventTarget {
  /** Those that have files; each since when, on the clock of the page. */
  readonly all = new Map<PageQueue, number>();
  /** Those that no element shows. */
  readonly waiting = new Set<WaitingQueue>();

  /** The visitor `subject` has signed out: what is theirs and no element shows ends, without another request. */
  signOut(subject: string): void {
    for (const { holder, queue } of this.all.keys())
      if (!holder.isConnected && holder.subject === subject) queue.leave(() => false);
  }

  /** Something about the files of a queue has changed: fires `change`. Those that are over stay with an element that has gone. */
  report(files: PageQueue, isOver = files.queue.store.state.items.length === 0): void {
    if (isOver) this.all.delete(files);
    else if (!this.all.has(files)) this.all.set(files, performance.now());
    this.dispatchEvent(new Event('change'));
  }
}

export const pageQueues = pageWide('page-queues/1', () => new PageQueues());

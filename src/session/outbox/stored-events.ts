import { leaveWhenClosed } from './leaving/closing-page.ts';
import { openEventDatabase } from './event-database.ts';
import type { DeliveringPage } from './delivering-page.ts';
import { deliverEarlyEvents } from './early-viewings.ts';
import { drainLeftBehind } from './left-behind.ts';
import { makeRoom } from './pending/make-room.ts';

const LOCK = 'vh-session-events';

/** The stored events of a page, and of the pages before it. The code comes with the first frame. */
export class StoredEvents {
  readonly #page: DeliveringPage;
  /** Deliveries of the events that earlier pages have left, by visitor. */
  readonly #deliveries = new Map<string | undefined, Promise<void>>();
  /** The last visitor for whom they were asked for. */
  #visitor: string | undefined;

  /** Opens the store for all viewings of a page, if the browser has one. */
  static async open(page: DeliveringPage): Promise<StoredEvents> {
    // Once: its code may be asked for again.
    if (!page.makeRoom) leaveWhenClosed(page);
    page.makeRoom = makeRoom;
    const { openStore = openEventDatabase } = page.environment;
    try {
      const store = await openStore();
      for (const [collector, keepsOnce] of await store.collectors())
        page.collectors.set(collector, keepsOnce);
      page.store = store;
      page.environment.earlyEvents ||= '\n';
      for (const queue of page.queues) queue.keepAll();
    } catch {
      // The browser stores nothing: events live as long as the page.
    }
    return new StoredEvents(page);
  }

  private constructor(page: DeliveringPage) {
    this.#page = page;
  }

  /** Delivers the events that pages that are gone have left of a visitor, once, and again for one who returns. */
  deliver(subject: string | undefined): Promise<void> {
    const before = this.#deliveries.get(subject);
    if (before && subject === this.#visitor) return before;
    this.#visitor = subject;
    const deliver = () => this.#deliver(subject);
    const delivery = before ? before.then(deliver, deliver) : deliver();
    this.#deliveries.set(subject, delivery);
    return delivery;
  }

  async #deliver(subject: string | undefined): Promise<void> {
    const { environment, queues, store } = this.#page;
    const own = new Set(queues.map(({ stored }) => stored.key));
    const viewings = (await store?.list()) ?? [];
    if (environment.earlyEvents.trim() || viewings.some(({ key }) => !own.has(key))) {
      const options = { page: this.#page, own, subject };
      const hasAllFormats = await deliverEarlyEvents(options);
      const { exclusively = exclusivelyByLock } = environment;
      await exclusively(subject ?? '', async () => {
        const waitMs = await drainLeftBehind(options);
        if (waitMs !== undefined) environment.after(waitMs, () => this.#deliverAgain(subject));
      });
      // The next viewing of this page asks again.
      if (!hasAllFormats) this.#deliveries.delete(subject);
    }
    const isEmpty = !(await store?.list())?.length;
    // Looked at last: meanwhile the page may have been left, or begun to write.
    const mayClear = isEmpty && this.#page.queues.length === 0;
    if (!environment.earlyEvents.trim()) environment.earlyEvents = mayClear ? '' : '\n';
  }

  /** Another page was alive then. A visitor who has left this one is not reported by it. */
  #deliverAgain(subject: string | undefined): void {
    const { queues, visitor } = this.#page;
    this.#deliveries.delete(subject);
    const isHere = subject === visitor || queues.some(({ stored }) => stored.subject === subject);
    if (isHere) void this.deliver(subject).catch(() => {});
  }
}

/**
 * Runs the work unless another tab does work of the same name: then nothing. The lock is held only for the work, since a page
 * that holds one does not get into the back/forward cache.
 */
async function exclusivelyByLock(name: string, work: () => Promise<void>): Promise<void> {
  // Pages without https have no locks. Two tabs may deliver the same events there: collectors keep them once.
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) return work();
  await locks.request(`${LOCK} ${name}`, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

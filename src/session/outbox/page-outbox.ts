import { v1Format } from '../formats/v1-format.ts';
import { STORED_VERSION, type EventStore } from '../ports/event-store.ts';
import type { SessionEnvironment } from '../ports/session-environment.ts';
import type { ViewingEvent } from '../ports/viewing.ts';
import type { DeliveringPage, Report } from './delivering-page.ts';
import { KeepaliveBudget } from './leaving/keepalive-budget.ts';
import type { Transport } from './sender.ts';
import type { StoredEvents } from './stored-events.ts';
import { ViewingQueue, type QueueOptions, type Wire } from './viewing-queue.ts';

/** A viewing of this page, as far as the end of the page concerns it. */
export interface PageViewing {
  readonly queues: readonly ViewingQueue[];
  /** The page goes: the last events belong to the last delivery. */
  leave: () => void;
  /** The page is back from the back/forward cache. */
  return: () => void;
}

/** Fetches the code of the store, which a page has later than that of its sessions. */
type LoadStore = () => Promise<{ StoredEvents: typeof StoredEvents }>;

// A page may have this twice: with an environment each (`session.ts`).
const outboxes = new WeakMap<SessionEnvironment, PageOutbox>();

/** What all viewings of a page share: the store, the end of the page, and the bytes that it may leave behind. */
export class PageOutbox implements DeliveringPage {
  readonly environment: SessionEnvironment;
  readonly budget = new KeepaliveBudget();
  store: EventStore | undefined;
  makeRoom: DeliveringPage['makeRoom'];
  /** The page's own ways of delivery, by the names of their collectors. */
  readonly transports = new Map<string, Transport>();
  /** Whether each keeps every event once, by format and address. */
  readonly collectors = new Map<string, boolean>();
  /** The visitor of the last player that was there. */
  visitor: string | undefined;
  readonly v1Format = v1Format;
  readonly #loadStore: LoadStore;
  readonly #viewings = new Set<PageViewing>();
  /** Rejects where its code cannot be fetched: it is asked for again when the browser is back online. */
  #stored: Promise<StoredEvents> | undefined;
  #listening: AbortController | undefined;
  /** Lost events that no delivery has reported, as there is no viewing to report them with. */
  #unreadable = 0;

  /** One for each page. */
  static of(environment: SessionEnvironment, loadStore: LoadStore): PageOutbox {
    let outbox = outboxes.get(environment);
    if (!outbox) outboxes.set(environment, (outbox = new PageOutbox(environment, loadStore)));
    return outbox;
  }

  private constructor(environment: SessionEnvironment, loadStore: LoadStore) {
    this.environment = environment;
    this.#loadStore = loadStore;
  }

  /** A queue for a viewing that begins. */
  begin({ viewing, target, subject, totals = {}, onChange }: Report): ViewingQueue {
    const { collector, format, send } = target;
    const stored = {
      version: STORED_VERSION,
      key: `${viewing.id} ${format.name} ${collector}`,
      viewing,
      collector,
      format: format.name,
      hasTransport: send !== undefined,
      subject,
      totals,
      dropped: this.#unreadable,
      sessionId: undefined,
      aliveUntil: 0,
    };
    this.#unreadable = 0;
    if (send) this.transports.set(collector, send);
    return this.queue({ stored, format, send, onChange });
  }

  /** A queue for a viewing as it is stored. */
  queue(options: Omit<QueueOptions, 'page'>, events?: readonly ViewingEvent[]): ViewingQueue {
    return new ViewingQueue({ ...options, page: this }, events);
  }

  /** Follows the end of the page for a viewing, until the returned function is called. */
  follow(viewing: PageViewing): () => void {
    this.#viewings.add(viewing);
    this.#listen();
    return () => {
      this.#viewings.delete(viewing);
      if (this.#viewings.size > 0) return;
      this.#listening?.abort();
      this.#listening = undefined;
    };
  }

  /** Opens the store, once, and delivers what earlier pages have left there of a visitor. Never rejects. */
  async open(subject: string | undefined): Promise<void> {
    this.visitor = subject;
    this.#stored ??= this.#loadStore().then(({ StoredEvents }) => StoredEvents.open(this));
    try {
      await (await this.#stored).deliver(subject);
    } catch {
      // Without a store, events live as long as the page.
      this.#stored = undefined;
    }
  }

  /** Counts stored events that nobody can read: the next delivery of this page says so, once. */
  lose(count: number): void {
    const [queue] = this.queues;
    if (queue) queue.lose(count);
    else this.#unreadable += count;
  }

  keepsOnce(wire: Wire): boolean | undefined {
    return this.collectors.get(nameOf(wire));
  }

  learn(wire: Wire, keepsOnce: boolean): void {
    const name = nameOf(wire);
    if (this.collectors.get(name) === keepsOnce) return;
    this.collectors.set(name, keepsOnce);
    this.store?.putCollector(name, keepsOnce).catch(() => {});
  }

  #listen(): void {
    if (this.#listening) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const { window, document } = this.environment;
    const onHidden = () => {
      // The end may follow, and needs its part.
      if (document?.visibilityState === 'hidden') this.#deliverAll(this.budget.left / 2);
    };
    document?.addEventListener('visibilitychange', onHidden, { signal });
    window?.addEventListener('pagehide', () => this.leave(), { signal });
    window?.addEventListener('pageshow', () => this.return(), { signal });
    window?.addEventListener('online', () => this.#retryNow(), { signal });
  }

  /** Of all viewings of this page. */
  get queues(): ViewingQueue[] {
    return [...this.#viewings].flatMap(({ queues }) => queues);
  }

  /** The page goes, or is about to. */
  leave(): void {
    for (const viewing of this.#viewings) viewing.leave();
    this.#deliverAll(this.budget.left, 'last');
    for (const queue of this.queues) queue.handOver();
  }

  /** It is back. */
  return(): void {
    for (const queue of this.queues) queue.return();
    for (const viewing of this.#viewings) viewing.return();
  }

  #retryNow(): void {
    if (!this.store) void this.open(this.visitor);
    for (const queue of this.queues) queue.retryNow();
  }

  /** Each queue has an equal share of what those before it have left. */
  #deliverAll(bytes: number, last?: 'last'): void {
    const queues = this.queues;
    const kept = this.budget.left - bytes;
    queues.forEach((queue, index) => {
      queue.leave((this.budget.left - kept) / (queues.length - index), last);
    });
  }
}

function nameOf({ collector, format }: Wire): string {
  return `${format} ${collector}`;
}

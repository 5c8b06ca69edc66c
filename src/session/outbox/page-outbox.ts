import { loadFormats } from '../formats/load-formats.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { SessionEnvironment } from '../ports/session-environment.ts';
import { deliverIntents } from './early-viewings.ts';
import { drainLeftBehind } from './left-behind.ts';
import { KeepaliveBudget } from './keepalive-budget.ts';
import type { Transport } from './sender.ts';
import { ViewingQueue, type QueueOptions, type QueuePage, type Wire } from './viewing-queue.ts';

/** A viewing of this page, as far as the end of the page concerns it. */
export interface PageViewing {
  readonly queues: readonly ViewingQueue[];
  /** The page goes: the last events belong to the last delivery. */
  leave: () => void;
  /** The page is back from the back/forward cache. */
  return: () => void;
}

const outboxes = new WeakMap<SessionEnvironment, PageOutbox>();

/** What all viewings of a page share: the store, the end of the page, and the bytes that it may leave behind. */
export class PageOutbox implements QueuePage {
  readonly environment: SessionEnvironment;
  readonly budget = new KeepaliveBudget();
  store: EventStore | undefined;
  readonly #viewings = new Set<PageViewing>();
  /** The page's own ways of delivery, by the names of their collectors. */
  readonly #transports = new Map<string, Transport>();
  /** Whether each keeps every event once, by format and address. */
  readonly #collectors = new Map<string, boolean>();
  #opening: Promise<void> | undefined;
  #listening: AbortController | undefined;
  #stopDrainTimer: (() => void) | undefined;

  /** One for each page. */
  static of(environment: SessionEnvironment): PageOutbox {
    let outbox = outboxes.get(environment);
    if (!outbox) outboxes.set(environment, (outbox = new PageOutbox(environment)));
    return outbox;
  }

  private constructor(environment: SessionEnvironment) {
    this.environment = environment;
  }

  /** A queue for one viewing and one collector. */
  queue(options: Omit<QueueOptions, 'page'>): ViewingQueue {
    if (options.send) this.#transports.set(options.record.collector, options.send);
    return new ViewingQueue({ ...options, page: this });
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

  /** Opens the store, once, and delivers what earlier pages have left there. Never rejects. */
  open(subject: string | undefined): Promise<void> {
    return (this.#opening ??= this.#open(subject));
  }

  keepsOnce(wire: Wire): boolean | undefined {
    return this.#collectors.get(nameOf(wire));
  }

  learn(wire: Wire, keepsOnce: boolean): void {
    const name = nameOf(wire);
    if (this.#collectors.get(name) === keepsOnce) return;
    this.#collectors.set(name, keepsOnce);
    this.store?.putCollector(name, keepsOnce).catch(() => {});
  }

  /** Delivers what pages that are gone have left behind, for this visitor. */
  async drain(subject: string | undefined): Promise<void> {
    const { store } = this;
    if (!store) return;
    const own = new Set([...this.#viewings].flatMap(({ queues }) => queues.map(({ record }) => record.key)));
    const options = { page: this, store, own, subject, loadFormats, transports: this.#transports };
    let waitMs: number | undefined;
    await this.environment
      .exclusively(async () => {
        waitMs = await drainLeftBehind(options);
        this.environment.markStored((await store.list()).length > 0);
      })
      .catch(() => {});
    if (waitMs === undefined) return;
    this.#stopDrainTimer?.();
    this.#stopDrainTimer = this.environment.after(waitMs, () => void this.drain(subject));
  }

  async #open(subject: string | undefined): Promise<void> {
    await this.#openStore();
    await deliverIntents(this.environment.takeIntents(), this, loadFormats);
    await this.drain(subject);
  }

  async #openStore(): Promise<void> {
    try {
      const store = await this.environment.openStore();
      for (const [collector, keepsOnce] of await store.collectors())
        this.#collectors.set(collector, keepsOnce);
      this.store = store;
      this.environment.markStored(true);
    } catch {
      // The browser stores nothing: events live as long as the page.
      return;
    }
    for (const queue of this.#queues) queue.keepAll();
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
    window?.addEventListener('pagehide', () => this.#leave(), { signal });
    window?.addEventListener('pageshow', () => this.#return(), { signal });
    window?.addEventListener('online', () => this.#retryNow(), { signal });
  }

  get #queues(): ViewingQueue[] {
    return [...this.#viewings].flatMap(({ queues }) => queues);
  }

  #leave(): void {
    for (const viewing of this.#viewings) viewing.leave();
    this.#deliverAll(this.budget.left, 'last');
    for (const queue of this.#queues) queue.handOver();
  }

  #return(): void {
    for (const viewing of this.#viewings) viewing.return();
  }

  #retryNow(): void {
    for (const queue of this.#queues) queue.retryNow();
  }

  /** Each queue has an equal share of what those before it have left. */
  #deliverAll(bytes: number, last?: 'last'): void {
    const queues = this.#queues;
    const kept = this.budget.left - bytes;
    queues.forEach((queue, index) => {
      queue.leave(Math.max(0, Math.floor((this.budget.left - kept) / (queues.length - index))), last);
    });
  }
}

function nameOf({ collector, format }: Wire): string {
  return `${format} ${collector}`;
}

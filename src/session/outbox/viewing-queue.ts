import { backoffDelay, type BackoffPolicy } from '../../core/async/backoff.ts';
import type { EventFormat } from '../ports/event-format.ts';
import { STORED_VERSION, type EventStore, type StoredViewing } from '../ports/event-store.ts';
import type { SessionEnvironment } from '../ports/session-environment.ts';
import type { ViewingEvent } from '../ports/viewing.ts';
import type { StoredEnd } from '../stored/read-stored.ts';
import { byteLength, KEEPALIVE_BYTES, type KeepaliveBudget } from './leaving/keepalive-budget.ts';
import { PendingEvents } from './pending/pending-events.ts';
import type { makeRoom } from './pending/make-room.ts';
import { postPayload, type SendOutcome, type Transport } from './sender.ts';

/** What the queues of a page share. */
export interface QueuePage {
  readonly environment: SessionEnvironment;
  readonly budget: KeepaliveBudget;
  /** Undefined before it is open, and where the browser stores nothing. */
  readonly store: EventStore | undefined;
  /** Undefined until its code is there, with the store's. */
  readonly makeRoom: typeof makeRoom | undefined;
  /** Whether a collector keeps each event of a format once; undefined before it has answered. */
  keepsOnce: (wire: Wire) => boolean | undefined;
  learn: (wire: Wire, keepsOnce: boolean) => void;
}

/** A collector and the format that it is sent: one address may take several. */
export type Wire = Pick<StoredViewing, 'collector' | 'format'>;

/** Settings of a `ViewingQueue`. */
export interface QueueOptions {
  /** The viewing as it is stored; the queue keeps it up to date. */
  stored: StoredViewing;
  format: EventFormat;
  page: QueuePage;
  send?: Transport | undefined;
  /** The stored viewing belongs to a page that may be alive and writes it: only delivered events are deleted. */
  isShared?: boolean | undefined;
  /** Called after anything changed. */
  onChange?: (() => void) | undefined;
}

interface Delivery {
  events: readonly ViewingEvent[];
  dropped: number;
  /** The page has gone meanwhile: the browser delivers, and a missing answer may mean that the page was gone. */
  handedOver?: boolean;
}

const BACKOFF: BackoffPolicy = { retries: 5, baseMs: 1_000, capMs: 60_000 };
/** A collector that is missing or refuses everybody may be in the middle of a deployment. */
const MISSING_MS = 5 * 60_000;
/** A page that has written nothing for so long is gone. It writes every ten seconds while the media play. */
const LEASE_MS = 30_000;
const MAX_BATCH = 300;

/**
 * Delivers the events of one viewing to one collector: stored before sent, one delivery at a time, again with growing
 * pauses until it is acknowledged. Only a leaving page does not wait for its turn.
 */
export class ViewingQueue {
  readonly stored: StoredViewing;
  readonly #options: QueueOptions;
  readonly #pending = new PendingEvents();
  readonly #inFlight = new Set<Delivery>();
  /** The last write of each event that the store has not yet confirmed: a browser may drop such writes with their page. */
  readonly #unwritten = new Map<number, ViewingEvent>();
  /** The line that a page has left which may be gone. */
  #early = '';
  #delivered = 0;
  #dropped = 0;
  #attempt = 0;
  #missingSince: number | undefined;
  #stopPause: (() => void) | undefined;
  /** A flush was asked for while another delivery was on its way. */
  #again = false;
  #life: 'open' | 'closed' | 'given-up' = 'open';
  /** A viewing that was asked for is reported, also when the format has no event for what came of it. */
  #collectorKnowsIt: 'if-any' | 'wanted' | 'yes' = 'if-any';

  constructor(options: QueueOptions, waiting: readonly ViewingEvent[] = []) {
    this.#options = options;
    this.stored = options.stored;
    this.#pending.takeBack(waiting);
    const { viewing, sessionId } = this.stored;
    if (viewing.begunBy === 'intent' && sessionId === undefined) this.#collectorKnowsIt = 'wanted';
  }

  /** The number of events that the collector has. */
  get delivered(): number {
    return this.#delivered;
  }

  /** The number of lost events. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The number of events that are still here, on their way or not. */
  get size(): number {
    let size = this.#pending.size;
    for (const { events } of this.#inFlight) size += events.length;
    return size;
  }

  /** Stores an event, if its format has a place for it. */
  add(event: ViewingEvent): void {
    if (event.type === 'intent' && this.#collectorKnowsIt === 'if-any') this.#collectorKnowsIt = 'wanted';
    if (!this.#options.format.takes(event)) return;
    const { event: kept, dropped, replaced } = this.#pending.add(event, this.#options.page.makeRoom);
    if (dropped !== undefined) this.#drop(1);
    const gone = dropped ?? replaced;
    if (gone !== undefined) this.#forgetEvents([{ seq: gone }]);
    this.keep([kept]);
  }

  /** Counts events that cannot be reported. */
  lose(count = 1): void {
    this.#drop(count);
  }

  /** Writes the viewing as it is now to the store, with more of its events. */
  keep(events?: readonly ViewingEvent[]): void {
    this.#write(this.#options.page.environment.now() + LEASE_MS, events);
  }

  /** Writes everything that waits: the store has just opened. */
  keepAll(): void {
    this.keep(this.#events);
  }

  /** All that no collector has acknowledged. */
  get #events(): ViewingEvent[] {
    return [...[...this.#inFlight].flatMap(({ events }) => events), ...this.#pending.all];
  }

  /** Delivers the waiting events after the present delivery; with `empty`, delivers also when there are none. */
  flush(even?: 'empty'): void {
    if (this.#inFlight.size > 0 || this.#stopPause) {
      this.#again ||= even === undefined;
    } else if (even === 'empty' || this.#pending.size > 0 || (this.#life !== 'open' && this.#isUnknown)) {
      void this.#send(KEEPALIVE_BYTES, false);
    }
  }

  /**
   * Delivers at once as much as fits into a number of bytes: the page may be gone a moment later. With `last` there is no
   * other delivery: without a store, what does not fit is lost.
   */
  leave(bytes: number, last?: 'last'): void {
    if (this.#pending.size === 0 && !(this.#isUnknown && this.#inFlight.size === 0)) return;
    if (!this.#waitsForName) void this.#send(bytes, true, last);
  }

  /** The page is gone or frozen: the browser finishes the present deliveries, and another page may take over. */
  handOver(): void {
    for (const delivery of this.#inFlight) delivery.handedOver = true;
    this.#write(0);
    // What the store does not have for sure is written where it is written at once: the store may not even be open yet.
    const { store } = this.#options.page;
    const events = this.#events.filter(({ seq }) => !store || this.#unwritten.has(seq));
    const line: StoredEnd = { version: STORED_VERSION, record: this.stored, events };
    this.#writeLine(events.length ? `\n${JSON.stringify(line)}` : '');
  }

  /** The page is back: its events are its own again. */
  return(): void {
    this.#writeLine('');
  }

  #writeLine(line: string): void {
    const { environment } = this.#options.page;
    environment.earlyEvents = environment.earlyEvents.replace(this.#early, '') + line;
    this.#early = line;
  }

  /** Tries again now, if it waits to. */
  retryNow(): void {
    if (!this.#stopPause) return;
    this.#endPause();
    this.flush();
  }

  /** Delivers the rest, and gives up sooner than before. */
  close(): void {
    this.#life = 'closed';
    if (!this.size) this.#endPause();
    this.flush();
    this.#settle();
  }

  /** Sends nothing more, also of what is stored: the visitor has withdrawn. */
  discard(): void {
    const { stored } = this;
    this.#life = 'given-up';
    this.#pending.take(this.#pending.size);
    // Nobody waits for what is on its way.
    this.#inFlight.clear();
    this.#unwritten.clear();
    this.#again = false;
    this.#endPause();
    this.#writeLine('');
    this.#options.page.store?.forget(stored.key).catch(() => {});
  }

  /** True when it is closed, and nothing of it is left to do. */
  get isOver(): boolean {
    return this.#isDone && this.#inFlight.size === 0 && !this.#stopPause;
  }

  /** The same, but for a delivery without events and a pause. */
  get #isDone(): boolean {
    return this.#life !== 'open' && this.size === 0 && (this.#life === 'given-up' || !this.#isUnknown);
  }

  get #isUnknown(): boolean {
    return this.#collectorKnowsIt === 'wanted';
  }

  /**
   * A collector that names the session in its first answer, and does not know ours, makes another session of what comes
   * before that. The store keeps it until then.
   */
  get #waitsForName(): boolean {
    const { format, page } = this.#options;
    return (
      format.name === 'v1' &&
      this.stored.sessionId === undefined &&
      this.#inFlight.size > 0 &&
      !!page.store &&
      !page.keepsOnce(this.stored)
    );
  }

  async #send(bytes: number, leaving: boolean, last?: 'last'): Promise<void> {
    const { stored } = this;
    const { format, page, send = postPayload } = this.#options;
    const built = this.#build(bytes, last);
    if (!built) return;
    const { body, count, dropped } = built;
    const delivery: Delivery = { events: this.#pending.take(count), dropped };
    stored.dropped = 0;
    this.#inFlight.add(delivery);
    const size = byteLength(body);
    const keepalive = leaving || page.budget.suits(size);
    const release = keepalive ? page.budget.take(size) : undefined;
    const url = format.address(stored.collector, stored.viewing);
    const payload = { url, body, contentType: format.contentType, leaving, keepalive };
    const outcome = await send(payload, page.environment);
    release?.();
    if (!this.#inFlight.delete(delivery)) return;
    this.#onOutcome(delivery, outcome);
    const again = this.#again || (outcome.kind === 'taken' && this.#pending.size > 0 && !leaving);
    this.#again = false;
    if (again) this.flush();
    this.#settle();
    this.#options.onChange?.();
  }

  /** As many events as fit. Without a store, what does not fit into the last delivery is lost: that one says so. */
  #build(bytes: number, last?: 'last'): { body: string; count: number; dropped: number } | undefined {
    const { format, page } = this.#options;
    const { viewing, totals, sessionId, dropped: before } = this.stored;
    for (let count = Math.min(this.#pending.size, MAX_BATCH); count >= 0;) {
      const rest = last && !page.store ? this.#pending.size - count : 0;
      const dropped = before + rest;
      const events = this.#pending.all.slice(0, count);
      const sentAt = page.environment.now();
      const body = format.body({ viewing, events, totals, dropped, sessionId, sentAt });
      const size = byteLength(body);
      // Some formats say nothing where nothing happened: then nothing is due to the collector.
      if (!size) this.#collectorKnowsIt = 'yes';
      if (!size) return undefined;
      if (size <= bytes) {
        if (rest > 0) this.#dropped += this.#pending.take(rest, count).length;
        return { body, count, dropped };
      }
      // No delivery will ever have room for it.
      if (count === 1 && bytes === KEEPALIVE_BYTES) {
        this.#forgetEvents(this.#pending.take(1));
        this.#drop(1);
        return this.#build(bytes, last);
      }
      count = Math.min(count - 1, Math.floor((count * bytes) / size));
    }
    return undefined;
  }

  #onOutcome(delivery: Delivery, outcome: SendOutcome): void {
    if (outcome.kind === 'taken') return this.#onTaken(delivery, outcome.answer);
    const { page } = this.#options;
    const { events, dropped, handedOver } = delivery;
    const isLater = outcome.kind === 'later';
    // The browser may have delivered it. A collector that keeps each event once is asked again.
    if (isLater && handedOver && !outcome.answered && page.keepsOnce(this.stored) === false) {
      return this.#acknowledge(delivery);
    }
    this.stored.dropped += dropped;
    if (isLater) return this.#tryLater(events, outcome.wait);
    // A collector that refuses may have forgotten the session: the next delivery asks for a new one.
    this.stored.sessionId = undefined;
    const now = page.environment.now();
    this.#missingSince ??= now;
    if (outcome.missing && now - this.#missingSince < MISSING_MS) return this.#tryLater(events);
    this.#attempt = 0;
    if (this.#isUnknown) this.#collectorKnowsIt = 'if-any';
    this.#drop(events.length);
    this.#forgetEvents(events);
  }

  #onTaken(delivery: Delivery, answer: string | undefined): void {
    const { format, page } = this.#options;
    this.#attempt = 0;
    this.#missingSince = undefined;
    this.#acknowledge(delivery);
    if (answer === undefined) return;
    const { sessionId, keepsOnce } = format.read(answer);
    page.learn(this.stored, keepsOnce);
    if (sessionId === undefined || sessionId === this.stored.sessionId) return;
    this.stored.sessionId = sessionId;
    this.keep();
  }

  #acknowledge({ events }: Delivery): void {
    this.#collectorKnowsIt = 'yes';
    this.#delivered += events.length;
    this.#forgetEvents(events);
    // The page has gone, and its line would deliver them again.
    if (this.#early) this.handOver();
  }

  #tryLater(events: readonly ViewingEvent[], wait = 0): void {
    const { environment, store } = this.#options.page;
    this.#pending.takeBack(events);
    if (this.#life === 'closed' && this.#attempt >= BACKOFF.retries) {
      // The next visit delivers stored events.
      const rest = this.#pending.take(this.size);
      if (!store) this.#drop(rest.length);
      this.#life = 'given-up';
    }
    if (this.#isDone) return;
    this.#endPause();
    const delay = Math.max(wait, backoffDelay(this.#attempt, BACKOFF, environment.random));
    this.#attempt++;
    this.#stopPause = environment.after(delay, () => {
      this.#endPause();
      this.flush();
    });
  }

  #endPause(): void {
    this.#stopPause?.();
    this.#stopPause = undefined;
  }

  #drop(count: number): void {
    this.#dropped += count;
    this.stored.dropped += count;
  }

  #forgetEvents(events: readonly Pick<ViewingEvent, 'seq'>[]): void {
    if (!events.length) return;
    const seqs = events.map(({ seq }) => seq);
    for (const seq of seqs) this.#unwritten.delete(seq);
    this.#options.page.store?.remove(this.stored.key, seqs).catch(() => {});
  }

  #write(aliveUntil: number, events: readonly ViewingEvent[] = []): void {
    const { page, isShared } = this.#options;
    this.stored.aliveUntil = aliveUntil;
    for (const event of events) this.#unwritten.set(event.seq, event);
    if (isShared) return;
    const onWritten = () => {
      for (const event of events)
        if (this.#unwritten.get(event.seq) === event) this.#unwritten.delete(event.seq);
    };
    if (!page.store) return;
    // The next page looks there before it opens the store.
    page.environment.earlyEvents ||= '\n';
    page.store.put({ ...this.stored }, events).then(onWritten, () => {});
  }

  /** A viewing that is over and delivered leaves nothing behind. */
  #settle(): void {
    const { page, isShared } = this.#options;
    if (isShared || !this.isOver || this.#life === 'given-up') return;
    page.store?.forget(this.stored.key).catch(() => {});
  }
}

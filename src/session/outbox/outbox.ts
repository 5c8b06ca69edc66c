import { backoffDelay, type BackoffPolicy } from '../../core/async/backoff.ts';
import type { SessionEnvironment } from '../ports/session-environment.ts';

/** The result of a delivery. */
export type DeliveryResult =
  /** The collector has it. */
  | { kind: 'taken' }
  /** The collector does not want it, now or later. */
  | { kind: 'refused' }
  /** To be sent again, after `wait` ms if the collector said so; `answered` when it answered at all. */
  | { kind: 'later'; wait?: number | undefined; answered: boolean };

/** Details of a delivery beside its items. */
export interface BatchInfo {
  leaving: boolean;
  dropped: number;
}

/** Settings of an `Outbox`. */
export interface OutboxOptions<Item> {
  /** Delivers a batch. Must not reject. */
  deliver: (items: readonly Item[], note: BatchInfo) => Promise<DeliveryResult>;
  world: Pick<SessionEnvironment, 'after' | 'random'>;
  /** Called after anything changed. */
  onChange: () => void;
}

interface Entry<Item> {
  order: number;
  item: Item;
}

interface EventBatch<Item> {
  entries: Entry<Item>[];
  /** The page has gone meanwhile: the browser delivers, and a missing answer may mean that the page was gone. */
  handedOver: boolean;
}

/** So many fit in one delivery of 60 KiB, the most that a leaving page may send. */
const MAX_ITEMS = 300;
const BACKOFF: BackoffPolicy = { retries: 5, baseMs: 1_000, capMs: 60_000 };

/**
 * Keeps items until they are acknowledged. One delivery at a time, again with growing pauses when it fails; only a
 * leaving page does not wait for its turn.
 */
export class Outbox<Item> {
  readonly #options: OutboxOptions<Item>;
  #waiting: Entry<Item>[] = [];
  #order = 0;
  readonly #batchesInFlight = new Set<EventBatch<Item>>();
  #delivered = 0;
  #dropped = 0;
  /** Of the dropped ones, those that no delivery has told of yet. */
  #unreportedDrops = 0;
  #attempt = 0;
  #stopPause: (() => void) | undefined;
  /** A flush was asked for while another delivery was on its way. */
  #again = false;
  #closed = false;

  constructor(options: OutboxOptions<Item>) {
    this.#options = options;
  }

  /** The number of items that the collector has. */
  get delivered(): number {
    return this.#delivered;
  }

  /** The number of lost items. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The number of items that are still here, on their way or not. */
  get size(): number {
    let size = this.#waiting.length;
    for (const delivery of this.#batchesInFlight) size += delivery.entries.length;
    return size;
  }

  /** Stores an item; when there are too many, drops the oldest one that is not on its way. */
  add(item: Item): void {
    this.#waiting.push({ order: this.#order++, item });
    if (this.size > MAX_ITEMS) {
      this.#waiting.shift();
      this.#drop(1);
    }
  }

  /** Delivers the waiting items after the present delivery; with `even`, delivers also when there are none. */
  flush(even?: 'empty'): void {
    if (this.#batchesInFlight.size > 0 || this.#stopPause) {
      this.#again ||= even === undefined;
    } else if (even === 'empty' || this.#waiting.length > 0) {
      void this.#send(false);
    }
  }

  /** Delivers the waiting items at once: the page may be gone a moment later. */
  leave(): void {
    if (this.#waiting.length > 0) void this.#send(true);
  }

  /** The page is gone or frozen: the browser finishes the present deliveries, and they are not sent again. */
  handOver(): void {
    for (const delivery of this.#batchesInFlight) delivery.handedOver = true;
  }

  /** Tries again now, if it is waiting to. */
  retryNow(): void {
    if (!this.#stopPause) return;
    this.#endPause();
    this.flush();
  }

  /** Delivers the rest, and gives up sooner than before. */
  close(): void {
    this.#closed = true;
    if (this.size === 0) this.#endPause();
    this.flush();
  }

  async #send(leaving: boolean): Promise<void> {
    const delivery: EventBatch<Item> = { entries: this.#waiting, handedOver: false };
    const untold = this.#unreportedDrops;
    this.#waiting = [];
    this.#unreportedDrops = 0;
    this.#batchesInFlight.add(delivery);
    const items = delivery.entries.map(({ item }) => item);
    const verdict = await this.#options.deliver(items, { leaving: leaving, dropped: untold });
    this.#batchesInFlight.delete(delivery);
    if (verdict.kind === 'later') {
      this.#unreportedDrops += untold;
      this.#takeBack(delivery, verdict);
    } else {
      this.#attempt = 0;
      if (verdict.kind === 'taken') this.#delivered += delivery.entries.length;
      else this.#drop(delivery.entries.length);
    }
    const again = this.#again;
    this.#again = false;
    if (again) this.flush();
    this.#options.onChange();
  }

  #takeBack(delivery: EventBatch<Item>, verdict: Extract<DeliveryResult, { kind: 'later' }>): void {
    if (delivery.handedOver && !verdict.answered) {
      this.#delivered += delivery.entries.length;
      return;
    }
    // Deliveries of a leaving page overlap, and may come back in any order.
    this.#waiting = [...delivery.entries, ...this.#waiting].sort((a, b) => a.order - b.order);
    if (this.#closed && this.#attempt >= BACKOFF.retries) {
      this.#drop(this.#waiting.length);
      this.#waiting = [];
    }
    if (this.#closed && this.size === 0) return;
    this.#endPause();
    const wait = Math.max(
      verdict.wait ?? 0,
      backoffDelay(this.#attempt, BACKOFF, this.#options.world.random),
    );
    this.#attempt++;
    this.#stopPause = this.#options.world.after(wait, () => {
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
    this.#unreportedDrops += count;
  }
}

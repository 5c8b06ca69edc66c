import type { Clock } from '../common/clock.ts';
import type { FailureLog } from '../store/database/failure-log.ts';
import type { SandboxEvents, EventBus } from '../common/event-bus.ts';
import type { Deliveries, Delivery, Settlement } from '../store/account/deliveries.ts';
import type { Webhook, Webhooks } from '../store/account/webhooks.ts';
import { eventBody, EMITTED_EVENTS } from './event-body.ts';
import type { Outcome, Send } from './send.ts';

/** The services that delivering uses. */
export interface DelivererNeeds {
  webhooks: Webhooks;
  deliveries: Deliveries;
  eventBus: EventBus;
  clock: Clock;
  failures: FailureLog;
  send: Send;
}

const MAX_RETRIES = 3;
const PAUSE_MS = 3_000;
/** Milliseconds in which a receiver answers that is not hanging. */
const PATIENCE_MS = 1_000;
/** Its name in the log. */
const TASK = 'delivering webhooks';
/** The most writes that wait while the database fails; further ones are dropped. */
const MAX_UNWRITTEN = 1_000;

/**
 * Delivers events to webhooks, one event at a time to each, in order as far as no retry is waiting.
 *
 * A delivery is stored together with its event and removed after the answer: a kill loses nothing, and at
 * worst one event arrives twice. While the database fails nothing is sent: a delivery that cannot be marked as done would be sent
 * again and again.
 */
export class Deliverer {
  readonly #needs: DelivererNeeds;
  readonly #running = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();
  /** The events that are not stored yet, in order. */
  readonly #unwritten: (() => void)[] = [];
  #cancelTimer = (): void => undefined;
  /** How many tries have come to an end, and how many had when no receiver answered any more. */
  #tries = 0;
  #hangingSince = -1;

  constructor(needs: DelivererNeeds) {
    this.#needs = needs;
    for (const type of EMITTED_EVENTS) {
      const end = needs.eventBus.on(type, (event, isUndoable) => {
        this.#enqueue(type, event, isUndoable);
      });
      this.#stop.signal.addEventListener('abort', end);
    }
  }

  /** Delivers the pending webhooks of an earlier run. */
  start(): void {
    this.#pump();
  }

  /** Owes a webhook one body more, beside what happens: an event that a person triggers, or one that is sent again. */
  send({ webhookId, url }: Webhook, type: string, body: string): Delivery {
    const { deliveries, clock } = this.#needs;
    const delivery = deliveries.add({ webhookId, url, type, body }, clock.now());
    setImmediate(() => {
      this.#pump();
    });
    return delivery;
  }

  /**
   * Resolves when nothing that is due is left, or when no receiver has answered for a moment: one that hangs is waited
   * for once only.
   */
  async settled(): Promise<void> {
    // What has just happened is looked at in the next turn.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#running.size > 0 && this.#hangingSince !== this.#tries) {
      const before = this.#tries;
      const isLate = await isLaterThan(PATIENCE_MS, Promise.race(this.#running.values()));
      if (isLate && before === this.#tries) this.#hangingSince = before;
    }
  }

  /** Ends the tries in progress; they are repeated at the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#cancelTimer();
    await Promise.all(this.#running.values());
    try {
      this.#writeAll();
    } catch (error) {
      this.#needs.failures.failed(TASK, error);
    }
  }

  #enqueue(type: keyof SandboxEvents, event: SandboxEvents[keyof SandboxEvents], isUndoable: boolean): void {
    const { webhooks, deliveries, clock } = this.#needs;
    const now = clock.now();
    const write = () => {
      for (const { webhookId, url } of webhooks.wanting(type)) {
        deliveries.add({ webhookId, url, type, body: eventBody(type, event, now) }, now);
      }
    };
    // An event that was rolled back with its transaction happens again.
    if (isUndoable) write();
    else this.#write(write);
    // Not now: the emitter's transaction is still open, and may be rolled back.
    setImmediate(() => {
      this.#pump();
    });
  }

  /** Stores the pending deliveries, then sends the due ones; retries a failed database later. */
  #pump(): void {
    if (this.#stop.signal.aborted) return;
    const { deliveries, clock, failures } = this.#needs;
    this.#cancelTimer();
    try {
      this.#writeAll();
      // The clock is read once: with two readings, an event that falls due between them would be missed.
      const now = clock.now();
      for (const webhookId of deliveries.webhooksDue(now)) {
        if (!this.#running.has(webhookId)) this.#begin(webhookId);
      }
      const next = deliveries.nextDueAfter(now);
      failures.succeeded(TASK);
      if (next !== undefined) this.#pumpAfter(next - now);
    } catch (error) {
      failures.failed(TASK, error);
      this.#pumpAfter(PAUSE_MS);
    }
  }

  #pumpAfter(milliseconds: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#needs.clock.after(milliseconds, () => {
      this.#pump();
    });
  }

  /** Writes at once if that can be, or else before anything is sent. */
  #write(write: () => void): void {
    const { failures } = this.#needs;
    if (this.#unwritten.length >= MAX_UNWRITTEN) return;
    this.#unwritten.push(write);
    try {
      this.#writeAll();
    } catch (error) {
      failures.failed(TASK, error);
    }
  }

  #writeAll(): void {
    for (let [write] = this.#unwritten; write; [write] = this.#unwritten) {
      write();
      this.#unwritten.shift();
    }
  }

  #begin(webhookId: string): void {
    // Only once it counts as running: it may end at once.
    const work = Promise.resolve().then(() => this.#deliverAll(webhookId));
    this.#running.set(webhookId, work);
  }

  /** Never rejects: what fails is tried again by the next pump. */
  async #deliverAll(webhookId: string): Promise<void> {
    try {
      for (let next = this.#next(webhookId); next; next = this.#next(webhookId)) await this.#deliver(next);
      this.#running.delete(webhookId);
      this.#pump();
    } catch (error) {
      this.#running.delete(webhookId);
      this.#needs.failures.failed(TASK, error);
      if (!this.#stop.signal.aborted) this.#pumpAfter(PAUSE_MS);
    }
  }

  #next(webhookId: string): Delivery | undefined {
    const { deliveries, clock } = this.#needs;
    if (this.#stop.signal.aborted) return undefined;
    this.#writeAll();
    return deliveries.nextDue(webhookId, clock.now());
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { webhooks, deliveries, send, clock } = this.#needs;
    const webhook = webhooks.get(delivery.webhookId);
    // It may have been deleted in between, and what it was owed with it.
    if (!webhook) return;
    const outcome = await send(webhook, delivery.body, this.#stop.signal);
    this.#tries++;
    if (this.#stop.signal.aborted) return;
    const now = clock.now();
    this.#write(() => {
      deliveries.settle(delivery.deliveryId, settlementOf(delivery, outcome, now), now);
    });
  }
}

/** Whether something takes longer than that. */
async function isLaterThan(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(true);
    }, milliseconds);
  });
  try {
    return await Promise.race([work.then(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
}

function settlementOf({ attempts }: Delivery, outcome: Outcome, now: number): Settlement {
  const status = 'status' in outcome ? outcome.status : null;
  const settled = { attempts: attempts + 1, dueAt: now, status };
  if ('refusal' in outcome) return { ...settled, state: 'refused', reason: outcome.refusal };
  // Redirects too: their target has not subscribed.
  if ('status' in outcome && outcome.status < 300) return { ...settled, state: 'delivered', reason: null };
  const reason = 'reason' in outcome ? outcome.reason : null;
  if (attempts >= MAX_RETRIES) return { ...settled, state: 'failed', reason };
  return { ...settled, state: 'pending', dueAt: now + PAUSE_MS, reason };
}

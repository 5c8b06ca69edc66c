import type { Clock } from '../clock.ts';
import type { Happenings, HappeningsBoard } from '../happenings.ts';
import type { Deliveries, Delivery, Settlement } from '../store/deliveries.ts';
import type { Webhooks } from '../store/webhooks.ts';
import { eventBody, TOLD_EVENTS } from './event-body.ts';
import type { Outcome, Send } from './send.ts';

/** What delivering needs of the house. */
export interface DelivererNeeds {
  webhooks: Webhooks;
  deliveries: Deliveries;
  happenings: HappeningsBoard;
  clock: Clock;
  send: Send;
}

const RETRIES = 3;
const PAUSE = 3_000;

/**
 * Tells webhooks what has happened, one event at a time to each, in order as far as no retry is waiting.
 *
 * What is owed is written down with the happening itself and crossed out after the answer: a kill loses nothing, and at
 * worst one event arrives twice.
 */
export class Deliverer {
  readonly #needs: DelivererNeeds;
  readonly #running = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();
  #cancelTimer = (): void => undefined;

  constructor(needs: DelivererNeeds) {
    this.#needs = needs;
    for (const type of TOLD_EVENTS) {
      const end = needs.happenings.on(type, (told) => this.#owe(type, told));
      this.#stop.signal.addEventListener('abort', end);
    }
  }

  /** Goes on with what is owed from an earlier run. */
  start(): void {
    this.#pump();
  }

  /** Ends the tries in progress; they are repeated at the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#cancelTimer();
    await Promise.all(this.#running.values());
  }

  #owe(type: keyof Happenings, told: Happenings[keyof Happenings]): void {
    const { webhooks, deliveries, clock } = this.#needs;
    const now = clock.now();
    for (const { webhookId, url } of webhooks.wanting(type)) {
      deliveries.add({ webhookId, url, type, body: eventBody(type, told, now) }, now);
    }
    // Not now: the teller's transaction is still open, and may yet be taken back.
    setImmediate(() => this.#pump());
  }

  #pump(): void {
    if (this.#stop.signal.aborted) return;
    const { deliveries, clock } = this.#needs;
    for (const webhookId of deliveries.webhooksDue(clock.now())) {
      if (!this.#running.has(webhookId)) this.#running.set(webhookId, this.#deliverAll(webhookId));
    }
    this.#cancelTimer();
    const next = deliveries.nextDueAfter(clock.now());
    if (next !== undefined) this.#cancelTimer = clock.after(next - clock.now(), () => this.#pump());
  }

  async #deliverAll(webhookId: string): Promise<void> {
    for (let next = this.#next(webhookId); next; next = this.#next(webhookId)) await this.#deliver(next);
    this.#running.delete(webhookId);
    this.#pump();
  }

  #next(webhookId: string): Delivery | undefined {
    const { deliveries, clock } = this.#needs;
    return this.#stop.signal.aborted ? undefined : deliveries.nextDue(webhookId, clock.now());
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { webhooks, deliveries, send, clock } = this.#needs;
    const webhook = webhooks.get(delivery.webhookId);
    // It may have been deleted in between, and what it was owed with it.
    if (!webhook) return;
    const outcome = await send(webhook, delivery.body, this.#stop.signal);
    if (this.#stop.signal.aborted) return;
    deliveries.settle(delivery.deliveryId, settlementOf(delivery, outcome, clock.now()), clock.now());
  }
}

function settlementOf({ attempts }: Delivery, outcome: Outcome, now: number): Settlement {
  const status = 'status' in outcome ? outcome.status : null;
  const settled = { attempts: attempts + 1, dueAt: now, status };
  if ('refusal' in outcome) return { ...settled, state: 'refused', reason: outcome.refusal };
  // Redirects too: where they lead, nobody has asked to be told.
  if ('status' in outcome && outcome.status < 300) return { ...settled, state: 'delivered', reason: null };
  const reason = 'reason' in outcome ? outcome.reason : null;
  if (attempts >= RETRIES) return { ...settled, state: 'failed', reason };
  return { ...settled, state: 'pending', dueAt: now + PAUSE, reason };
}

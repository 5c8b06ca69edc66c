import { Delivery, type Ending } from './delivery.ts';
import { growthOf, type Growth } from './growth.ts';
import type { Part, PartPlan } from './part-plan.ts';
import type { Sending } from './sending.ts';
import type { Transport } from './transports/transport.ts';

/** Sends the parts of one plan, as many at once as the pace allows. */
export class Lanes {
  readonly #sending: Sending;
  readonly #plan: PartPlan;
  readonly #transport: Transport;
  readonly #delivery: Delivery;
  readonly #open = new Set<Promise<void>>();
  /** Says that another lane may be opened before one has ended. */
  #wake = (): void => {};
  #growing: Promise<void> | undefined;
  #ending: Ending | undefined;
  #failure: { error: unknown } | undefined;

  constructor(sending: Sending, plan: PartPlan, transport: Transport) {
    this.#sending = sending;
    this.#plan = plan;
    this.#transport = transport;
    this.#delivery = new Delivery(sending, plan, transport, () => {
      this.#count();
    });
  }

  /** Resolves when nothing is on its way and no more can be begun: with the reason, unless all is stored. */
  async run(signal: AbortSignal): Promise<Ending | undefined> {
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    for (;;) {
      const growth = this.#follow();
      this.#fill(either, stop);
      const isOver = signal.aborted || this.#failure || this.#ending;
      // Whoever aborts waits for the lanes all the same: two runs that count parts at once would lose one.
      const more = isOver || !growth ? undefined : this.#untilGrown(growth, signal);
      if (this.#open.size === 0) {
        if (!more) break;
        this.#sending.pace.rest();
        this.#sending.listener.onProgress(this.#plan.progress, true);
      }
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      await Promise.race([...this.#open, woken, ...(more ? [more] : [])]);
    }
    signal.throwIfAborted();
    if (this.#failure) throw this.#failure.error;
    return this.#ending;
  }

  /** Lets the plan know what has been written meanwhile. */
  #follow(): Growth | undefined {
    const { file } = this.#sending;
    const growth = growthOf(file);
    this.#plan.grow(file.size, growth !== undefined);
    return growth;
  }

  /** Resolves when more has been written; asked again meanwhile, it is the same wait. */
  #untilGrown(growth: Growth, signal: AbortSignal): Promise<void> {
    this.#growing ??= growth
      .grown(signal)
      .catch(() => {})
      .finally(() => (this.#growing = undefined));
    return this.#growing;
  }

  /** Opens as many lanes as there may be. */
  #fill(signal: AbortSignal, stop: AbortController): void {
    while (!this.#failure && !this.#ending && this.#open.size < this.#most) {
      const { partSize, care } = this.#sending.pace;
      const part = this.#plan.next(partSize, this.#most, care);
      if (!part) return;
      this.#begin(part, signal, stop);
    }
  }

  get #most(): number {
    return Math.min(this.#sending.pace.lanes, this.#mostEver);
  }

  /** Lanes that the wire allows by now. */
  get #mostEver(): number {
    return this.#transport.mostLanes(this.#sending.videoId !== undefined);
  }

  #begin(part: Part, signal: AbortSignal, stop: AbortController): void {
    const lane = this.#delivery
      .deliver(part, signal)
      .then(
        (ending) => {
          this.#ending ??= ending;
          // What is lost is lost for the others too.
          if (ending?.kind === 'gone') stop.abort();
        },
        (error: unknown) => {
          if (!this.#ending) this.#failure ??= { error };
          stop.abort();
        },
      )
      .then(() => {
        this.#plan.giveBack(part);
        this.#open.delete(lane);
      });
    this.#open.add(lane);
  }

  /** Bytes have left, or a part is stored. */
  #count(): void {
    const sending = this.#sending;
    const bytes = this.#plan.progress;
    // A part that is over is followed by the next at once: its lane is in use.
    sending.pace.add(
      Math.max(0, bytes - sending.counted),
      sending.world.now(),
      this.#open.size,
      this.#mostEver,
    );
    sending.counted = bytes;
    sending.listener.onProgress(bytes);
    if (this.#open.size < this.#most) this.#wake();
  }
}

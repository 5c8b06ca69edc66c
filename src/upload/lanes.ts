import type { Grant } from '../core/grant.ts';
import { growthOf, type Growth } from './growth.ts';
import type { Part, PartPlan } from './part-plan.ts';
import { tryPart } from './part-try.ts';
import type { Sending } from './sending.ts';
import type { PartResult, Transport } from './transports/transport.ts';

/** Why parts are left although no more are to be sent by this plan. */
export type Ending = Extract<PartResult, { kind: 'shrink' | 'gone' | 'replan' }>;

/** Sends the parts of one plan, as many at once as the pace allows. */
export class Lanes {
  readonly #sending: Sending;
  readonly #plan: PartPlan;
  readonly #transport: Transport;
  readonly #open = new Set<Promise<void>>();
  /** Tells that more lanes may be opened. */
  #wake = (): void => {};
  #ending: Ending | undefined;
  #failure: { error: unknown } | undefined;

  constructor(sending: Sending, plan: PartPlan, transport: Transport) {
    this.#sending = sending;
    this.#plan = plan;
    this.#transport = transport;
  }

  /** Resolves when nothing is on its way and no more can be begun: with the reason, unless all is stored. */
  async run(signal: AbortSignal): Promise<Ending | undefined> {
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    for (;;) {
      const growth = this.#follow();
      while (!this.#failure && !this.#ending && this.#open.size < this.#most) {
        const { partSize, care } = this.#sending.pace;
        const part = this.#plan.next(partSize, this.#most, care);
        if (!part) break;
        this.#begin(part, either, stop);
      }
      const isOver = signal.aborted || this.#failure || this.#ending;
      // Whoever aborts waits for the lanes all the same: two runs that count parts at once would lose one.
      const more = isOver ? undefined : growth?.grown(signal).catch(() => {});
      if (this.#open.size === 0) {
        if (!more) break;
        this.#sending.pace.rest();
        this.#sending.listener.onProgress(this.#plan.progress, true);
      }
      const faster = new Promise<void>((resolve) => (this.#wake = resolve));
      await Promise.race(more ? [...this.#open, more, faster] : [...this.#open, faster]);
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

  get #most(): number {
    return Math.min(this.#sending.pace.lanes, this.#mostEver);
  }

  /** Lanes that the wire allows by now. */
  get #mostEver(): number {
    return this.#transport.mostLanes(this.#sending.videoId !== undefined);
  }

  #begin(part: Part, signal: AbortSignal, stop: AbortController): void {
    const lane = this.#deliver(part, signal)
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

  /** Tries until the part is stored, or cannot be by this plan. */
  async #deliver(part: Part, signal: AbortSignal): Promise<Ending | undefined> {
    if (!part.doubtful) await this.#keep(signal);
    for (;;) {
      const grant = await this.#sending.ready(signal);
      const isThere = part.doubtful && (await this.#isThere(part, grant, signal));
      signal.throwIfAborted();
      const began = this.#sending.world.now();
      const result: PartResult = isThere ? { kind: 'already-stored' } : await this.#try(part, grant, signal);
      switch (result.kind) {
        case 'stored':
        case 'already-stored':
          if ('video' in result) this.#sending.learn(result.video);
          this.#store(part, signal, isThere ? undefined : this.#sending.world.now() - began);
          return undefined;
        case 'shrink':
          if (!this.#plan.refuse(part)) throw result.error;
          this.#sending.pace.slow();
          return result;
        case 'replan':
        case 'gone':
          return result;
        default:
          await this.#sending.mend(result, { part, grant, began, signal });
      }
    }
  }

  async #try(part: Part, grant: Grant, signal: AbortSignal): Promise<PartResult> {
    const sending = this.#sending;
    const { world, file, videoId, pace, listener } = sending;
    const began = world.now();
    sending.active++;
    listener.onSending();
    try {
      return await tryPart(part, this.#plan, {
        world,
        file,
        transport: this.#transport,
        grant,
        videoId,
        speed: pace.laneSpeed,
        signal,
        onProgress: () => {
          const size = part.to - part.from;
          const { left } = part;
          if (left < size && left * 2 >= size)
            pace.open(left, world.now() - began, this.#plan.smallest, this.#mostEver);
          this.#count();
        },
        onMoved: () => {
          sending.succeed();
        },
        onLearnt: () => this.#keep(signal),
      });
    } finally {
      sending.active--;
      part.left = 0;
    }
  }

  /** Counts a part as stored, which has taken `ms` if it was sent just now. */
  #store(part: Part, signal: AbortSignal, ms: number | undefined): void {
    this.#plan.store(part);
    this.#count();
    if (ms !== undefined)
      this.#sending.pace.succeed(part.to - part.from, ms, this.#plan.smallest, this.#mostEver);
    this.#sending.succeed();
    // Whoever has aborted meanwhile does not wait for it.
    this.#keep(signal).catch(() => {});
  }

  #keep(signal: AbortSignal): Promise<void> {
    const { recollection, keeper, videoId } = this.#sending;
    return recollection.keep(
      { grant: keeper.grant, videoId, plan: this.#plan, transport: this.#transport },
      signal,
    );
  }

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
    if (this.#open.size < this.#most) this.#wake();
    sending.counted = bytes;
    sending.listener.onProgress(bytes);
  }

  async #isThere(part: Part, grant: Grant, signal: AbortSignal): Promise<boolean> {
    const { videoId } = this.#sending;
    if (videoId === undefined || !this.#transport.stored) return false;
    try {
      return (await this.#transport.stored(grant, videoId, signal))?.has(part.index) ?? false;
    } catch {
      // It cannot say now: sending the part again is answered rightly all the same.
      signal.throwIfAborted();
      return false;
    }
  }
}

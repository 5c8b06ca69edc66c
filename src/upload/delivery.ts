import type { Grant } from '../core/grant.ts';
import type { Part, PartPlan } from './part-plan.ts';
import { tryPart } from './part-try.ts';
import type { Sending } from './sending.ts';
import type { PartResult, Transport } from './transports/transport.ts';

/** Why parts are left although no more are to be sent by this plan. */
export type Ending = Extract<PartResult, { kind: 'shrink' | 'gone' | 'replan' }>;

/** Times that a part is tried again which is too large, and may have arrived. */
const REFUSALS = 3;

/** Sends parts of one plan, each as often as it takes. */
export class Delivery {
  readonly #sending: Sending;
  readonly #plan: PartPlan;
  readonly #transport: Transport;
  readonly #onCount: () => void;

  /** `onCount` is told whenever bytes have left or a part is stored. */
  constructor(sending: Sending, plan: PartPlan, transport: Transport, onCount: () => void) {
    this.#sending = sending;
    this.#plan = plan;
    this.#transport = transport;
    this.#onCount = onCount;
  }

  /** Tries until the part is stored, or cannot be by this plan. */
  async deliver(part: Part, signal: AbortSignal): Promise<Ending | undefined> {
    let refusals = 0;
    if (!part.doubtful) await this.#keep(signal);
    for (;;) {
      const isNew = this.#sending.isNew(this.#transport);
      // The answer to an earlier try may be lost that would have named the video.
      const isNameless = isNew && part.doubtful;
      const grant = await this.#sending.ready(signal, isNew, isNameless);
      const isThere = part.doubtful ? await this.#isThere(part, grant, signal) : undefined;
      signal.throwIfAborted();
      const began = this.#sending.world.now();
      const result: PartResult = isThere
        ? { kind: 'already-stored' }
        : await this.#try(part, grant, began, signal);
      switch (result.kind) {
        case 'stored':
        case 'already-stored':
          if ('video' in result) this.#sending.learn(result.video);
          this.#store(part, signal, isThere ? undefined : this.#sending.world.now() - began);
          return undefined;
        case 'shrink':
          if (this.#plan.refuse(part, isThere === false)) {
            this.#sending.pace.slow();
            return result;
          }
          // What may have arrived may be found there yet, or have met somebody else on the way.
          if (!part.doubtful || isThere === false || ++refusals > REFUSALS) throw result.error;
          await this.#sending.mend({ ...result, kind: 'again' }, { part, grant, isNameless, began, signal });
          break;
        case 'replan':
        case 'gone':
          return result;
        default:
          await this.#sending.mend(result, { part, grant, isNameless, began, signal });
      }
    }
  }

  async #try(part: Part, grant: Grant, began: number, signal: AbortSignal): Promise<PartResult> {
    const sending = this.#sending;
    const { world, file, videoId, pace, listener } = sending;
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
          pace.see(part.left, world.now() - began, this.#plan.smallest, this.#mostLanes);
          this.#onCount();
        },
        onMoved: () => {
          sending.succeed();
        },
        onLearnt: () => this.#keep(signal),
      });
    } finally {
      sending.land();
      part.left = 0;
    }
  }

  /** Counts a part as stored, which has taken `ms` if it was sent just now. */
  #store(part: Part, signal: AbortSignal, ms: number | undefined): void {
    this.#plan.store(part);
    this.#onCount();
    if (ms !== undefined)
      this.#sending.pace.succeed(part.to - part.from, ms, this.#plan.smallest, this.#mostLanes);
    this.#sending.succeed();
    // Whoever has aborted meanwhile does not wait for it.
    this.#keep(signal).catch(() => {});
  }

  get #mostLanes(): number {
    return this.#transport.mostLanes(this.#sending.videoId !== undefined);
  }

  #keep(signal: AbortSignal): Promise<void> {
    const { recollection, keeper, videoId } = this.#sending;
    return recollection.keep(
      { grant: keeper.grant, videoId, plan: this.#plan, transport: this.#transport },
      signal,
    );
  }

  /** Whether the service has a part; nothing while it cannot say: sending it again is answered rightly all the same. */
  async #isThere(
    { index, contested }: Part,
    grant: Grant,
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    const { videoId } = this.#sending;
    if (videoId === undefined || contested) return undefined;
    try {
      return (await this.#transport.stored?.(grant, videoId, signal))?.has(index);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }
}

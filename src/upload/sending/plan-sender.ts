import { asGrowing, type RecordingFile } from '../ports/recording-file.ts';
import type { Part, PartPlan } from '../plan/part-plan.ts';
import type { Transport } from '../ports/transport.ts';
import { PartSender, type PartSenderOptions, type PlanInterruption } from './part-sender.ts';

/** The tools that send a plan. */
export interface PlanSenderOptions extends PartSenderOptions {
  /**
   * Bytes stored and in flight, of the whole file, and bytes sent since the last call, the repeated ones too;
   * `rests` says that there is no more to send for now.
   */
  readonly onProgress: (bytes: number, moved: number, rests?: boolean) => void;
}

/** Sends the parts of one plan, as many at once as the tuner allows. */
export class PlanSender {
  readonly #options: PlanSenderOptions;
  readonly #plan: PartPlan;
  readonly #parts: PartSender;
  readonly #inFlight = new Map<Part, { done: Promise<void>; stop: AbortController }>();
  #growing: Promise<void> | undefined;
  #interruption: PlanInterruption | undefined;
  #failure: { error: unknown } | undefined;
  /** All bytes that have left. */
  #moved = 0;

  constructor(options: PlanSenderOptions, plan: PartPlan, transport: Transport) {
    this.#options = options;
    this.#plan = plan;
    this.#parts = new PartSender(options, plan, transport, (moved) => {
      options.onProgress(plan.progress, moved);
      this.#moved += moved;
      const { tuner, environment } = options;
      if (tuner.onProgress(this.#moved, environment.now(), this.#parts.limits)) this.#withdraw();
    });
  }

  /** Why it ended before all was stored, also where it was aborted meanwhile. */
  get interruption(): PlanInterruption | undefined {
    return this.#interruption;
  }

  /** As `PartSender.untilNamed`. */
  untilNamed(): Promise<void> | undefined {
    return this.#parts.untilNamed();
  }

  /** Resolves when nothing is in flight and no more can be sent: with the reason, unless all is stored. */
  async run(signal: AbortSignal): Promise<PlanInterruption | undefined> {
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    for (;;) {
      const recording = this.#updateSize();
      this.#fill(either, stop);
      const isOver = signal.aborted || this.#failure || this.#interruption;
      // An abort waits for the parts in flight all the same: two runs that count parts at once would lose one.
      const more = isOver || !recording ? undefined : this.#untilGrown(recording, signal);
      if (this.#inFlight.size === 0) {
        if (!more) break;
        this.#options.onProgress(this.#plan.progress, 0, true);
      }
      const inFlight = Array.from(this.#inFlight.values(), ({ done }) => done);
      await Promise.race([...inFlight, ...(more ? [more] : [])]);
    }
    signal.throwIfAborted();
    if (this.#failure) throw this.#failure.error;
    return this.#interruption;
  }

  /** Reports to the plan what a recording has written meanwhile. */
  #updateSize(): RecordingFile | undefined {
    const { file } = this.#options;
    const recording = asGrowing(file);
    this.#plan.grow(file.size, recording !== undefined);
    return recording;
  }

  /** Resolves when the recording has grown; called again meanwhile, it is the same wait. */
  #untilGrown(recording: RecordingFile, signal: AbortSignal): Promise<void> {
    this.#growing ??= recording
      .grown(signal)
      .catch(() => {})
      .finally(() => (this.#growing = undefined));
    return this.#growing;
  }

  /** Opens as many connections as are allowed. */
  #fill(signal: AbortSignal, stop: AbortController): void {
    const { partBytes, sizeFactor } = this.#options.tuner;
    if (this.#failure || this.#interruption) return;
    for (let free; (free = this.#parts.connections - this.#inFlight.size) > 0;) {
      const { connections } = this.#parts;
      this.#plan.cutAhead(free, partBytes, connections, sizeFactor);
      const part = this.#plan.next(partBytes, connections, sizeFactor);
      if (!part) return;
      this.#send(part, signal, stop);
    }
  }

  /** Takes back the parts that a slow line has no room for, the last ones first; they are sent later. */
  #withdraw(): void {
    for (const { stop } of [...this.#inFlight.values()].slice(this.#parts.connections)) stop.abort();
  }

  #send(part: Part, signal: AbortSignal, stopAll: AbortController): void {
    const stop = new AbortController();
    const done = this.#parts
      .send(part, AbortSignal.any([signal, stop.signal]))
      .then(
        (interruption) => {
          this.#interruption ??= interruption;
          // A lost upload is lost for the other parts too.
          if (interruption?.kind === 'lost') stopAll.abort();
        },
        (error: unknown) => {
          if (stop.signal.aborted) return;
          if (!this.#interruption) this.#failure ??= { error };
          stopAll.abort();
        },
      )
      .then(() => {
        this.#plan.putBack(part);
        this.#inFlight.delete(part);
      });
    this.#inFlight.set(part, { done, stop });
  }
}

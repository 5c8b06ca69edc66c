import type { Grant } from '../core/grant.ts';
import { isVhError, VhError, type VhErrorCode } from '../core/vh-error.ts';
import type { UploadedVideo } from '../core/video.ts';
import type { Ending } from './delivery.ts';
import { Lanes } from './lanes.ts';
import { growthOf } from './growth.ts';
import type { KnownPart, PartPlan } from './part-plan.ts';
import { underWatch } from './part-try.ts';
import { Sending, type SendNeeds } from './sending.ts';
import { openTransport } from './transports/open-transport.ts';
import type { Transport } from './transports/transport.ts';
import type { UploadRecord } from './upload-memory.ts';

/** How a page's server says that there is no going on with a video. */
const GONE: ReadonlySet<VhErrorCode> = new Set(['grant-refused', 'not-found', 'token-invalid']);

/**
 * Sends one file, as many parts at once as the line is good for, and remembers what is stored: `run` may be aborted
 * and called again, and goes on where it was.
 */
export class PartSender {
  readonly #sending: Sending;
  #transport: Transport | undefined;
  #plan: PartPlan | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #wasLost = false;

  constructor(needs: SendNeeds) {
    this.#sending = new Sending(needs);
  }

  /** The present grant, for whoever asks the service about the video. */
  get grant(): Grant | undefined {
    return this.#sending.keeper.grant;
  }

  /** Sends what is not stored yet. Throws a VhError when that cannot be done, or the signal's reason. */
  run(signal: AbortSignal): Promise<UploadedVideo> {
    // After the run before has ended: two that count parts at once would lose one.
    const run = this.#last.then(() => this.#run(signal));
    this.#last = run.catch(() => {});
    return run;
  }

  /** Ends the server's part of the upload, as far as the wire can. */
  async abandon(): Promise<void> {
    if (this.grant) await this.#transport?.abandon?.(this.grant);
  }

  async #run(signal: AbortSignal): Promise<UploadedVideo> {
    const sending = this.#sending;
    signal.throwIfAborted();
    sending.renew();
    sending.pace.rest();
    this.#plan?.forgive();
    await sending.witness.assertReadable();
    for (;;) {
      const { plan, transport } = await this.#open(signal);
      const ending =
        (await new Lanes(sending, plan, transport).run(signal)) ?? (await this.#finish(transport, signal));
      if (!ending) break;
      this.#planAnew(plan, ending);
    }
    if (sending.file.size === 0) throw new VhError('file-empty', 'The recording has no bytes.');
    return sending.video;
  }

  /** Takes up an earlier visit's upload, or begins one. */
  async #open(signal: AbortSignal): Promise<{ plan: PartPlan; transport: Transport }> {
    const { file, world, recollection, patience, listener } = this.#sending;
    const record = this.#plan ? undefined : recollection.recall();
    const grant = await this.#getRight(signal);
    while (!this.#transport) {
      try {
        this.#transport = await openTransport(grant.protocol, world);
      } catch (error) {
        await patience.mend(error, grant.url, signal);
      }
    }
    const transport = this.#transport;
    if (this.#plan) return { plan: this.#plan, transport };
    if (!transport.takesGrowing) await whole(file, signal);
    const known = record && recollection.fits(grant) ? record : undefined;
    if (known) transport.restore?.(known.wire);
    const plan = (this.#plan = await transport.plan(file, grant, signal));
    if (known) plan.restore(await this.#confirm(known, transport, grant, signal));
    listener.onProgress(plan.progress);
    return { plan, transport };
  }

  /** The right to begin, or to go on with what is remembered; where that is refused, to begin anew. */
  async #getRight(signal: AbortSignal): Promise<Grant> {
    const { keeper, recollection, listener, videoId } = this.#sending;
    try {
      return await keeper.begin({ videoId, claim: recollection.claim }, signal);
    } catch (error) {
      if (recollection.videoId === undefined || !isVhError(error) || !GONE.has(error.code)) throw error;
      recollection.forget();
      listener.onWait('anew', undefined);
      return keeper.begin({}, signal);
    }
  }

  /** What was kept of the parts, as the server has it: where it can say, it is right. */
  async #confirm(
    { parts, videoId }: UploadRecord,
    transport: Transport,
    grant: Grant,
    signal: AbortSignal,
  ): Promise<readonly KnownPart[]> {
    if (videoId === undefined || !transport.stored) return parts;
    const there = await transport.stored(grant, videoId, signal).catch(() => undefined);
    signal.throwIfAborted();
    return there ? parts.map((part, index) => ({ ...part, stored: there.has(index) })) : parts;
  }

  #planAnew(plan: PartPlan, ending: Ending): void {
    const { listener } = this.#sending;
    switch (ending.kind) {
      case 'shrink':
        if (!plan.recut()) throw ending.error;
        return;
      case 'replan':
        this.#plan = undefined;
        return;
      case 'gone':
        if (this.#wasLost) throw ending.error;
        this.#wasLost = true;
        this.#plan = this.#transport = undefined;
        this.#sending.forget(ending.withVideo ?? false);
        listener.onWait('anew', undefined);
        listener.onProgress(0);
    }
  }

  /** Makes one of the parts, where the wire wants that. */
  async #finish(transport: Transport, signal: AbortSignal): Promise<Ending | undefined> {
    const sending = this.#sending;
    const { file, world } = sending;
    const watched = { size: 0, whole: file.size, speed: undefined, isSeen: true, failures: 0 };
    const ignore = () => {};
    const onLearnt = () => Promise.resolve();
    while (transport.finish) {
      const grant = await sending.ready(signal);
      const began = world.now();
      const about = { file, grant, videoId: sending.videoId, onProgress: ignore, onMoved: ignore, onLearnt };
      const result = await underWatch(world, watched, signal, async (watch, either) => {
        watch.touch(0);
        return (await transport.finish?.({ ...about, signal: either })) ?? { kind: 'stored' };
      });
      watched.failures++;
      switch (result.kind) {
        case 'stored':
          sending.learn(result.video);
          return undefined;
        case 'refresh':
        case 'again':
        case 'fatal':
          await sending.mend(result, { grant, began, signal });
          break;
        case 'shrink':
          throw result.error;
        default:
          return result.kind === 'gone' ? result : undefined;
      }
    }
    return undefined;
  }
}

/** Resolves when nothing more comes. */
async function whole(file: File, signal: AbortSignal): Promise<void> {
  for (let growth; (growth = growthOf(file));) await growth.grown(signal);
}

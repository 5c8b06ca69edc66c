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

  /** As `grant`, also where another tab has sent it all; nothing where none is to be had at once. */
  lookGrant(videoId: string, signal: AbortSignal): Promise<Grant | undefined> {
    return this.#sending.keeper.look(videoId, signal);
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
    this.#wasLost = false;
    this.#plan?.forgive();
    await sending.witness.assertReadable(signal);
    for (;;) {
      const { plan, transport } = await this.#open(signal);
      let ending = await new Lanes(sending, plan, transport).run(signal);
      // Bytes of two files are no success, although the service has taken all of them.
      if (!ending) await sending.witness.assertReadable(signal);
      ending ??= await this.#finish(transport, signal);
      if (!ending) break;
      this.#planAnew(plan, ending);
    }
    if (sending.file.size === 0) throw new VhError('file-empty', 'The recording has no bytes.');
    return sending.video;
  }

  /** Takes up an earlier visit's upload, or begins one. */
  async #open(signal: AbortSignal): Promise<{ plan: PartPlan; transport: Transport }> {
    const { file, world, recollection, patience, listener } = this.#sending;
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
    const { record } = recollection;
    if (record) transport.restore?.(record.wire);
    const plan = (this.#plan = await transport.plan(file, grant, signal));
    if (record) {
      const parts = await this.#confirm(record, transport, grant, signal);
      if (!parts) {
        this.#planAnew(plan, { kind: 'gone', error: beyond(), withVideo: true });
        return this.#open(signal);
      }
      plan.restore(parts);
    }
    listener.onProgress(plan.progress);
    return { plan, transport };
  }

  /** The right to begin, or to go on with what is remembered; where there is none, to begin anew. */
  async #getRight(signal: AbortSignal): Promise<Grant> {
    const { keeper, recollection, listener } = this.#sending;
    const record = this.#plan ? undefined : recollection.recall();
    const { videoId } = this.#sending;
    try {
      const grant = await keeper.begin({ videoId, claim: recollection.claim }, signal);
      if (!record || recollection.fits(grant)) return grant;
      // What was begun has its bytes elsewhere, or in other parts: nothing may be added to it there.
      if (grant.videoId === record.videoId) keeper.drop();
    } catch (error) {
      if (recollection.videoId === undefined || !isVhError(error) || !GONE.has(error.code)) throw error;
    }
    // First: what is remembered is good for another day as long as nothing can be begun in its place.
    const grant = await keeper.begin({}, signal);
    recollection.forget();
    listener.onWait('anew', undefined);
    return grant;
  }

  /**
   * What was kept of the parts, as the server has it: where it can say, it is right. Nothing when it has parts that
   * could not be written down: nobody knows their bounds.
   */
  async #confirm(
    { parts, videoId }: UploadRecord,
    transport: Transport,
    grant: Grant,
    signal: AbortSignal,
  ): Promise<readonly KnownPart[] | undefined> {
    if (videoId === undefined || !transport.stored) return parts;
    const there = await transport.stored(grant, videoId, signal).catch(() => undefined);
    signal.throwIfAborted();
    if (!there) return parts;
    if ([...there].some((index) => index >= parts.length)) return undefined;
    return parts.map((part, index) => ({ ...part, stored: there.has(index) }));
  }

  #planAnew(plan: PartPlan, ending: Ending): void {
    const { listener } = this.#sending;
    switch (ending.kind) {
      case 'shrink':
        if (!plan.recut()) throw ending.error;
        return;
      case 'replan':
        // With what is remembered of it: the cut that the wire has just taken back would be taken up again.
        this.#sending.recollection.forget();
        this.#plan = undefined;
        return;
      case 'gone':
        this.#plan = undefined;
        // By its old name, a service that has made a video of it makes no second one.
        if (ending.withVideo || !this.#transport?.restart) this.#transport = undefined;
        else this.#transport.restart();
        this.#sending.forget(ending.withVideo ?? false);
        if (this.#wasLost || ending.isTaken) throw ending.error;
        this.#wasLost = true;
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
      const isNameless = watched.failures > 0 && sending.videoId === undefined;
      const grant = await sending.ready(signal, sending.isNew(transport), isNameless);
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
          await sending.mend(result, { grant, isNameless, began, signal });
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

function beyond(): VhError {
  return new VhError('unexpected-answer', 'The service has parts of the upload that nobody here knows of.');
}

/** Resolves when nothing more comes. */
async function whole(file: File, signal: AbortSignal): Promise<void> {
  for (let growth; (growth = growthOf(file));) await growth.grown(signal);
}

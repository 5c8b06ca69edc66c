import type { Grant } from '../core/grant.ts';
import { type VhError, isVhError } from '../core/vh-error.ts';
import type { UploadedVideo } from '../core/video.ts';
import { FileWitness } from './file-witness.ts';
import { GrantKeeper } from './grant-keeper.ts';
import type { GrantSettings } from './grant-source.ts';
import type { PartPlan } from './part-plan.ts';
import { Patience, type WaitListener } from './patience.ts';
import { StallWatch } from './stall-watch.ts';
import { openTransport } from './transports/open-transport.ts';
import type { PartResult, Transport } from './transports/transport.ts';
import type { UploadWorld } from './upload-world.ts';

/** What the sending tells while it goes on. */
export interface SendListener {
  onWait: WaitListener;
  onSending: () => void;
  /** Bytes stored and on their way, of the whole file. */
  onProgress: (bytes: number) => void;
  speed: () => number | undefined;
}

/**
 * Sends one file, part after part, and remembers what is stored: `run` may be aborted and called again, and goes on
 * where it was.
 */
export class PartSender {
  readonly #file: File;
  readonly #witness: FileWitness;
  readonly #world: UploadWorld;
  readonly #listener: SendListener;
  readonly #patience: Patience;
  readonly #keeper: GrantKeeper;
  #transport: Transport | undefined;
  #plan: PartPlan | undefined;
  #next = 0;
  #last: Promise<unknown> = Promise.resolve();
  #video: UploadedVideo | undefined;
  /** True when a try of the next part may have arrived. */
  #doubtful = false;

  constructor(file: File, settings: () => GrantSettings, world: UploadWorld, listener: SendListener) {
    this.#file = file;
    this.#witness = new FileWitness(file);
    this.#world = world;
    this.#listener = listener;
    this.#patience = new Patience(world, listener.onWait);
    this.#keeper = new GrantKeeper(file, settings, world, this.#patience);
  }

  /** The present grant, for whoever asks the service about the video. */
  get grant(): Grant | undefined {
    return this.#keeper.grant;
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

  get #videoId(): string | undefined {
    return this.#video?.videoId ?? this.grant?.videoId;
  }

  async #run(signal: AbortSignal): Promise<UploadedVideo> {
    signal.throwIfAborted();
    this.#patience.renew();
    this.#keeper.trust();
    await this.#witness.assertReadable();
    const transport = await this.#open(signal);
    this.#plan ??= transport.plan(this.#file.size, await this.#keeper.get(signal));
    while (this.#next < this.#plan.count) {
      signal.throwIfAborted();
      await this.#sendNext(this.#plan, transport, await this.#keeper.get(signal), signal);
    }
    return this.#video ?? { videoId: this.#videoId ?? '' };
  }

  async #open(signal: AbortSignal): Promise<Transport> {
    const grant = await this.#keeper.get(signal);
    for (;;) {
      try {
        return (this.#transport ??= await openTransport(grant.protocol, this.#world));
      } catch (error) {
        await this.#patience.mend(error, grant.url, signal);
      }
    }
  }

  async #sendNext(plan: PartPlan, transport: Transport, grant: Grant, signal: AbortSignal): Promise<void> {
    if (this.#doubtful && (await this.#hasNext(transport, grant, signal))) return this.#stored(plan);
    signal.throwIfAborted();
    const result = await this.#try(plan, transport, grant, signal);
    switch (result.kind) {
      case 'stored':
        // The last answer knows most about the video; those before it little more than its name.
        if (result.video) this.#video = { ...this.#video, ...result.video };
        return this.#stored(plan);
      case 'already-stored':
        return this.#stored(plan);
      case 'shrink':
        this.#plan = this.#next === 0 ? plan.shrink() : undefined;
        if (!this.#plan) throw result.error;
        return;
      case 'refresh':
        return this.#keeper.renew(result.error, this.#videoId, this.#next > 0, signal);
      case 'again':
        // Who counts requests has not taken this one; anybody else may have stored the part before it failed.
        if (!isVhError(result.error, 'rate-limited')) this.#doubtful = true;
        await this.#witness.assertReadable(plan.at(this.#next).from);
        return this.#patience.wait(result.error, grant.url, signal, result.after);
      case 'fatal':
        throw result.error;
    }
  }

  async #try(plan: PartPlan, transport: Transport, grant: Grant, signal: AbortSignal): Promise<PartResult> {
    const part = plan.at(this.#next);
    const size = part.to - part.from;
    const watch = new StallWatch(this.#world, size, this.#listener.speed());
    const doubtful = this.#doubtful;
    // Until an answer says otherwise: a pause or a crash of the line leaves the question open.
    this.#doubtful = true;
    this.#listener.onSending();
    try {
      const result = await transport.send({
        part,
        blob: this.#file.slice(part.from, part.to, this.#file.type),
        name: this.#file.name,
        grant,
        videoId: this.#videoId,
        doubtful,
        signal: AbortSignal.any([signal, watch.signal]),
        onProgress: (bytes) => {
          if (signal.aborted) return;
          watch.touch(bytes);
          this.#listener.onProgress(part.from + Math.min(bytes, size));
        },
        onMoved: () => {
          this.#keeper.trust();
          this.#patience.renew();
        },
      });
      // A refusal is an answer: this try stored nothing, and what an earlier one did is as open as before.
      this.#doubtful = doubtful;
      return result;
    } catch (error) {
      signal.throwIfAborted();
      if (watch.stalled) return { kind: 'again', error: watch.signal.reason as VhError };
      throw error;
    } finally {
      watch.end();
    }
  }

  #stored(plan: PartPlan): void {
    this.#listener.onProgress(plan.at(this.#next).to);
    this.#next++;
    this.#doubtful = false;
    this.#keeper.trust();
    this.#patience.renew();
  }

  async #hasNext(transport: Transport, grant: Grant, signal: AbortSignal): Promise<boolean> {
    if (this.#videoId === undefined || !transport.stored) return false;
    try {
      return (await transport.stored(grant, this.#videoId, signal))?.has(this.#next) ?? false;
    } catch {
      // It cannot say now: sending the part again is answered rightly all the same.
      signal.throwIfAborted();
      return false;
    }
  }
}

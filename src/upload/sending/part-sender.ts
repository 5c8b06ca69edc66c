import type { Grant } from '../../core/wire/grant.ts';
import type { Part, PartPlan } from '../plan/part-plan.ts';
import type { ResumeMemory } from '../resume/resume-memory.ts';
import type { RetryPolicy } from '../retry/retry-policy.ts';
import { withStallTimeout, type StallTimeout, type WatchedRequest } from '../retry/stall-timeout.ts';
import type { PartAttempt, PartResult, Transport } from '../ports/transport.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import type { ConcurrencyTuner, SendLimits } from './concurrency-tuner.ts';
import type { FailureRecovery } from './failure-recovery.ts';
import type { UploadTarget } from './upload-target.ts';

/** Why the sending of a plan ends before all of its parts are stored. */
export type PlanInterruption = Extract<PartResult, { kind: 'too-large' | 'lost' | 'replan' }>;

/** The tools that all parts of one upload share. */
export interface PartSenderOptions {
  readonly file: File;
  readonly environment: UploadEnvironment;
  readonly memory: ResumeMemory;
  readonly target: UploadTarget;
  readonly retries: RetryPolicy;
  readonly recovery: FailureRecovery;
  readonly tuner: ConcurrencyTuner;
  /** An attempt begins. */
  readonly onAttempt: () => void;
}

/** A save that was begun: its content for another visit, and when that is kept. */
interface Save {
  readonly grant: Grant | undefined;
  readonly videoId: string | undefined;
  readonly parts: number;
  readonly done: Promise<void>;
}

/** How often a part is tried again that is too large, and may be stored. */
const MAX_SIZE_REFUSALS = 3;

/** Sends parts of one plan, each with as many attempts as it needs. */
export class PartSender {
  readonly #options: PartSenderOptions;
  readonly #plan: PartPlan;
  readonly #transport: Transport;
  readonly #onProgress: (moved: number) => void;
  /** Parts in flight. */
  #inFlight = 0;
  /** The last save that is kept, and those under way. */
  #saves: readonly Save[] = [];
  /** The request in flight whose answer names the video. */
  #naming: { part: Part; answered: Promise<void> } | undefined;

  /** `onProgress` is called whenever bytes are sent or a part is stored: with the bytes that have left since the last call. */
  constructor(
    options: PartSenderOptions,
    plan: PartPlan,
    transport: Transport,
    onProgress: (moved: number) => void,
  ) {
    this.#options = options;
    this.#plan = plan;
    this.#transport = transport;
    this.#onProgress = onProgress;
  }

  /** The transport's present limits. */
  get limits(): SendLimits {
    const { target } = this.#options;
    return {
      minBytes: this.#plan.minBytes,
      maxConnections: this.#transport.maxConnections(target.videoId !== undefined),
    };
  }

  /** How many parts may be in flight. */
  get connections(): number {
    return Math.min(this.#options.tuner.connections, this.limits.maxConnections);
  }

  /**
   * Resolves when a part is answered that the service may have, and of which it may have made a video of unknown id
   * yet; undefined where there is none. So it is once more than half of the bytes have left: they are reported now and then.
   */
  untilNamed(): Promise<void> | undefined {
    const { part, answered } = this.#naming ?? {};
    if (!part) return undefined;
    const isBlind = !this.#options.environment.sender.reportsProgress;
    return isBlind || 2 * part.sentBytes > part.to - part.from ? answered : undefined;
  }

  /** Resolves when the part is stored, or cannot be stored by this plan. */
  async send(part: Part, signal: AbortSignal): Promise<PlanInterruption | undefined> {
    const { environment, target, retries, recovery, tuner } = this.#options;
    let sizeRefusals = 0;
    if (!part.mayBeStored) await this.#untilSaved(part, signal);
    for (;;) {
      const mustKeepGrant = target.mustKeepGrant(this.#transport);
      // An earlier answer that named the video may be lost.
      const isNameless = mustKeepGrant && part.mayBeStored;
      await retries.untilAllowed(signal);
      const grant = await target.getGrant(mustKeepGrant, isNameless, signal);
      const isStored = part.mayBeStored ? await this.#isStored(part, grant, signal) : undefined;
      signal.throwIfAborted();
      const startedAt = environment.now();
      const failed = { part, grant, isNameless, startedAt, signal };
      const result: PartResult = isStored
        ? { kind: 'already-stored' }
        : await this.#attempt(part, grant, mustKeepGrant, signal);
      switch (result.kind) {
        case 'stored':
        case 'already-stored':
          if ('video' in result) target.updateVideo(result.video);
          this.#onStored(part, signal, isStored ? undefined : environment.now() - startedAt);
          return undefined;
        case 'too-large':
          if (this.#plan.markTooLarge(part, isStored === false)) {
            tuner.restartFromOne();
            return result;
          }
          // A part that may be stored may be found yet, or may have met a temporary limit.
          if (!part.mayBeStored || isStored === false || ++sizeRefusals > MAX_SIZE_REFUSALS)
            throw result.error;
          await recovery.recover({ ...result, kind: 'retry' }, failed);
          break;
        case 'replan':
        case 'lost':
          return result;
        default:
          await recovery.recover(result, failed);
      }
    }
  }

  /** Sends the part once. The part knows afterwards whether it may be stored. */
  async #attempt(part: Part, grant: Grant, isUnnamed: boolean, signal: AbortSignal): Promise<PartResult> {
    const { environment, retries, tuner, onAttempt } = this.#options;
    const plan = this.#plan;
    const { from, to, mayBeStored } = part;
    const request: WatchedRequest = {
      size: to - from,
      fileSize: to === plan.size ? plan.size : to - from,
      speed: tuner.connectionSpeed,
      reportsProgress: environment.sender.reportsProgress,
      failures: part.failures,
    };
    retries.beginAttempt();
    this.#inFlight++;
    // Until an answer says otherwise: a pause or a broken line leaves the question open.
    part.mayBeStored = true;
    try {
      const sending = withStallTimeout<PartResult>(
        environment,
        request,
        signal,
        (stall, either) =>
          this.#transport.send(this.#attemptOf(part, { grant, mayBeStored, stall, either, signal })),
        (error) => ({ kind: 'retry', error }),
      );
      if (isUnnamed && this.#transport.isNamedByFirstPart) {
        const ignore = () => {};
        this.#naming = { part, answered: sending.then(ignore, ignore) };
      }
      // Not before: the listener does work that would delay the bytes.
      onAttempt();
      const result = await sending;
      // A refusal is an answer: this attempt stored nothing, and an earlier one is as open as before. A rate limit has not
      // taken the request; any other failure may have come after the part was stored.
      const isOpen = result.kind === 'retry' && result.error.code !== 'rate-limited';
      part.mayBeStored = isOpen || mayBeStored;
      return result;
    } finally {
      retries.endAttempt();
      this.#inFlight--;
      this.#naming = undefined;
      plan.setSent(part, 0);
    }
  }

  /** What a transport gets for one attempt at a part. */
  #attemptOf(
    part: Part,
    given: {
      grant: Grant;
      mayBeStored: boolean;
      stall: StallTimeout;
      either: AbortSignal;
      signal: AbortSignal;
    },
  ): PartAttempt {
    const { grant, mayBeStored, stall, either, signal } = given;
    const { index, from, to, mayCollide } = part;
    const plan = this.#plan;
    const isOver = () => either.aborted || part.state !== 'sending';
    return {
      part: { index, from, to, mayBeStored, mayCollide },
      count: plan.count,
      file: this.#options.file,
      grant,
      videoId: this.#options.target.videoId,
      signal: either,
      get sentBytes() {
        return part.sentBytes;
      },
      onProgress: (bytes) => {
        if (isOver()) return;
        stall.onProgress(bytes);
        this.#onProgress(plan.setSent(part, bytes));
      },
      onSkip: (bytes) => {
        if (isOver()) return;
        plan.setSent(part, bytes);
        this.#onProgress(0);
      },
      onServerProgress: () => {
        part.failures = 0;
        this.#onSuccess();
      },
      onStateChange: () => this.#save(signal),
    };
  }

  /** Counts a part as stored, which took `ms` if it was sent just now. */
  #onStored(part: Part, signal: AbortSignal, ms: number | undefined): void {
    this.#plan.markStored(part);
    const { tuner, environment } = this.#options;
    const isUncounted = ms !== undefined && !environment.sender.reportsProgress;
    this.#onProgress(isUncounted ? part.to - part.from : 0);
    if (ms !== undefined) tuner.onPartStored(part.to - part.from, ms, this.#inFlight + 1, this.limits);
    this.#onSuccess();
    // The next parts need not wait for a save of their own.
    this.#plan.cutAhead(this.connections, tuner.partBytes, this.connections, tuner.sizeFactor);
    // An aborted upload does not wait for it.
    this.#save(signal).catch(() => {});
  }

  #onSuccess(): void {
    const { target, retries } = this.#options;
    target.onSuccess();
    retries.onSuccess();
  }

  /** Resolves when another visit would know of the part, and of the video that it goes to. */
  async #untilSaved({ index }: Part, signal: AbortSignal): Promise<void> {
    const { grant, videoId } = this.#options.target;
    // The first one: a later one is kept later.
    const save = this.#saves.find(
      (one) => one.grant === grant && one.videoId === videoId && index < one.parts,
    );
    // One that ended with the part that began it says nothing of the others.
    await (save ? save.done.catch(() => this.#save(signal)) : this.#save(signal));
  }

  #save(signal: AbortSignal): Promise<void> {
    const { memory, target } = this.#options;
    const { grant, videoId } = target;
    const done = memory.save({ grant, videoId, plan: this.#plan, transport: this.#transport }, signal);
    const save = { grant, videoId, parts: this.#plan.parts.length, done };
    this.#saves = [...this.#saves, save];
    done.then(
      () => (this.#saves = this.#saves.slice(Math.max(0, this.#saves.indexOf(save)))),
      () => (this.#saves = this.#saves.filter((one) => one !== save)),
    );
    return done;
  }

  /** Whether the service has a part; nothing while it cannot say: then sending it again is answered rightly too. */
  async #isStored(
    { index, mayCollide }: Part,
    grant: Grant,
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    const { videoId } = this.#options.target;
    if (videoId === undefined || mayCollide) return undefined;
    try {
      return (await this.#transport.storedParts?.(grant, videoId, signal))?.has(index);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }
}

import { VhError } from '../../core/errors/vh-error.ts';
import type { Grant } from '../../core/wire/grant.ts';
import type { FileChangeCheck } from '../file/file-change-check.ts';
import type { GrantRefresher } from '../grants/grant-refresher.ts';
import { loadExtras } from '../parts.ts';
import type { Part, PartPlan } from '../plan/part-plan.ts';
import type { ResumeMemory } from '../resume/resume-memory.ts';
import type { RetryPolicy } from '../retry/retry-policy.ts';
import { withStallTimeout, type StallTimeout, type WatchedRequest } from '../retry/stall-timeout.ts';
import type { FoundPart, PartAttempt, PartResult, Transport } from '../ports/transport.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import type { ConcurrencyTuner, SendLimits } from './concurrency-tuner.ts';
import type { UnansweredParts } from './unanswered-parts.ts';

/** Why the sending of a plan ends before all of its parts are stored. */
export type PlanInterruption = Extract<PartResult, { kind: 'too-large' | 'lost' | 'replan' }>;

/** What an upload sends the parts of one plan with. */
export interface PartSenderOptions {
  readonly file: File;
  readonly environment: UploadEnvironment;
  readonly memory: ResumeMemory;
  readonly changeCheck: FileChangeCheck;
  readonly grants: GrantRefresher;
  readonly retries: RetryPolicy;
  readonly tuner: ConcurrencyTuner;
  readonly unanswered: UnansweredParts;
  /** An attempt begins. */
  readonly onAttempt: () => void;
  /** Bytes are sent or a part is stored: with the bytes that have left since the last call. */
  readonly onProgress: (moved: number) => void;
}

/** An answer after which another attempt may succeed, or none will. */
export type Failure = Extract<PartResult, { kind: 'unauthorized' | 'retry' | 'fatal' }>;

/** A failed request. */
export interface FailedRequest {
  readonly part?: Part;
  readonly grant: Grant;
  readonly isNameless: boolean;
  readonly startedAt: number;
  readonly signal: AbortSignal;
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

/**
 * Sends parts of one plan over its transport, each with as many attempts as it needs, and joins them. An attempt gets its grant,
 * leaves with a time limit, and is answered; what it came to is recovered from here, unless the plan has to change.
 */
export class PartSender {
  readonly plan: PartPlan;
  readonly #transport: Transport;
  readonly #options: PartSenderOptions;
  /** The last save that is kept, and those under way. */
  #saves: readonly Save[] = [];
  /** Parts that are sent, or wait for another attempt. */
  #sending = 0;
  /** The request in flight whose answer names the video. */
  #naming: { part: Part; answered: Promise<void> } | undefined;

  constructor(plan: PartPlan, transport: Transport, options: PartSenderOptions) {
    this.plan = plan;
    this.#transport = transport;
    this.#options = options;
  }

  /** The transport's present limits. */
  get limits(): SendLimits {
    const { videoId } = this.#options.grants;
    return {
      minBytes: this.plan.minBytes,
      maxConnections: this.#transport.maxConnections(videoId !== undefined),
    };
  }

  /** How many parts may be in flight. */
  get connections(): number {
    const { retries, tuner } = this.#options;
    // A server that is down is tried with one part.
    return retries.isDown ? 1 : Math.min(tuner.connections, this.limits.maxConnections);
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

  /** Resolves when the part is stored, cannot be stored by this plan, or is to be sent later. */
  async send(part: Part, signal: AbortSignal): Promise<PlanInterruption | undefined> {
    this.#sending++;
    try {
      return await this.#send(part, signal);
    } finally {
      this.#sending--;
    }
  }

  async #send(part: Part, signal: AbortSignal): Promise<PlanInterruption | undefined> {
    const { environment, grants, retries, tuner } = this.#options;
    let sizeRefusals = 0;
    if (!part.mayBeStored) await this.#untilSaved(part, signal);
    for (;;) {
      if (this.#sending > this.connections && retries.isDown) return undefined;
      const mustKeep = grants.mustKeep(this.#transport.hasFixedTarget);
      const isNameless = mustKeep && part.mayBeStored;
      await retries.untilAllowed(signal);
      const grant = await grants.get({ mustKeep, isNameless }, signal);
      const isStored = part.mayBeStored ? await this.#isStored(part, grant, signal) : undefined;
      signal.throwIfAborted();
      const startedAt = environment.now();
      const failed = { part, grant, isNameless, startedAt, signal };
      const result: PartResult = isStored
        ? { kind: 'already-stored' }
        : await this.#attempt(part, grant, mustKeep, signal);
      switch (result.kind) {
        case 'stored':
        case 'already-stored':
          if ('video' in result) grants.takeVideo(result.video);
          this.#onStored(part, signal, isStored ? undefined : environment.now() - startedAt);
          return undefined;
        case 'too-large':
          if (this.plan.markTooLarge(part, isStored === false)) {
            tuner.restartFromOne();
            return result;
          }
          // A part that may be stored may be found yet, or may have met a temporary limit.
          if (!part.mayBeStored || isStored === false || ++sizeRefusals > MAX_SIZE_REFUSALS)
            throw result.error;
          await this.#recover({ ...result, kind: 'retry' }, failed);
          break;
        case 'replan':
        case 'lost':
          return result;
        default:
          await this.#recover(result, failed);
      }
    }
  }

  /** Has the server make one upload of its parts, where the wire needs that. */
  async finish(signal: AbortSignal): Promise<PlanInterruption | undefined> {
    const transport = this.#transport;
    if (!transport.finish) return undefined;
    const { environment, file, grants, retries } = this.#options;
    const recover = (result: Failure, failed: FailedRequest) => this.#recover(result, failed);
    for (;;) {
      const extras = await loadExtras();
      if (extras) return extras.joinParts({ transport, environment, file, grants, retries, recover, signal });
      const error = new VhError('network', 'A part of the uploader could not be loaded.');
      await retries.retryOrThrow(error, grants.grant?.url, signal);
    }
  }

  /** Resolves when another attempt may succeed, and throws when none will. */
  async #recover(
    result: Failure,
    { part, grant, isNameless, startedAt, signal }: FailedRequest,
  ): Promise<void> {
    const { changeCheck, grants, retries, tuner } = this.#options;
    const { error } = result;
    if (result.kind === 'fatal') throw error;
    if (result.kind === 'unauthorized') return grants.replaceRefused(grant, error, isNameless, signal);
    tuner.onFailure();
    if (retries.activeAttempts === 0 || error.code === 'rate-limited') tuner.restartFromOne();
    await changeCheck.assertUnchanged(signal, part?.from);
    const { retryAfterMs } = result;
    await retries.waitBeforeRetry({ error, url: grant.url, startedAt, retryAfterMs, part }, signal);
  }

  /** Sends the part once. The part knows afterwards whether it may be stored. */
  async #attempt(part: Part, grant: Grant, isUnnamed: boolean, signal: AbortSignal): Promise<PartResult> {
    const { environment, retries, tuner, unanswered, onAttempt } = this.#options;
    const plan = this.plan;
    const { from, to, mayBeStored } = part;
    const request: WatchedRequest = {
      size: to - from,
      fileSize: to === plan.size ? plan.size : to - from,
      speed: tuner.connectionSpeed,
      reportsProgress: environment.sender.reportsProgress,
      failures: part.failures,
    };
    retries.beginAttempt();
    // Until an answer says otherwise: a pause or a broken line leaves the question open.
    part.mayBeStored = true;
    let found: FoundPart | undefined;
    try {
      const sending = withStallTimeout<PartResult>(
        environment,
        request,
        signal,
        (stall, either) => {
          const attempt = this.#attemptOf(part, { grant, mayBeStored, stall, either, signal });
          const isLast = () => plan.storedBytes + to - from >= plan.size;
          unanswered.untilFound(this.#transport, attempt, stall, isLast).then(
            (there) => {
              found = there;
              if (there) stall.expire();
            },
            () => {},
          );
          return this.#transport.send(attempt);
        },
        (error, stall) => {
          unanswered.onStall(stall);
          return found ?? { kind: 'retry', error };
        },
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
    const plan = this.plan;
    const isOver = () => either.aborted || part.state !== 'sending';
    return {
      part: { index, from, to, mayBeStored, mayCollide },
      count: plan.count,
      file: this.#options.file,
      grant,
      videoId: this.#options.grants.videoId,
      signal: either,
      readBody: this.#options.unanswered.readBody,
      get sentBytes() {
        return part.sentBytes;
      },
      onProgress: (bytes, isSent) => {
        if (isOver()) return;
        stall.onProgress(bytes, isSent);
        this.#options.onProgress(plan.setSent(part, bytes));
      },
      onSkip: (bytes) => {
        if (isOver()) return;
        plan.setSent(part, bytes);
        this.#options.onProgress(0);
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
    this.plan.markStored(part);
    const { environment, retries, tuner, onProgress } = this.#options;
    const isUncounted = ms !== undefined && !environment.sender.reportsProgress;
    const bytes = part.to - part.from;
    onProgress(isUncounted ? bytes : 0);
    if (ms !== undefined) tuner.onPartStored(bytes, ms, retries.activeAttempts + 1, this.limits);
    this.#onSuccess();
    // The next parts need not wait for a save of their own.
    this.plan.cutAhead(this.connections, tuner.partBytes, this.connections, tuner.sizeFactor);
    // An aborted upload does not wait for it.
    this.#save(signal).catch(() => {});
  }

  #onSuccess(): void {
    const { grants, retries } = this.#options;
    grants.onSuccess();
    retries.onSuccess();
  }

  /** Resolves when another visit would know of the part, and of the video that it goes to. */
  async #untilSaved({ index }: Part, signal: AbortSignal): Promise<void> {
    const { grant, videoId } = this.#options.grants;
    // The first one: a later one is kept later.
    const save = this.#saves.find(
      (one) => one.grant === grant && one.videoId === videoId && index < one.parts,
    );
    // One that ended with the part that began it says nothing of the others.
    await (save ? save.done.catch(() => this.#save(signal)) : this.#save(signal));
  }

  #save(signal: AbortSignal): Promise<void> {
    const { grants, memory } = this.#options;
    const { grant, videoId } = grants;
    const done = memory.save({ grant, videoId, plan: this.plan, transport: this.#transport }, signal);
    const save = { grant, videoId, parts: this.plan.parts.length, done };
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
    const { videoId } = this.#options.grants;
    if (videoId === undefined || mayCollide) return undefined;
    try {
      return (await this.#transport.storedParts?.(grant, videoId, signal, index))?.has(index);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }
}

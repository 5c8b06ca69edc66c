import type { Grant } from '../../core/wire/grant.ts';
import { isVhError, VhError, type VhErrorCode } from '../../core/errors/vh-error.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import { FileChangeCheck } from '../file/file-change-check.ts';
import { asGrowing } from '../ports/recording-file.ts';
import { GrantRefresher } from '../grants/grant-refresher.ts';
import type { GrantSettings } from '../ports/grant-settings.ts';
import type { KnownPart, PartPlan } from '../plan/part-plan.ts';
import type { UploadRecord } from '../ports/upload-record.ts';
import { RetryPolicy, type WaitListener } from '../retry/retry-policy.ts';
import { withStallTimeout } from '../retry/stall-timeout.ts';
import { openTransport } from '../transports/open-transport.ts';
import type { PartResult, Transport } from '../ports/transport.ts';
import { ConcurrencyTuner } from './concurrency-tuner.ts';
import { FailureRecovery } from './failure-recovery.ts';
import type { PlanInterruption } from './part-sender.ts';
import { PlanSender, type PlanSenderOptions } from './plan-sender.ts';
import { UploadTarget } from './upload-target.ts';

/** The tools and listeners of one file's sender. */
export interface FileSenderOptions extends Pick<
  PlanSenderOptions,
  'file' | 'environment' | 'memory' | 'onAttempt' | 'onProgress'
> {
  readonly settings: () => GrantSettings;
  readonly onWait: WaitListener;
}

/** The answer of a page's server to a video that cannot be resumed. */
const CANNOT_RESUME: ReadonlySet<VhErrorCode> = new Set(['grant-refused', 'not-found', 'token-invalid']);

/**
 * Sends one file, as many parts at once as the line is good for, and remembers the stored parts: `run` may be aborted
 * and called again, and resumes.
 */
export class FileSender {
  readonly #options: FileSenderOptions;
  readonly #changeCheck: FileChangeCheck;
  readonly #retries: RetryPolicy;
  readonly #grants: GrantRefresher;
  readonly #target: UploadTarget;
  readonly #recovery: FailureRecovery;
  readonly #tuner = new ConcurrencyTuner();
  #transport: Transport | undefined;
  #plan: PartPlan | undefined;
  #sender: PlanSender | undefined;
  #lastRun: Promise<unknown> = Promise.resolve();
  #hasRestarted = false;
  /** A look into the file that was begun before the run. */
  #readable: Promise<void> | undefined;
  /** True once samples of the file were taken. */
  #isSampled = false;

  constructor(options: FileSenderOptions) {
    this.#options = options;
    const { file, settings, environment, memory, onWait } = options;
    this.#changeCheck = new FileChangeCheck(file, environment);
    // A person who records looks into the camera: no lost connection ends that upload.
    this.#retries = new RetryPolicy(environment, onWait, () => asGrowing(file) !== undefined);
    this.#grants = new GrantRefresher(file, settings, environment, this.#retries);
    this.#target = new UploadTarget(this.#grants, memory);
    this.#recovery = new FailureRecovery(this.#target, this.#retries, this.#tuner, this.#changeCheck);
  }

  /** The present grant, for requests about the video. */
  get grant(): Grant | undefined {
    return this.#grants.grant;
  }

  /** Bytes of the file that the service has confirmed. */
  get storedBytes(): number {
    return this.#plan?.storedBytes ?? 0;
  }

  /** As `grant`, also where another tab has sent it all; undefined where none is at hand. */
  grantForQuestions(videoId: string, signal: AbortSignal): Promise<Grant | undefined> {
    return this.#grants.getForQuestions(videoId, signal);
  }

  /** Begins to read the file, beside whatever the run has to wait for. */
  prepare(signal: AbortSignal): void {
    this.#readable = this.#changeCheck.assertReadable(signal);
    this.#readable.catch(() => {});
  }

  /** Sends the parts not stored yet. Throws a VhError when that cannot be done, or the signal's reason. */
  run(signal: AbortSignal): Promise<UploadedVideo> {
    // After the run before has ended: two that count parts at once would lose one.
    const run = this.#lastRun.then(() => this.#run(signal));
    this.#lastRun = run.catch(() => {});
    return run;
  }

  /** As `PartSender.untilNamed`. */
  untilNamed(): Promise<void> | undefined {
    return this.#sender?.untilNamed();
  }

  /** Ends the server's part of the upload, as far as the wire can. */
  async abandon(): Promise<void> {
    if (this.grant) await this.#transport?.abandon?.(this.grant);
    await this.giveBack();
  }

  /** Releases a video that has stayed empty, when its upload has ended for good. A later run waits, and starts over. */
  giveBack(error?: unknown): Promise<void> {
    const given = this.#lastRun.then(async () => {
      const { giveBack } = await import('./give-back.ts');
      await this.#grants.settle();
      if (!(await giveBack(this.#options, this.#grants, this.#plan, error))) return;
      this.#plan = this.#sender = this.#transport = undefined;
      this.#target.forget(true);
    });
    return (this.#lastRun = given.catch(() => {}));
  }

  async #run(signal: AbortSignal): Promise<UploadedVideo> {
    const { file, environment, memory, onProgress } = this.#options;
    signal.throwIfAborted();
    this.#grants.markProven();
    this.#retries.restart();
    this.#hasRestarted = false;
    this.#plan?.resetFailures();
    await (this.#isSampled ? this.#changeCheck.assertUnchanged(signal) : this.#readable);
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    const onAttempt = () => {
      this.#options.onAttempt();
      this.#onSamples(stop, either);
    };
    const shared = {
      ...{ file, environment, memory, onAttempt, onProgress },
      ...{ target: this.#target, retries: this.#retries, recovery: this.#recovery, tuner: this.#tuner },
    };
    // A pause may have come between an interruption and what it leads to.
    const left = this.#sender?.interruption;
    if (left && this.#plan) this.#handleInterruption(this.#plan, left);
    for (;;) {
      const { plan, transport } = await this.#openPlan(signal);
      // It may have no part to send for long: another visit goes into the same video all the same.
      const { grant, videoId } = this.#target;
      if (asGrowing(file)) await memory.save({ grant, videoId, plan, transport }, signal);
      this.#sender = new PlanSender(shared, plan, transport);
      let interruption = await this.#sender.run(either);
      // Bytes of two files are no success, although the service has taken all of them.
      if (!interruption) await this.#changeCheck.assertUnchanged(signal);
      interruption ??= await this.#finishUpload(transport, signal);
      if (!interruption) {
        // An upload whose bytes are not all stored is never complete, whatever the reason.
        if (plan.isDone) break;
        throw new VhError('unexpected-answer', 'Parts of the file were not sent.');
      }
      this.#handleInterruption(plan, interruption);
    }
    if (file.size === 0) throw new VhError('file-empty', 'The recording has no bytes.');
    return this.#target.video;
  }

  /** Beside the first part: reading them would hold that up. */
  #onSamples(stop: AbortController, signal: AbortSignal): void {
    if (this.#isSampled) return;
    this.#isSampled = true;
    this.#changeCheck.assertUnchanged(signal).catch((error: unknown) => {
      stop.abort(error);
    });
  }

  /** Resumes an earlier visit's upload, or begins one. */
  async #openPlan(signal: AbortSignal): Promise<{ plan: PartPlan; transport: Transport }> {
    const { file, environment, memory, onProgress } = this.#options;
    const grant = await this.#getGrant(signal);
    while (!this.#transport) {
      try {
        this.#transport = await openTransport(grant.protocol, environment);
      } catch (error) {
        await this.#retries.retryOrThrow(error, grant.url, signal);
      }
    }
    const transport = this.#transport;
    if (this.#plan) return { plan: this.#plan, transport };
    if (!transport.acceptsUnknownSize) await untilComplete(file, signal);
    const record = memory.resumePoint;
    if (record) transport.restoreState?.(record.wire);
    const plan = (this.#plan = await transport.plan(file, grant, signal));
    if (record) {
      const parts = await confirmParts(record, transport, grant, signal);
      if (!parts) {
        this.#handleInterruption(plan, { kind: 'lost', error: unknownParts(), withVideo: true });
        return this.#openPlan(signal);
      }
      plan.restore(parts);
    }
    onProgress(plan.progress, 0);
    return { plan, transport };
  }

  /** A grant for the resume point, if there is one; otherwise a grant for a new upload. */
  async #getGrant(signal: AbortSignal): Promise<Grant> {
    const { memory, onWait } = this.#options;
    const record = this.#plan ? undefined : memory.load();
    const { videoId } = this.#target;
    try {
      const grant = await this.#grants.getFirst({ videoId, claim: memory.resumePoint?.claim }, signal);
      if (!record || memory.matches(grant)) return grant;
      // The stored bytes are elsewhere, or in other parts: nothing may be added to them with this grant.
      if (grant.videoId === record.videoId) this.#grants.discard();
    } catch (error) {
      if (memory.resumePoint?.videoId === undefined || !isVhError(error) || !CANNOT_RESUME.has(error.code))
        throw error;
    }
    // First: the record stays good for another day as long as no new upload can begin in its place.
    const grant = await this.#grants.getFirst({}, signal);
    memory.discardResumePoint();
    onWait('restart', undefined);
    return grant;
  }

  #handleInterruption(plan: PartPlan, interruption: PlanInterruption): void {
    const { memory, onWait, onProgress } = this.#options;
    this.#sender = undefined;
    switch (interruption.kind) {
      case 'too-large':
        if (!plan.replaceTooLarge()) throw interruption.error;
        return;
      case 'replan':
        // The next plan must not restore the parts that the transport has just given up.
        memory.discardResumePoint();
        this.#plan = undefined;
        return;
      case 'lost':
        this.#plan = undefined;
        // By the same upload id, a service that has made a video of it makes no second one.
        if (interruption.withVideo || !this.#transport?.restart) this.#transport = undefined;
        else this.#transport.restart();
        this.#target.forget(interruption.withVideo ?? false);
        if (this.#hasRestarted || interruption.isTaken) throw interruption.error;
        this.#hasRestarted = true;
        onWait('restart', undefined);
        onProgress(0, 0);
    }
  }

  /** Joins the parts, where the transport needs that. */
  async #finishUpload(transport: Transport, signal: AbortSignal): Promise<PlanInterruption | undefined> {
    const { file, environment } = this.#options;
    const request = { size: 0, fileSize: file.size, speed: undefined, reportsProgress: true, failures: 0 };
    const ignore = () => {};
    const quiet = {
      onProgress: ignore,
      onServerProgress: ignore,
      onStateChange: () => Promise.resolve(),
    };
    while (transport.finish) {
      const { videoId } = this.#target;
      const mustKeepGrant = this.#target.mustKeepGrant(transport);
      const isNameless = request.failures > 0 && videoId === undefined;
      await this.#retries.untilAllowed(signal);
      const grant = await this.#target.getGrant(mustKeepGrant, isNameless, signal);
      const startedAt = environment.now();
      const result = await withStallTimeout<PartResult>(
        environment,
        request,
        signal,
        async (stall, either) => {
          stall.onProgress(0);
          const attempt = { ...quiet, file, grant, videoId: this.#target.videoId, signal: either };
          return (await transport.finish?.(attempt)) ?? { kind: 'stored' };
        },
        (error) => ({ kind: 'retry', error }),
      );
      request.failures++;
      switch (result.kind) {
        case 'stored':
          this.#target.updateVideo(result.video);
          return undefined;
        case 'unauthorized':
        case 'retry':
        case 'fatal':
          await this.#recovery.recover(result, { grant, isNameless, startedAt, signal });
          break;
        case 'too-large':
          throw result.error;
        default:
          return result.kind === 'lost' ? result : undefined;
      }
    }
    return undefined;
  }
}

/**
 * The record's parts, corrected by the server where it can say. Nothing when it has parts that are not in the record:
 * their bounds are unknown.
 */
async function confirmParts(
  { parts, videoId }: UploadRecord,
  transport: Transport,
  grant: Grant,
  signal: AbortSignal,
): Promise<readonly KnownPart[] | undefined> {
  if (videoId === undefined || !transport.storedParts) return parts;
  const there = await transport.storedParts(grant, videoId, signal).catch(() => undefined);
  signal.throwIfAborted();
  if (!there) return parts;
  if ([...there].some((index) => index >= parts.length)) return undefined;
  return parts.map((part, index) => ({ ...part, stored: there.has(index) }));
}

function unknownParts(): VhError {
  return new VhError(
    'unexpected-answer',
    'The service has parts of the upload that this browser did not send.',
  );
}

/** Resolves when nothing more comes. */
async function untilComplete(file: File, signal: AbortSignal): Promise<void> {
  for (let recording; (recording = asGrowing(file));) await recording.grown(signal);
}

import type { Grant } from '../../core/wire/grant.ts';
import { isVhError, VhError, type VhErrorCode } from '../../core/errors/vh-error.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import { FileChangeCheck } from '../file/file-change-check.ts';
import { asGrowing, type RecordingFile } from '../ports/recording-file.ts';
import { loadExtras } from '../parts.ts';
import { GrantRefresher } from '../grants/grant-refresher.ts';
import type { GrantSettings } from '../ports/grant-settings.ts';
import type { Part, PartPlan } from '../plan/part-plan.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import type { ResumeMemory } from '../resume/resume-memory.ts';
import { RetryPolicy, type WaitListener } from '../retry/retry-policy.ts';
import { openTransport } from './open-transport.ts';
import type { Transport } from '../ports/transport.ts';
import { ConcurrencyTuner } from './concurrency-tuner.ts';
import { PartSender, type PlanInterruption } from './part-sender.ts';
import { UnansweredParts } from './unanswered-parts.ts';

/** What one upload sends its file with, and its listeners. */
export interface FileSenderOptions {
  readonly file: File;
  readonly settings: () => GrantSettings;
  readonly environment: UploadEnvironment;
  readonly memory: ResumeMemory;
  /** An attempt begins. */
  readonly onAttempt: () => void;
  readonly onWait: WaitListener;
  /**
   * Bytes stored and in flight, of the whole file, and bytes sent since the last call, the repeated ones too;
   * `rests` says that there is no more to send for now.
   */
  readonly onProgress: (bytes: number, moved: number, rests?: boolean) => void;
}

/** The answer of a page's server to a video that cannot be resumed. */
const CANNOT_RESUME: ReadonlySet<VhErrorCode> = new Set(['grant-refused', 'not-found', 'token-invalid']);

/**
 * Sends one file: gets its grant, opens the transport, has it plan the parts, and sends as many of them at once as the line is
 * good for. `PartSender` sends each. It keeps the plan, so that `run` may be aborted and called again, and resumes.
 */
export class FileSender {
  readonly #options: FileSenderOptions;
  readonly #changeCheck: FileChangeCheck;
  readonly #retries: RetryPolicy;
  readonly #grants: GrantRefresher;
  readonly #tuner = new ConcurrencyTuner();
  readonly #unanswered: UnansweredParts;
  #transport: Transport | undefined;
  #plan: PartPlan | undefined;
  /** Sends the parts of the plan. */
  #parts: PartSender | undefined;
  readonly #inFlight = new Map<Part, { done: Promise<void>; stop: AbortController }>();
  /** Why the plan ended before all was stored, also where the run was aborted meanwhile. */
  #interruption: PlanInterruption | undefined;
  #failure: { error: unknown } | undefined;
  #growing: Promise<void> | undefined;
  #lastRun: Promise<unknown> = Promise.resolve();
  #hasRestarted = false;
  /** A look into the file that was begun before the run. */
  #readable: Promise<void> | undefined;
  /** True once samples of the file were taken. */
  #isSampled = false;

  constructor(options: FileSenderOptions) {
    this.#options = options;
    const { file, settings, environment, onWait } = options;
    this.#changeCheck = new FileChangeCheck(file, environment);
    // A person who records looks into the camera: no lost connection ends that upload.
    this.#retries = new RetryPolicy(environment, onWait, () => asGrowing(file) !== undefined);
    this.#grants = new GrantRefresher(file, settings, environment, this.#retries);
    this.#unanswered = new UnansweredParts(environment, settings, this.#retries);
  }

  /** The present grant, for requests about the video. */
  get grant(): Grant | undefined {
    return this.#grants.grant;
  }

  /** The video that all of it is for, as soon as it is known. */
  get videoId(): string | undefined {
    return this.#grants.videoId;
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
    return this.#parts?.untilNamed();
  }

  /** Ends the server's part of the upload, as far as the wire can. */
  async abandon(): Promise<void> {
    if (this.grant) await this.#transport?.abandon?.(this.grant);
    await this.giveBack();
  }

  /** Releases a video that has stayed empty, when its upload has ended for good. A later run waits, and starts over. */
  giveBack(error?: unknown): Promise<void> {
    const given = this.#lastRun.then(async () => {
      const grants = this.#grants;
      await grants.settle();
      const { file, environment, memory } = this.#options;
      const { resumePoint } = memory;
      // Of hundreds that end before their turn, none has a video.
      if (!grants.grant && !resumePoint) return;
      const extras = await loadExtras();
      const ended = { file, environment, grants, plan: this.#plan, resumePoint, error };
      if (!(await extras?.giveBack(ended))) return;
      this.#plan = this.#parts = this.#transport = this.#interruption = undefined;
      memory.discardResumePoint();
      grants.discard();
    });
    return (this.#lastRun = given.catch(() => {}));
  }

  async #run(signal: AbortSignal): Promise<UploadedVideo> {
    const { file, memory } = this.#options;
    signal.throwIfAborted();
    this.#grants.beginRun();
    this.#retries.restart();
    this.#hasRestarted = false;
    this.#failure = undefined;
    this.#plan?.resetFailures();
    await (this.#isSampled ? this.#changeCheck.assertUnchanged(signal) : this.#readable);
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    // A pause may have come between an interruption and what it leads to.
    if (this.#interruption && this.#plan) this.#handleInterruption(this.#plan, this.#interruption);
    for (;;) {
      const { plan, transport } = await this.#openPlan(signal);
      // It may have no part to send for long: another visit goes into the same video all the same.
      const { grant, videoId } = this.#grants;
      if (asGrowing(file)) await memory.save({ grant, videoId, plan, transport }, signal);
      const parts = (this.#parts = this.#makePartSender(plan, transport, stop, either));
      let interruption = await this.#sendParts(parts, either);
      // Bytes of two files are no success, although the service has taken all of them.
      if (!interruption) await this.#changeCheck.assertUnchanged(signal);
      interruption ??= await parts.finish(signal);
      if (!interruption) {
        // An upload whose bytes are not all stored is never complete, whatever the reason.
        if (plan.isDone) break;
        throw new VhError('unexpected-answer', 'Parts of the file were not sent.');
      }
      this.#handleInterruption(plan, interruption);
    }
    if (file.size === 0) throw new VhError('file-empty', 'The recording has no bytes.');
    return this.#grants.video;
  }

  #makePartSender(
    plan: PartPlan,
    transport: Transport,
    stop: AbortController,
    signal: AbortSignal,
  ): PartSender {
    const { file, environment, memory } = this.#options;
    let movedBytes = 0;
    const parts = new PartSender(plan, transport, {
      ...{ file, environment, memory, changeCheck: this.#changeCheck },
      ...{ grants: this.#grants, retries: this.#retries, tuner: this.#tuner },
      unanswered: this.#unanswered,
      onAttempt: () => {
        this.#options.onAttempt();
        this.#onSamples(stop, signal);
      },
      onProgress: (moved) => {
        this.#options.onProgress(plan.progress, moved);
        movedBytes += moved;
        if (this.#tuner.onProgress(movedBytes, environment.now(), parts.limits)) this.#withdraw(parts);
      },
    });
    return parts;
  }

  /** Resolves when nothing is in flight and no more can be sent: with the reason, unless all is stored. */
  async #sendParts(parts: PartSender, signal: AbortSignal): Promise<PlanInterruption | undefined> {
    const { plan } = parts;
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    for (;;) {
      const recording = this.#updateSize(plan);
      this.#fill(parts, either, stop);
      const isOver = signal.aborted || this.#failure || this.#interruption;
      // An abort waits for the parts in flight all the same: two runs that count parts at once would lose one.
      const more = isOver || !recording ? undefined : this.#untilGrown(recording, signal);
      if (this.#inFlight.size === 0) {
        if (!more) break;
        this.#options.onProgress(plan.progress, 0, true);
      }
      const inFlight = Array.from(this.#inFlight.values(), ({ done }) => done);
      await Promise.race([...inFlight, ...(more ? [more] : [])]);
    }
    signal.throwIfAborted();
    if (this.#failure) throw this.#failure.error;
    return this.#interruption;
  }

  /** Reports to the plan what a recording has written meanwhile. */
  #updateSize(plan: PartPlan): RecordingFile | undefined {
    const { file } = this.#options;
    const recording = asGrowing(file);
    plan.grow(file.size, recording !== undefined);
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
  #fill(parts: PartSender, signal: AbortSignal, stop: AbortController): void {
    const { partBytes, sizeFactor } = this.#tuner;
    if (this.#failure || this.#interruption) return;
    for (let free; (free = parts.connections - this.#inFlight.size) > 0;) {
      const { connections, plan } = parts;
      plan.cutAhead(free, partBytes, connections, sizeFactor);
      const part = plan.next(partBytes, connections, sizeFactor);
      if (!part) return;
      this.#sendPart(part, parts, signal, stop);
    }
  }

  /** Takes back the parts that a slow line has no room for, the last ones first; they are sent later. Not those that have left. */
  #withdraw({ connections }: PartSender): void {
    for (const [{ sentBytes, from, to }, { stop }] of [...this.#inFlight].slice(connections))
      if (sentBytes < to - from) stop.abort();
  }

  #sendPart(part: Part, parts: PartSender, signal: AbortSignal, stopAll: AbortController): void {
    const stop = new AbortController();
    const done = parts
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
        parts.plan.putBack(part);
        this.#inFlight.delete(part);
      });
    this.#inFlight.set(part, { done, stop });
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
      const extras = await loadExtras();
      const parts = await extras?.confirmParts(record, transport, grant, signal);
      if (parts && 'kind' in parts) {
        this.#handleInterruption(plan, parts);
        return this.#openPlan(signal);
      }
      plan.restore(parts ?? record.parts);
    }
    onProgress(plan.progress, 0);
    return { plan, transport };
  }

  /** A grant for the resume point, if there is one; otherwise a grant for a new upload. */
  async #getGrant(signal: AbortSignal): Promise<Grant> {
    const { memory, onWait } = this.#options;
    const record = this.#plan ? undefined : memory.load();
    // What asks the service for the parts that it has, beside the request for the grant.
    if (record) void loadExtras();
    const { videoId, claim } = memory.resumePoint ?? {};
    try {
      const grant = await this.#grants.getFirst({ videoId, claim }, signal);
      if (!record || memory.matches(grant)) return grant;
      // The stored bytes are elsewhere, or in other parts: nothing may be added to them with this grant.
      if (grant.videoId === record.videoId) this.#grants.discard();
    } catch (error) {
      if (videoId === undefined || !isVhError(error) || !CANNOT_RESUME.has(error.code)) throw error;
    }
    // First: the record stays good for another day as long as no new upload can begin in its place.
    const grant = await this.#grants.getFirst({}, signal);
    memory.discardResumePoint();
    onWait('restart', undefined);
    return grant;
  }

  #handleInterruption(plan: PartPlan, interruption: PlanInterruption): void {
    const { memory, onWait, onProgress } = this.#options;
    this.#parts = this.#interruption = undefined;
    switch (interruption.kind) {
      case 'too-large':
        if (!plan.replaceTooLarge()) throw interruption.error;
        return;
      case 'replan':
        // The next plan must not restore the parts that the transport has just given up.
        memory.discardResumePoint();
        this.#grants.forgetVideo();
        this.#plan = undefined;
        return;
      case 'lost':
        this.#plan = undefined;
        // By the same upload id, a service that has made a video of it makes no second one.
        if (interruption.withVideo || !this.#transport?.restart) this.#transport = undefined;
        else this.#transport.restart();
        memory.discardResumePoint();
        if (interruption.withVideo) this.#grants.discard();
        else this.#grants.forgetVideo();
        if (this.#hasRestarted || interruption.isTaken) throw interruption.error;
        this.#hasRestarted = true;
        onWait('restart', undefined);
        onProgress(0, 0);
    }
  }
}

/** Resolves when nothing more comes. */
async function untilComplete(file: File, signal: AbortSignal): Promise<void> {
  for (let recording; (recording = asGrowing(file));) await recording.grown(signal);
}

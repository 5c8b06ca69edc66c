import { abortable } from '../../core/async/abortable.ts';
import type { Grant } from '../../core/wire/grant.ts';
import { isVhError, type VhError } from '../../core/errors/vh-error.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import type { PartPlan } from '../plan/part-plan.ts';
import { withTimeout } from '../retry/with-timeout.ts';
import type { Transport } from '../ports/transport.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import type { OpenMemory, OpenMemoryOptions, UploadMemory, VisitorWish } from '../ports/upload-memory.ts';
import type { UploadRecord } from '../ports/upload-record.ts';

/** A save that takes longer does not hold up the upload. */
const SAVE_TIMEOUT_MS = 2_000;

/** Settings of a `ResumeMemory`. */
export interface ResumeMemoryOptions {
  /** Undefined for an upload that ends with the page. */
  open: OpenMemory | undefined;
  describe: () => Omit<OpenMemoryOptions, 'signal' | 'onLost' | 'chosenAt'>;
  environment: UploadEnvironment;
  onLost: (error: VhError) => void;
}

/** The state of an upload that is saved. */
export interface ResumeState {
  grant: Grant | undefined;
  videoId: string | undefined;
  plan: PartPlan;
  transport: Transport;
}

/** When the last file of the page was chosen: no two at the same time, so that their order is known. */
let lastChosenAt = 0;

/** One upload's memory across visits, in IndexedDB or in a recording's journal. Its failures never end the upload. */
export class ResumeMemory {
  readonly #options: ResumeMemoryOptions;
  readonly #chosenAt = (lastChosenAt = Math.max(Date.now(), lastChosenAt + 1));
  #memory: UploadMemory | undefined;
  /** The memory of the run that ended last. */
  #ended: UploadMemory | undefined;
  #resumePoint: UploadRecord | undefined;
  /** The last opening, perhaps still under way. */
  #opening: Promise<unknown> | undefined;
  #isLost = false;

  constructor(options: ResumeMemoryOptions) {
    this.#options = options;
  }

  /** The record of an earlier visit, from `load` until the upload restarts. */
  get resumePoint(): UploadRecord | undefined {
    return this.#resumePoint;
  }

  /**
   * Resolves when this upload holds the tab lock: with the video, when another tab has made it meanwhile, and whether
   * another tab has continued the upload since this one held the lock.
   */
  async begin(signal: AbortSignal): Promise<{ video: UploadedVideo | undefined; hasMoved: boolean }> {
    const { open, describe } = this.#options;
    // A pause after another tab has completed it leaves it complete.
    if (this.#memory || !open) return { video: this.#memory?.video, hasMoved: false };
    const opening = open({ ...describe(), chosenAt: this.#chosenAt, signal, onLost: this.#onLost });
    this.#opening = opening;
    try {
      this.#memory = await opening;
    } catch (error) {
      signal.throwIfAborted();
      this.#onLost(error);
    }
    const { video, record, touchedAt } = this.#memory ?? {};
    const hasMoved = this.#ended !== undefined && record !== undefined && touchedAt !== this.#ended.touchedAt;
    return { video, hasMoved };
  }

  /** Reads the record of an earlier visit. */
  load(): UploadRecord | undefined {
    return (this.#resumePoint = this.#memory?.record);
  }

  /** True when the grant is for the resume point. */
  matches(grant: Grant): boolean {
    const point = this.#resumePoint;
    return (
      point?.protocol === grant.protocol &&
      point.endpoint === endpointOf(grant) &&
      (grant.videoId === undefined || point.videoId === grant.videoId)
    );
  }

  /** Resolves when the state is stored, or storing has taken too long. */
  async save({ grant, videoId, plan, transport }: ResumeState, signal: AbortSignal): Promise<void> {
    const memory = this.#memory;
    if (!grant || !memory) return;
    const record: UploadRecord = {
      protocol: grant.protocol,
      endpoint: endpointOf(grant),
      videoId,
      parts: plan.parts.map(({ from, to, state }) => ({ from, to, stored: state === 'stored' })),
      wire: transport.saveState?.() ?? [],
      ...(grant.claim === undefined ? {} : { claim: grant.claim }),
    };
    try {
      await withTimeout(SAVE_TIMEOUT_MS, this.#options.environment, signal, (soon) =>
        abortable(memory.save(record), soon),
      );
    } catch {
      signal.throwIfAborted();
    }
  }

  /** The upload restarts: there is nothing left to resume, by another visit neither. */
  discardResumePoint(): void {
    this.#resumePoint = undefined;
    if (this.#memory) void this.#memory.forget();
    else void this.#ended?.cancel();
  }

  /** What the visitor wants of the upload, also after it has failed. */
  note(wish: VisitorWish): void {
    (this.#memory ?? this.#ended)?.note?.(wish);
  }

  /** Notifies the tabs that follow how many bytes are sent. */
  reportSent(sent: number): void {
    this.#memory?.reportSent(sent);
  }

  /** The upload is complete. */
  finish(video: UploadedVideo): void {
    void this.#end()?.finish(video);
  }

  /** True while another visit would know of the upload. */
  get isKept(): boolean {
    return this.#memory !== undefined && !this.#isLost;
  }

  /** The upload failed, or its page has left it: it may be continued. */
  release(isLeft?: boolean): void {
    void this.#end()?.release(isLeft);
  }

  /** The upload was cancelled, also after it has failed. True when another tab continues it. */
  async cancel(): Promise<boolean> {
    this.#end();
    return (await this.#ended?.cancel()) ?? false;
  }

  /** The upload was cancelled, perhaps before it had its turn: what an earlier visit has left of it goes as well. */
  async cancelAll(): Promise<boolean> {
    await this.#opening?.catch(() => undefined);
    this.#end();
    this.#ended ??= await this.#openEarlier();
    this.#resumePoint ??= this.#ended?.record;
    return this.cancel();
  }

  async #openEarlier(): Promise<UploadMemory | undefined> {
    const { open, describe } = this.#options;
    const { signal } = new AbortController();
    const earlier = await open?.({ ...describe(), signal, onLost: () => {}, only: 'earlier' }).catch(
      () => undefined,
    );
    // For the offers, here and in other tabs.
    earlier?.reportSent(0);
    return earlier;
  }

  #end(): UploadMemory | undefined {
    const memory = this.#memory;
    this.#memory = undefined;
    if (memory) this.#ended = memory;
    return memory;
  }

  // A file that cannot be read is no failure of the memory: the sender will report it.
  readonly #onLost = (error: unknown): void => {
    this.#isLost = true;
    if (isVhError(error)) this.#options.onLost(error);
  };
}

/** Without its query, which may be a signature; the path of a signed address may be one too. */
function endpointOf({ protocol, url }: Grant): string {
  const { origin, pathname } = new URL(url);
  return protocol === 'put' ? origin : origin + pathname;
}

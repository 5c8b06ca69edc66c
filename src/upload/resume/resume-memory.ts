import { abortable } from '../../core/async/abortable.ts';
import type { Grant } from '../../core/wire/grant.ts';
import { isVhError, type VhError } from '../../core/errors/vh-error.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import type { Part, PartPlan } from '../plan/part-plan.ts';
import type { Transport } from '../ports/transport.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import type { OpenMemory, OpenMemoryOptions, UploadMemory } from '../ports/upload-memory.ts';
import type { UploadRecord } from '../ports/upload-record.ts';

/** A save that takes longer does not hold up the upload. */
const SAVE_TIMEOUT_MS = 2_000;

/** So many named parts last for longer than a save takes, on the fastest line. */
const MIN_NAMED = 3;

/** Settings of a `ResumeMemory`. */
export interface ResumeMemoryOptions {
  /** Undefined for an upload that ends with the page. */
  open: OpenMemory | undefined;
  describe: () => Omit<OpenMemoryOptions, 'signal' | 'onLost'>;
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

/** A save that was begun: its content for another visit, and when that is kept. */
interface Save {
  readonly grant: Grant;
  readonly record: UploadRecord;
  readonly done: Promise<void>;
  isDone: boolean;
}

/** One upload's memory across visits, in IndexedDB or in a recording's journal. Its failures never end the upload. */
export class ResumeMemory {
  readonly #options: ResumeMemoryOptions;
  #memory: UploadMemory | undefined;
  /** The memory of the run that ended last. */
  #ended: UploadMemory | undefined;
  #resumePoint: UploadRecord | undefined;
  /** The last opening, perhaps still under way. */
  #opening: Promise<unknown> | undefined;
  #isLost = false;
  /** The last save that is done, and those under way. */
  #saves: readonly Save[] = [];
  #savedAt = -Infinity;
  /** The state whose save waits for its time. */
  #due: ResumeState | undefined;
  /** Ends the timers and listeners of the present memory. */
  #scope = new AbortController();

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
    if (this.#memory || !open) return { video: undefined, hasMoved: false };
    const opening = open({ ...describe(), signal, onLost: this.#onLost });
    this.#opening = opening;
    try {
      this.#memory = await opening;
    } catch (error) {
      signal.throwIfAborted();
      this.#onLost(error);
    }
    if (this.#memory) this.#options.environment.onLeave?.(() => this.#saveDue(), this.#scope.signal);
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
  async save(state: ResumeState, signal: AbortSignal): Promise<void> {
    const save = this.#save(state);
    if (save) await abortable(save.done, signal);
  }

  /**
   * Stores the state at once; where the last save is not as old as this, later, with what has changed by then. Not later where
   * few parts are left that may leave: none shall wait for a save.
   */
  saveSoon(state: ResumeState, intervalMs: number): void {
    if (!this.#memory) return;
    const { environment } = this.#options;
    const leftMs = this.#savedAt + intervalMs - environment.now();
    const named = state.plan.parts.slice(0, this.#saves.at(-1)?.record.parts.length ?? 0);
    const isLow = named.filter((part) => part.state === 'waiting').length < MIN_NAMED;
    if (leftMs <= 0 || (isLow && named.length < state.plan.parts.length)) this.#save(state);
    else if (!this.#due) {
      this.#due = state;
      environment.sleep(leftMs, this.#scope.signal).then(
        () => this.#saveDue(),
        () => {},
      );
    }
  }

  /** Resolves when another visit would know of the part, and of the video that it goes to. */
  async untilNamed({ index, from, to }: Part, state: ResumeState, signal: AbortSignal): Promise<void> {
    // The first one: a later one is kept later.
    const named = this.#saves.find(({ grant, record }) => {
      const part = record.parts[index];
      return (
        grant === state.grant && record.videoId === state.videoId && part?.from === from && part.to === to
      );
    });
    const save = named ?? this.#save(state);
    if (save && !save.isDone) await abortable(save.done, signal);
  }

  /** Begins to store the state; undefined where nothing can be stored. */
  #save(state: ResumeState): Save | undefined {
    const memory = this.#memory;
    const { grant } = state;
    if (!grant || !memory) return undefined;
    this.#due = undefined;
    this.#savedAt = this.#options.environment.now();
    const record = recordOf(state, grant);
    const save: Save = { grant, record, done: this.#untilKept(memory.save(record)), isDone: false };
    this.#saves = [...this.#saves, save];
    void save.done.then(() => {
      save.isDone = true;
      this.#saves = this.#saves.slice(Math.max(0, this.#saves.indexOf(save)));
    });
    return save;
  }

  #saveDue(): void {
    if (this.#due) this.#save(this.#due);
  }

  /** Resolves when the record is kept, or that has taken too long. */
  async #untilKept(kept: Promise<void>): Promise<void> {
    const over = new AbortController();
    await Promise.race([kept, this.#options.environment.sleep(SAVE_TIMEOUT_MS, over.signal)]).catch(() => {});
    over.abort();
  }

  /** The upload restarts: there is nothing left to resume, by another visit neither. */
  discardResumePoint(): void {
    this.#resumePoint = undefined;
    this.#saves = [];
    this.#due = undefined;
    if (this.#memory) void this.#memory.forget();
    else void this.#ended?.cancel();
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
    this.#saveDue();
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
    const earlier = await open?.({ ...describe(), signal, onLost: () => {}, onlyEarlier: true }).catch(
      () => undefined,
    );
    // For the offers, here and in other tabs.
    earlier?.reportSent(0);
    return earlier;
  }

  #end(): UploadMemory | undefined {
    const memory = this.#memory;
    this.#memory = undefined;
    this.#saves = [];
    this.#due = undefined;
    this.#scope.abort();
    this.#scope = new AbortController();
    if (memory) this.#ended = memory;
    return memory;
  }

  // A file that cannot be read is no failure of the memory: the sender will report it.
  readonly #onLost = (error: unknown): void => {
    this.#isLost = true;
    if (isVhError(error)) this.#options.onLost(error);
  };
}

function recordOf({ videoId, plan, transport }: ResumeState, grant: Grant): UploadRecord {
  return {
    protocol: grant.protocol,
    endpoint: endpointOf(grant),
    videoId,
    parts: plan.parts.map(({ from, to, state }) => ({ from, to, stored: state === 'stored' })),
    wire: transport.saveState?.() ?? [],
    ...(grant.claim === undefined ? {} : { claim: grant.claim }),
  };
}

/** Without its query, which may be a signature; the path of a signed address may be one too. */
function endpointOf({ protocol, url }: Grant): string {
  const { origin, pathname } = new URL(url);
  return protocol === 'put' ? origin : origin + pathname;
}

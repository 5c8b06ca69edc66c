import { pageConfig } from '../core/config.ts';
import { isId } from '../core/id.ts';
import { Store } from '../core/store.ts';
import { VhError, isVhError } from '../core/vh-error.ts';
import type { UploadedVideo } from '../core/video.ts';
import { checkFile, type FileRules } from './check-file.ts';
import type { GrantSettings } from './grant-source.ts';
import { recordingOf } from './growth.ts';
import { PartSender } from './part-sender.ts';
import { Remembering } from './remembering.ts';
import { Tally } from './tally.ts';
import { isUnfinished, type UploadProgress, type UploadState, type WaitReason } from './upload-state.ts';
import { realWorld, type UploadWorld } from './upload-world.ts';

/** What an upload needs to know. */
export interface UploadOptions {
  /** Where grants come from; read anew whenever one is needed. */
  settings: () => GrantSettings;
  /** What the page asks of the file. */
  rules?: FileRules;
  world?: UploadWorld;
  /** The way back to the file after a reload, where the browser gave one: see `droppedHandle`. */
  handle?: FileSystemFileHandle | undefined;
  /** False to remember nothing of the upload, so that it ends with the page. */
  isResumable?: boolean | undefined;
}

/** Milliseconds between two tellings of progress: some browsers would tell a hundred thousand times. */
const PACE = 100;

/**
 * One upload of one file: from the grant to the video that can be played.
 *
 * It ends once: with the bytes stored (`processing`, then `playable` or `stored`), in `failed` with one error, or in
 * `cancelled`. Nothing follows but what a method asks for. A file that breaks the rules makes one that has failed.
 */
export class Upload {
  readonly file: File;
  readonly store: Store<UploadState>;
  readonly #options: UploadOptions;
  readonly #world: UploadWorld;
  readonly #memory: Remembering;
  #sender: PartSender;
  /** True for a file that broke a rule: trying again would not mend it. */
  readonly #isRefused: boolean;
  readonly #tally: Tally;
  #run: AbortController | undefined;
  /** When progress was told last. */
  #toldAt = 0;
  #notice: VhError | undefined;

  constructor(file: File, options: UploadOptions) {
    this.file = file;
    this.#tally = new Tally(file);
    this.#options = options;
    this.#world = options.world ?? realWorld;
    const error = checkFile(file, options.rules ?? {});
    this.#isRefused = error !== undefined;
    this.store = new Store<UploadState>(
      error
        ? { status: 'failed', error, video: undefined, ...this.#progress() }
        : { status: 'idle', ...this.#progress() },
    );
    const { isResumable = true, handle } = options;
    // A recording is another file at every look: it remembers for itself.
    const recording = recordingOf(file);
    const openMemory = recording ? recording.openMemory : this.#world.openMemory;
    this.#memory = new Remembering(
      isResumable ? openMemory : undefined,
      () => ({ file, settings: options.settings(), handle, onFollow: this.#follow }),
      (notice) => {
        this.#notice ??= notice;
      },
    );
    this.#sender = this.#makeSender();
  }

  /** Begins an upload that is idle. */
  start(): void {
    if (this.store.state.status === 'idle') this.#begin();
  }

  /** Stops sending at once; what is stored stays stored. */
  pause(): void {
    const { status } = this.store.state;
    if (status !== 'paused' && isUnfinished(status)) {
      this.#end();
      this.#setPlain('paused');
    }
  }

  /** Goes on where `pause` stopped. */
  resume(): void {
    if (this.store.state.status === 'paused') this.#begin();
  }

  /** Begins again after a failure: with what is not stored yet. */
  retry(): void {
    const { state } = this.store;
    if (state.status === 'failed' && !state.video && !this.#isRefused) this.#begin();
  }

  /**
   * Ends everything, and no more is heard of it. A video whose bytes are stored already stays where it is; an upload that
   * has failed is cleared away.
   */
  cancel(): void {
    const { state } = this.store;
    const { status } = state;
    if (status === 'playable' || status === 'stored' || status === 'cancelled') return;
    if (status === 'failed' && (state.video || this.#isRefused)) return;
    this.#end();
    const unfinished = status !== 'processing';
    if (status !== 'failed') this.#setPlain('cancelled');
    // What the server keeps of it is the server's to clear away when even this cannot be said.
    if (unfinished) this.#abandon().catch(() => {});
  }

  /** For whoever goes away: cancels what is unfinished, and stops watching what is stored. */
  release(): void {
    const { state } = this.store;
    if (state.status === 'failed') return;
    if (state.status !== 'processing') return this.cancel();
    this.#end();
    this.store.set({ ...state, status: 'stored' });
  }

  #begin(): void {
    const run = (this.#run = new AbortController());
    this.#setPlain('granting');
    void this.#send(run.signal);
  }

  #end(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#tally.rest();
  }

  async #send(signal: AbortSignal): Promise<void> {
    let video: UploadedVideo | undefined;
    try {
      video = await this.#sendInTurn(signal);
      signal.throwIfAborted();
      this.store.set({ status: 'processing', video, ...this.#progress() });
      // Not before everybody knows: a tab that dies in between goes on, and finds that all is there.
      this.#memory.finish(video);
      await this.#watch(video, signal);
    } catch (error) {
      // Whoever aborted has set the state that follows.
      if (signal.aborted) return;
      this.#memory.release();
      this.store.set({ status: 'failed', error: toVhError(error), video, ...this.#progress() });
    }
  }

  /** Sends what is not stored yet, when no other tab does. */
  async #sendInTurn(signal: AbortSignal): Promise<UploadedVideo> {
    const { video, hasMoved } = await this.#memory.begin(signal);
    if (video) {
      this.#tally.follow(this.file.size);
      return video;
    }
    if (hasMoved) this.#sender = this.#makeSender();
    return this.#sender.run(signal);
  }

  #makeSender(): PartSender {
    return new PartSender({
      file: this.file,
      settings: this.#options.settings,
      world: this.#world,
      memory: this.#memory,
      listener: {
        onSending: () => {
          this.#setPlain('uploading');
        },
        onWait: (why, ms) => {
          this.#wait(why, ms);
        },
        onProgress: (bytes, rests) => {
          this.#count(bytes, rests);
        },
      },
    });
  }

  #wait(why: WaitReason, ms: number | undefined): void {
    this.#tally.rest();
    if (why === 'anew') {
      this.#tally.lose();
      this.#notice = new VhError(
        'upload-restarted',
        'There was no going on with what was begun: it began anew.',
      );
    }
    const until = ms === undefined ? undefined : Date.now() + ms;
    this.store.set({ status: 'waiting', why, until, ...this.#progress() });
  }

  /** Another tab sends this file. */
  readonly #follow = (sent: number): void => {
    if (!isUnfinished(this.store.state.status) || this.store.state.status === 'paused') return;
    this.#tally.follow(sent);
    this.#wait('elsewhere', undefined);
  };

  /** Ends the server's part, unless another tab goes on with it. */
  async #abandon(): Promise<void> {
    if (!(await this.#memory.cancel())) await this.#sender.abandon();
  }

  async #watch(video: UploadedVideo, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { watchProcessing } = await import('./watch-processing.ts').catch(() => ({
      watchProcessing: undefined,
    }));
    signal.throwIfAborted();
    const settings = this.#options.settings();
    const backend = settings.backend ?? pageConfig().backend;
    const assetUrl = settings.assetUrl ?? pageConfig().assetUrl;
    // A tab that followed has none of its own. Where there is a backend, that can say.
    const isNeeded = !backend && isId(video.videoId);
    const grant = isNeeded ? await this.#sender.lookGrant(video.videoId, signal) : this.#sender.grant;
    const options = { video, grant, backend, assetUrl, world: this.#world, signal };
    // Not to know when it can be played is no failure of the upload.
    const playable = await watchProcessing?.(options);
    signal.throwIfAborted();
    this.store.set({ status: playable ? 'playable' : 'stored', video, ...this.#progress() });
  }

  #count(bytes: number, rests = false): void {
    const now = this.#world.now();
    this.#tally.count(bytes, now);
    if (this.store.state.status !== 'uploading') return;
    if (rests) this.#tally.rest();
    else if (now - this.#toldAt < PACE && bytes < this.file.size) return;
    this.#toldAt = now;
    this.#memory.tell(this.#tally.progress.sent);
    this.#setPlain('uploading');
  }

  #setPlain(status: 'granting' | 'uploading' | 'paused' | 'cancelled'): void {
    this.store.set({ status, ...this.#progress() });
  }

  #progress(): UploadProgress {
    return { ...this.#tally.progress, ...(this.#notice && { notice: this.#notice }) };
  }
}

// Without the error itself: a browser's own words may quote a header's value.
function toVhError(error: unknown): VhError {
  if (isVhError(error)) return error;
  const name = error instanceof Error ? error.name : typeof error;
  return new VhError('unexpected-answer', `The upload ended in a way nobody foresaw (${name}).`);
}

import { environmentOf } from '../core/environment-of.ts';
import { Store } from '../core/store.ts';
import { VhError, isVhError } from '../core/errors/vh-error.ts';
import type { UploadedVideo } from '../core/wire/video.ts';
import type { AuthoredDetails } from '../core/wire/author/video-details.ts';
import { checkFile } from './file/check-file.ts';
import { FilePreparation, type PreparedFile } from './file/file-preparation.ts';
import { asKnownError } from './as-known-error.ts';
import { loadExtras } from './parts.ts';
import { earlierOf } from './ports/earlier-upload.ts';
import { asRecording } from './ports/recording-file.ts';
import { FileSender } from './sending/file-sender.ts';
import { ResumeMemory } from './resume/resume-memory.ts';
import { ProgressMeter } from './progress-meter.ts';
import { isUnfinished } from './ports/upload-state.ts';
import type { UploadProgress, UploadState, WaitReason } from './ports/upload-state.ts';
import { browserUploadEnvironment } from './browser-environment.ts';
import type { UploadEnvironment } from './ports/upload-environment.ts';
import type { SendableFile } from './ports/upload-memory.ts';
import type { TrimRange } from './trim/trim-file.ts';
import type { UploadOptions } from './upload-options.ts';
export type { UploadOptions };

/**
 * One upload of one file, from the grant to the playable video. It ends with the bytes stored (`processing`, then
 * `playable` or `stored`), `failed` or `cancelled`; a file that breaks the rules has failed from the start.
 */
export class Upload {
  /** The file as it was chosen. */
  readonly chosenFile: File;
  readonly store: Store<UploadState>;
  /** What the author has said of the film and chosen for it. It stays with the upload, whatever element shows it. */
  details: AuthoredDetails | undefined;
  /** The stretch of the film that its author wants to send, for the upload's `prepare` and `finish`, which cut it. */
  trim: TrimRange | undefined;
  readonly #options: UploadOptions;
  readonly #environment: UploadEnvironment;
  readonly #memory: ResumeMemory;
  #sender: FileSender;
  #file: File;
  #handle: FileSystemFileHandle | undefined;
  /** True for a file that broke a rule: a retry cannot help. */
  #breaksRules: boolean;
  #meter: ProgressMeter;
  readonly #preparation: FilePreparation;
  /** True for an upload that was started before its file was prepared. */
  #startsAfterwards = false;
  #run: AbortController | undefined;
  #notice: VhError | undefined;
  #checksum: Promise<string | undefined> | undefined;
  #knownChecksum: string | undefined;

  constructor(file: File, options: UploadOptions) {
    this.chosenFile = this.#file = file;
    this.#handle = options.handle;
    this.#preparation = new FilePreparation(options.prepare);
    this.#meter = new ProgressMeter(file);
    this.#notice = options.notice;
    this.#options = options;
    this.#environment = environmentOf(options) ?? browserUploadEnvironment;
    const error = checkFile(file, options.rules ?? {});
    this.#breaksRules = error !== undefined;
    const earlier = earlierOf(file);
    if (earlier) this.#meter.adopt(earlier.stored, earlier.stored);
    this.store = new Store<UploadState>(
      error
        ? { status: 'failed', error, video: undefined, ...this.#progress() }
        : { status: earlier?.isPaused ? 'paused' : 'idle', ...this.#progress() },
    );
    // A recording is another file at every look: it remembers for itself.
    const { openMemory } = asRecording(file) ?? this.#environment;
    this.#memory = new ResumeMemory({
      open: options.isResumable === false ? undefined : openMemory,
      describe: () => ({
        file: this.#file,
        settings: options.settings(),
        handle: this.#handle,
        keep: options.keep,
        onOtherTab: this.#followOtherTab,
      }),
      environment: this.#environment,
      onLost: (notice) => {
        if (this.#notice?.code !== 'upload-restarted') this.#notice = notice;
      },
    });
    this.#sender = this.#makeSender();
  }

  /** The file that is sent: the chosen one, or the one that was prepared from it. */
  get file(): File {
    return this.#file;
  }

  /** The id of the video, as soon as a grant, an answer or an earlier visit has named it. */
  get videoId(): string | undefined {
    const { state } = this.store;
    return ('video' in state ? state.video?.videoId : undefined) ?? this.#sender.videoId;
  }

  /** What has left of it, for the speed of several together. */
  get moved(): ProgressMeter['moved'] {
    return this.#meter.moved;
  }

  /** Bytes of it that are to leave yet: more than are unsent, once some are sent again. */
  get leftBytes(): number {
    return this.#meter.leftBytes;
  }

  /** What another page or the worker needs to send its file; undefined until that is made, and for an upload that ends with the page. */
  get sendable(): SendableFile | undefined {
    if (this.#options.isResumable === false || this.#preparation.status !== 'done') return undefined;
    return { settings: this.#options.settings(), handle: this.#handle };
  }

  /** The proof for a page backend that the video is this upload's. */
  readonly claim = (): string | undefined => this.#sender.grant?.claim ?? this.#memory.resumePoint?.claim;

  /** The SHA-256 of what is sent, in hexadecimal, where it was asked for; resolves with undefined where the file was not sent or read. */
  checksum(): Promise<string | undefined> | undefined {
    if (this.#options.withChecksum) this.#checksum ??= this.#computeChecksum();
    return this.#checksum;
  }

  /** True while the file is checked, or a smaller one made of it, before the upload has its turn. */
  get isPreparing(): boolean {
    return this.#preparation.status === 'running';
  }

  /** Prepares the file of an idle upload, which is idle again then. `start` does it too where it was not done. */
  prepare(): void {
    if (this.store.state.status === 'idle' && this.#preparation.status === 'pending') this.#prepareFile();
  }

  /** Starts an idle upload; one that prepares its file starts afterwards. */
  start(): void {
    if (this.store.state.status === 'idle' && this.#preparation.status === 'done') return this.#begin();
    if (this.store.state.status === 'idle' && this.#preparation.status === 'unfinished') this.#prepareFile();
    else this.prepare();
    if (this.#preparation.isBusy) this.#startsAfterwards = true;
  }

  /**
   * Stops sending at once and keeps the stored bytes. A preparation continues, and so does a first part that may have
   * made a video: sent again, it could make another one.
   */
  pause(): void {
    const { status } = this.store.state;
    if (status === 'paused' || !isUnfinished(status)) return;
    const run = this.#run;
    const named = this.#sender.untilNamed();
    void named?.then(() => this.#isPaused && this.#run === run && this.#stopRun());
    if (!named) this.#stopRun();
    this.#meter.pause();
    this.#memory.note({ isPaused: true });
    this.#setPlain('paused');
  }

  /** The visitor has taken out the paused upload, or has brought it back: the next page forgets one that is out. */
  markRemoved(isRemoved: boolean): void {
    this.#memory.note({ isRemoved });
  }

  /** Resumes after `pause()`. */
  resume(): void {
    if (!this.#isPaused) return;
    this.#memory.note({ isPaused: false });
    if (this.#preparation.isBusy) this.#setPlain('granting');
    else if (this.#preparation.status === 'pending') {
      // Paused by an earlier page: this one has not looked at its file yet.
      this.#setPlain('idle');
      this.start();
    } else if (this.#run) this.#setPlain('uploading');
    else this.#begin();
  }

  /** Begins again after a failure, or at once in a wait for another attempt: with the bytes not stored yet. */
  retry(): void {
    const { state } = this.store;
    if (state.status === 'waiting' && state.why !== 'elsewhere') this.#stopRun();
    else if (state.status !== 'failed' || state.video || this.#breaksRules) return;
    if (this.#preparation.status === 'unfinished') this.#prepareFile();
    else this.#begin();
  }

  /**
   * Ends the upload, also what an earlier visit has left of it. A stored video stays; the service discards the parts of an
   * unfinished or failed upload.
   */
  cancel(): void {
    this.#cancel(() => this.#memory.cancelAll());
  }

  #cancel(forget: () => Promise<boolean>): void {
    const { state } = this.store;
    const { status } = state;
    if (status === 'playable' || status === 'stored' || status === 'cancelled') return;
    if (status === 'failed' && (state.video || this.#breaksRules)) return;
    this.#preparation.end();
    this.#stopRun();
    if (status !== 'failed') this.#setPlain('cancelled');
    // Another tab may resume it. The server clears up later where even this cannot be said.
    if (status !== 'processing')
      void forget()
        .then((isFollowed) => (isFollowed ? undefined : this.#sender.abandon()))
        .catch(() => {});
  }

  /**
   * Stops as the end of the page would: another upload continues it where the browser remembers it, else it is
   * cancelled.
   */
  release(): void {
    const { state } = this.store;
    if (state.status === 'failed') return;
    // One that an earlier page has left, and this one has not begun, is still remembered.
    const isKept = this.#memory.isKept || (!this.#run && earlierOf(this.chosenFile));
    if (state.status !== 'processing' && !isKept) return this.#cancel(() => this.#memory.cancel());
    this.leave();
  }

  /**
   * Stops at once and asks no server for anything more, since its visitor has signed out: the next one's cookies are not
   * for it. The same visitor may continue it where the browser remembers it, unless `isUnwanted`.
   */
  leave(isUnwanted = false): void {
    const { state } = this.store;
    this.#preparation.end();
    this.#stopRun();
    if (isUnwanted) void this.#memory.cancel();
    else this.#memory.release(true);
    if (state.status === 'processing') this.store.set({ ...state, status: 'stored' });
    else if (!('video' in state)) this.#setPlain('cancelled');
  }

  get #isPaused(): boolean {
    return this.store.state.status === 'paused';
  }

  /** Takes the next part of the preparation: the last one makes the file that leaves, as its author wants it now. */
  #prepareFile(): void {
    const listener: Parameters<FilePreparation['run']>[0] = {
      onOptimized: (made, secondsLeft) => {
        if (this.#preparation.isBusy && !this.#isPaused && isUnfinished(this.store.state.status))
          this.store.set({ status: 'optimizing', made, ...this.#progress(), secondsLeft });
      },
      onDuplicate: (asked) => this.store.set({ status: 'duplicate', ...asked, ...this.#progress() }),
      onReady: (prepared) => {
        this.#replaceFile(prepared);
        if (this.#startsAfterwards && this.#isPaused) return;
        this.#setPlain('idle');
        if (this.#startsAfterwards) this.start();
      },
      onRefused: (reason, isFinal) => {
        this.#breaksRules = isFinal;
        this.#fail(reason);
      },
    };
    void this.#preparation.run(listener, this.trim);
    this.#setPlain('granting');
  }

  #replaceFile({ file, handle, notice }: PreparedFile): void {
    this.#handle = handle;
    this.#notice = notice;
    if (file !== this.#file) this.#takeFile(file);
  }

  #takeFile(file: File): void {
    this.#file = file;
    this.#meter = new ProgressMeter(file);
    this.#sender = this.#makeSender();
  }

  #begin(): void {
    const run = (this.#run = new AbortController());
    this.#setPlain('granting');
    void this.#send(run.signal);
  }

  #stopRun(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#meter.pause();
  }

  async #send(signal: AbortSignal): Promise<void> {
    let video: UploadedVideo | undefined;
    try {
      video = await this.#sendWhenFree(signal);
      signal.throwIfAborted();
      this.#meter.finish();
      this.store.set({ status: 'processing', video, since: Date.now(), ...this.#progress() });
      // Only after every listener knows: a tab that crashes before that resumes and finds all bytes stored.
      this.#memory.finish(video);
      await this.#watchProcessing(video, signal);
    } catch (error) {
      // The caller that aborted has set the next state.
      if (signal.aborted) return;
      this.#memory.release();
      if (!video) void this.#sender.giveBack(error);
      if (isVhError(error, 'checksum-mismatch')) {
        // Another try makes another video.
        video = undefined;
        this.#takeFile(this.#file);
      }
      this.#fail(error, video);
    }
  }

  async #computeChecksum(): Promise<string | undefined> {
    const extras = await loadExtras();
    const checksum = (this.#knownChecksum = await extras?.checksumOf(this, this.#environment));
    if (checksum) this.store.set({ ...this.store.state, checksum });
    // A failed upload begins again, and so does this.
    else this.#checksum = undefined;
    return checksum;
  }

  /** Sends the bytes not stored yet, when no other tab does. */
  async #sendWhenFree(signal: AbortSignal): Promise<UploadedVideo> {
    this.#sender.prepare(signal);
    const { video, hasMoved } = await this.#memory.begin(signal);
    if (video) return video;
    if (hasMoved) this.#sender = this.#makeSender();
    return this.#sender.run(signal);
  }

  #makeSender(): FileSender {
    return new FileSender({
      file: this.#file,
      settings: this.#options.settings,
      environment: this.#environment,
      memory: this.#memory,
      onAttempt: () => {
        if (!this.#isPaused) this.#setPlain('uploading');
        void this.checksum();
      },
      onWait: (why, ms) => this.#isPaused || this.#wait(why, ms),
      onProgress: (bytes, moved, rests) => this.#onBytes(bytes, moved, rests),
    });
  }

  #wait(why: WaitReason, ms: number | undefined): void {
    this.#meter.pause();
    if (why === 'restart') {
      this.#meter.reset();
      this.#notice = new VhError('upload-restarted', 'The server lost earlier data.');
    }
    const until = ms === undefined ? undefined : Date.now() + ms;
    this.store.set({ status: 'waiting', why, until, ...this.#progress() });
  }

  /** Another tab sends this file. */
  readonly #followOtherTab = (sent: number): void => {
    if (!isUnfinished(this.store.state.status) || this.#isPaused) return;
    this.#meter.adopt(sent);
    this.#wait('elsewhere', undefined);
  };

  async #watchProcessing(video: UploadedVideo, signal: AbortSignal): Promise<void> {
    const extras = await loadExtras();
    signal.throwIfAborted();
    const { chosenFile } = this;
    const about = { ...this.#options, video, chosenFile, sender: this.#sender, checksum: this.checksum() };
    // Not to know when it can be played is no failure of the upload.
    const playable = await extras?.watchUpload({ ...about, environment: this.#environment, signal });
    signal.throwIfAborted();
    this.store.set({ status: playable ? 'playable' : 'stored', video, ...this.#progress() });
  }

  #onBytes(bytes: number, moved: number, rests = false): void {
    const now = this.#environment.now();
    this.#meter.update(bytes, now, moved, this.#sender.storedBytes);
    if (this.store.state.status !== 'uploading') return;
    if (rests) this.#meter.pause();
    else if (!this.#meter.isDue(now)) return;
    this.#memory.reportSent(this.#meter.progress.sent);
    this.#setPlain('uploading');
  }

  #setPlain(status: 'idle' | 'granting' | 'uploading' | 'paused' | 'cancelled'): void {
    this.store.set({ status, ...this.#progress() });
  }

  #fail(error: unknown, video?: UploadedVideo): void {
    this.store.set({ status: 'failed', error: asKnownError(error), video, ...this.#progress() });
  }

  #progress(): UploadProgress {
    return {
      ...this.#meter.progress,
      ...(this.#notice && { notice: this.#notice }),
      ...(this.#knownChecksum && { checksum: this.#knownChecksum }),
    };
  }
}

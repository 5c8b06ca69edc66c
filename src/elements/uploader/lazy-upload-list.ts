import type { ReactiveController } from 'lit';
import { LazyModule, type LazyPart } from '../../core/async/lazy-module.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { VhErrorEvent } from '../events/vh-error-event.ts';
import { LazyRecorder } from './recorder/lazy-recorder.ts';
import type { UploadList } from './list/upload-list.ts';
import { loadUnfinished, loadUploads } from './parts.ts';
import type { FileBatch } from './admission/file-admission.ts';
import { forgetFilms, hasStoredUploads, leftBehind, pageQueues } from '../../upload/index.ts';
import type { FileHandles, FileReceiver } from './zone/file-input.ts';
import { parseFormState, type FormValue, type FormVideo } from './form/form-value.ts';
import type { UnfinishedOffer } from './unfinished/unfinished-offer.ts';
import type { Removal, UploaderHost } from './host/uploader-host.ts';
import { elementPart } from '../host/element-part.ts';
import { whenSeen } from '../host/when-seen.ts';

/**
 * Replaces the upload list until it is needed: most pages show an uploader long before a visitor uses it. It loads the list,
 * with the engine, when a person shows interest, and hands over what came before.
 */
export class LazyUploadList implements ReactiveController, FileReceiver {
  readonly recorder: LazyRecorder;
  readonly #host: UploaderHost;
  readonly #form: FormValue;
  readonly #onSettle: () => void;
  #list: UploadList | undefined;
  /** In one round: what the first byte waits for is imported by this module, and by no `import()` of its own. */
  readonly #code = new LazyModule(loadUploads, (code) => code);
  /** True once the view of the first row was loaded ahead. */
  #isViewAhead = false;
  #waitingBatches: readonly FileBatch[] = [];
  #isDisabled = false;
  #restored: readonly FormVideo[] = [];
  /** What the browser has restored for another visitor. */
  #refused: unknown;
  /** Aborts when the element is taken out of the document, or put into it again. */
  #place: AbortController | undefined;
  /** When it came into the document. */
  #connectedAt = 0;
  readonly #offer: LazyPart<UnfinishedOffer>;
  #refusal: VhError | undefined;
  #problem: VhError | undefined;

  constructor(host: UploaderHost, form: FormValue, onSettle: () => void) {
    this.#host = host;
    this.#form = form;
    this.#onSettle = onSettle;
    form.mark('empty');
    host.addController(this);
    this.#offer = elementPart(host, loadUnfinished, (code) => new code.UnfinishedOffer(host, this));
    this.recorder = new LazyRecorder(host, this);
  }

  /** The upload list, once it is loaded. */
  get list(): UploadList | undefined {
    return this.#list;
  }

  /** The unfinished uploads, once the memory has been read. */
  get offer(): UnfinishedOffer | undefined {
    return this.#offer.part;
  }

  /** Why nothing is uploaded although it should be. */
  get problem(): VhError | undefined {
    return this.#refusal ?? this.#problem;
  }

  /** True while bytes would be lost. */
  get isBusy(): boolean {
    return (this.#waitingBatches.length > 0 && !this.#problem) || this.#list?.isBusy === true;
  }

  /** True while the form, or a fieldset of it, disables the element. */
  get isDisabled(): boolean {
    return this.#isDisabled;
  }

  /** True while a file would be taken. */
  get isOpen(): boolean {
    return !this.#isDisabled && !this.isClosed && (this.#host.multiple || !this.isBusy);
  }

  /** True when files may be dropped and pasted, not only chosen. */
  get isDroppable(): boolean {
    return !this.#host.withoutDrop;
  }

  /** True while nothing may be uploaded at all. */
  get isClosed(): boolean {
    return this.#refusal !== undefined;
  }

  /** Fetches what an upload needs, before it is needed. What a person's interest needs is asked for again where it did not come. */
  readonly preload = (interest?: Event): void => {
    if (interest) this.#host.requestUpdate();
    void this.#code.load().then((code) => {
      // An upload that waits for its first byte loads the rest afterwards.
      if (!code || this.isBusy) return;
      code.preload(this.#host);
      this.#isViewAhead = true;
      void this.#list?.loadView();
    });
  };

  /** Takes files, or dropped entries where there is a folder among them; the list gets them once it is loaded. */
  take(files: readonly File[], entries: readonly FileSystemEntry[] = [], handles?: FileHandles): void {
    if (files.length + entries.length === 0 || !files.every((file) => file instanceof File))
      throw new VhError('invalid-use', 'upload() takes a File, or a list of them.');
    if (this.#refusal) return this.#dispatchError(this.#refusal);
    if (this.offer?.checks(files, handles)) return;
    const { multiple, withoutAutostart, withTrim } = this.#host;
    if (this.isBusy && !multiple) throw new VhError('invalid-use', 'Cancel the upload first.');
    // What an earlier page has begun to send is cut already.
    const isCut = files.some((file) => 'earlier' in file);
    const autostart = !withoutAutostart && (!withTrim || isCut);
    const batch = { files, entries, handles, autostart };
    // Not a moment later than it can be, nor with a view in between: a file waits.
    const list = this.#createList();
    if (list) return list.add(batch);
    this.#waitingBatches = multiple ? [...this.#waitingBatches, batch] : [batch];
    this.#loadAndAdd();
  }

  /** Says that a file came while there is room for the present one only. */
  refuse(file: File | undefined): void {
    if (!this.#isDisabled && !this.isClosed) this.#list?.refuseTooMany(file);
  }

  /** True while a file is to be uploaded, or is. */
  wants(file: File): boolean {
    return this.#waitingBatches.some(({ files }) => files.includes(file)) || this.#list?.wants(file) === true;
  }

  /** Begins what waits for it. */
  start(): void {
    for (const batch of this.#waitingBatches) batch.autostart = true;
    this.#list?.start();
  }

  /** Tries again after a failure. */
  retry(): void {
    if (this.#list) return this.#list.retry();
    if (this.#problem) this.#loadAndAdd();
  }

  /** Ends the unfinished uploads. */
  cancel(): void {
    if (this.#list) this.#list.cancel();
    else this.clear();
  }

  /** Takes one file out; it may be brought back for some seconds. */
  remove(file: File, removal: Removal): void {
    this.#waitingBatches = this.#waitingBatches.filter(({ files }) => !files.includes(file));
    if (this.#list) return this.#list.remove(file, removal);
    removal.expire();
    if (this.#waitingBatches.length === 0) this.clear();
  }

  /** Ends running uploads and shows the zone again; the form has no value then. */
  clear(): void {
    this.#waitingBatches = [];
    this.#refused = undefined;
    this.#problem = undefined;
    if (this.#list) return this.#list.clear();
    this.#form.set([]);
    this.#setStatus(this.#refusal ? 'failed' : 'empty');
  }

  /** Another visitor than before: nothing of the one before is shown, submitted or sent. */
  signOut(former: string): void {
    pageQueues.signOut(former);
    forgetFilms();
    this.#waitingBatches = [];
    this.#restored = [];
    this.#refused = undefined;
    if (this.#list) this.#list.signOut();
    else this.clear();
  }

  /** Takes in the videos of an earlier visit to the page, as the form has kept them: of the same visitor only. */
  restore(state: unknown): void {
    this.#refused = undefined;
    const { subject, videos } = parseFormState(state);
    if (subject && subject !== this.#host.subject) this.#refused = state;
    else this.keep(videos);
  }

  /** Takes in what `restore` has refused, where the page says only now that it is this visitor's, and has no other video. */
  restoreLate(): void {
    if (this.#refused !== undefined && !this.isBusy && this.#form.videos.length === 0)
      this.restore(this.#refused);
  }

  /** Takes in stored videos. */
  keep(videos: readonly FormVideo[]): void {
    if (videos.length === 0) return;
    // At once, and not only with their rows: the form may be submitted before.
    this.#form.set(videos);
    this.#onSettle();
    // Once, for the last of several: files that were set before, or removed meanwhile, do not come again.
    this.#restored = videos;
    void this.#load().then((list) => {
      if (this.#restored === videos) list?.addStored(this.#form.videos);
    });
  }

  /** Takes in videos that were stored after their page had gone: their forms do not know of them. */
  addStored(videos: readonly FormVideo[]): void {
    if (videos.length > 0) void this.#load().then((list) => list?.addStored(videos));
  }

  /** Takes no files, or takes them again. */
  disable(isDisabled: boolean): void {
    this.#isDisabled = isDisabled;
    this.#host.requestUpdate();
  }

  /** Closes for a fault that the page's author must fix; without one, opens again. */
  setRefusal(error: VhError | undefined): void {
    this.#refusal = error;
    this.clear();
    this.#setStatus(error ? 'failed' : 'empty');
    // The parser sets attributes before anybody can listen.
    queueMicrotask(() => {
      if (error && this.#refusal === error) this.#dispatchError(error);
    });
  }

  hostConnected(): void {
    const signal = this.#changePlace();
    this.#connectedAt = performance.now();
    preloadWhenLikely(this.#host, this.preload, signal);
    // Another route of the page, whose uploader has gone.
    leftBehind.addEventListener('left', () => void this.#findUnfinished(signal), { signal });
    // A page that the browser has kept: the one after it may have left something.
    document.defaultView?.addEventListener(
      'pageshow',
      ({ persisted }) => persisted && void this.#findUnfinished(signal),
      {
        signal,
      },
    );
    // After the page's own script has said where uploads go.
    queueMicrotask(() => {
      this.#list?.onChange();
      void this.#findUnfinished(signal);
    });
  }

  hostDisconnected(): void {
    this.#place?.abort();
    // A move in the document takes the element out and puts it in again: only who is still out then has gone.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      if (this.#list) void this.#leave(this.#list);
      else if (this.#problem) this.clear();
    });
  }

  #changePlace(): AbortSignal {
    this.#place?.abort();
    this.#place = new AbortController();
    return this.#place.signal;
  }

  /** The element has gone, and hands its files on. */
  async #leave(list: UploadList): Promise<void> {
    const { isBusy } = list;
    list.endRecordings();
    (await list.handOver(this.#changePlace()))?.leave(isBusy);
  }

  /** Shows what an element that has gone still uploads; true where there is something. */
  async #takeOver(signal: AbortSignal): Promise<boolean> {
    if (pageQueues.waiting.size === 0 || this.isClosed) return false;
    const handOver = await (await this.#load())?.handOver(signal);
    const { uploadGroup, multiple } = this.#host;
    const since = uploadGroup ? Infinity : this.#connectedAt;
    return this.#waitingBatches.length === 0 && handOver?.take({ since, isSeveral: multiple }) === true;
  }

  /** Most visitors have left nothing behind: nothing is loaded for them. */
  async #findUnfinished(signal: AbortSignal): Promise<void> {
    // The page has the files of these, and the browser may have them, too.
    if (await this.#takeOver(signal)) return;
    if (this.#host.withoutResume || !(await hasStoredUploads()) || signal.aborted) return;
    await (await this.#offer.loadUntil(signal))?.find();
  }

  #loadAndAdd(): void {
    this.#problem = undefined;
    this.#setStatus('granting');
    void this.#addWhenLoaded(this.#waitingBatches);
  }

  async #addWhenLoaded(batches: readonly FileBatch[]): Promise<void> {
    const list = await this.#load();
    // A listener may cancel the upload.
    if (batches !== this.#waitingBatches) return;
    if (!list) {
      this.#problem = new VhError('network', 'The uploader could not be loaded.');
      this.#setStatus('failed');
      return this.#dispatchError(this.#problem);
    }
    this.#waitingBatches = [];
    for (const batch of batches) list.add(batch);
    if (this.#place && !this.#host.isConnected) void this.#leave(list);
  }

  async #load(): Promise<UploadList | undefined> {
    await this.#code.load();
    return this.#createList();
  }

  #createList(): UploadList | undefined {
    const { part } = this.#code;
    if (this.#list || !part) return this.#list;
    this.#list = new part.UploadList(this.#host, this.#form, this.#onSettle);
    if (this.#isViewAhead) void this.#list.loadView();
    return this.#list;
  }

  #setStatus(state: string): void {
    this.#form.mark(state);
    this.#onSettle();
    this.#host.requestUpdate();
  }

  #dispatchError(error: VhError): void {
    this.#host.dispatchEvent(new VhErrorEvent(error));
  }
}

/**
 * Loads what an upload needs before a person asks for it: when files are dragged over the page, and when the page is idle
 * with the element in view; not the latter for a person who saves data.
 */
function preloadWhenLikely(element: Element, preload: () => void, signal: AbortSignal): void {
  document.addEventListener('dragenter', preload, { signal });
  if (navigator.connection?.saveData) return;
  // WebKit has no idle callbacks.
  const callWhenIdle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  const preloadWhenIdle = () => callWhenIdle(() => signal.aborted || preload());
  const seen = () => {
    if (document.readyState === 'complete') preloadWhenIdle();
    else addEventListener('load', preloadWhenIdle, { once: true, signal });
  };
  whenSeen(element, seen, signal);
}

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

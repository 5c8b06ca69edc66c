import type { TemplateResult } from 'lit';
import { VhError } from '../../../core/errors/vh-error.ts';
import type { uploaderZone } from '../../../locales/en/uploader-zone.ts';
import {
  asRecording,
  isRefused,
  isUnfinished,
  overallStatus,
  PageQueue,
  pageQueues,
  preloadTransport,
  videoOf,
  type FileInfo,
  type Queue,
  type QueueItem,
  type QueueState,
  type Upload,
} from '../../../upload/index.ts';
import { checkSetup } from '../../setup/check-setup.ts';
import { VhErrorEvent } from '../../events/vh-error-event.ts';
import { FileAdmission, isListed, type FileBatch } from '../admission/file-admission.ts';
import { infoOf, UploadFactory } from '../admission/upload-factory.ts';
import { dispatchUploadEvents } from '../events/dispatch-upload-events.ts';
import type { FormValue, FormVideo } from '../form/form-value.ts';
import { FocusRestorer } from '../page/focus-restorer.ts';
import type { Removal, UploaderHost } from '../host/uploader-host.ts';
import type { HandedList, HandOver } from './hand-over.ts';
import { LazyView, renderStarting } from './lazy-view.ts';
import type { ListChange } from './list-change.ts';
import type { ListNotice, UploadListView, ViewedList } from './upload-list-view.ts';

/** Loads what an upload needs beside this module: the modules of its protocol, and the view of its row. */
export function preload(host: UploaderHost): void {
  preloadTransport(host.protocol);
  checkSetup(host);
  void new LazyView(host).load();
}

/** See `../parts.ts`. */
export const loadUnfinished = () => import('../unfinished/unfinished-offer.ts');

/**
 * Has the uploader's files in hand: follows them, fires their events, and keeps the form and the page's leaving
 * in step with them. A view shows them.
 */
export class UploadList implements ViewedList, HandedList {
  readonly #host: UploaderHost;
  readonly form: FormValue;
  readonly #onSettle: () => void;
  #files: PageQueue;
  /** Ends the following of the files once the list shows others. */
  #unfollow: () => void;
  readonly #admission: FileAdmission;
  readonly #factory: UploadFactory;
  /** Fires the events of an upload that was brought back. */
  readonly #replays = new WeakMap<Upload, () => void>();
  #notice: ListNotice | undefined;
  #repeated: readonly string[] = [];
  readonly #lazyView: LazyView;
  #view: UploadListView | undefined;
  #lastState: QueueState;

  constructor(host: UploaderHost, form: FormValue, onSettle: () => void) {
    this.#host = host;
    this.form = form;
    this.#onSettle = onSettle;
    this.#files = new PageQueue(host);
    this.#lastState = this.queue.store.state;
    this.#unfollow = this.queue.store.subscribe(this.#follow);
    this.#factory = new UploadFactory(host);
    this.#admission = new FileAdmission(host, {
      onFiles: (...slice) => this.#addUploads(...slice),
      onNoVideos: () => this.#notify('noVideos'),
      listed: () => this.#listed,
      onRepeated: (files) => {
        this.#repeated = files.map(({ name }) => name);
        this.#notify('alreadyListed');
      },
      onTooMany: (file) => this.refuseTooMany(file),
      onDone: () => this.onChange(),
      countFiles: () => this.#countFiles(),
    });
    this.#lazyView = new LazyView(host);
    new FocusRestorer(host);
    this.#showView();
  }

  /** The files in their order, as the page has them. */
  get files(): PageQueue {
    return this.#files;
  }

  get queue(): Queue {
    return this.#files.queue;
  }

  /** All files that a person has not taken out, and what they do. */
  get state(): QueueState {
    const { state } = this.queue.store;
    return this.#view?.removal.filter(state) ?? state;
  }

  /** True while bytes would be lost. */
  get isBusy(): boolean {
    return this.#admission.isBusy || this.state.items.some(({ state }) => isUnfinished(state.status));
  }

  /** What a person sees and hears of them, once that is loaded. */
  get view(): Pick<UploadListView, 'spoken' | 'notice' | 'question'> | undefined {
    return this.#view;
  }

  get notice(): ListNotice | undefined {
    return this.#notice;
  }

  infoOf(upload: Upload): FileInfo | undefined {
    return infoOf(upload);
  }

  /** True while a file is to be uploaded, or is: it was neither removed nor refused. */
  wants(file: File): boolean {
    return this.#admission.has(file) || isListed(this.queue.store.state, file);
  }

  /** True when there is no room for one more. */
  get isFull(): boolean {
    return this.#host.multiple && this.#countFiles() >= (this.#host.maxFiles || Infinity);
  }

  /** The names of the files that were chosen a second time. */
  get repeated(): readonly string[] {
    return this.#repeated;
  }

  /** A failed file may be chosen again: its new upload continues the failed one. */
  get #listed(): File[] {
    return this.state.items.flatMap(({ upload, state }) =>
      upload && state.status !== 'failed' ? [upload.chosenFile] : [],
    );
  }

  #countFiles(): number {
    return this.state.items.filter((item) => !isRefused(item)).length;
  }

  /** Takes files, in the place of the one before where there is room for one only. */
  add(batch: FileBatch): void {
    if (!this.#host.multiple) this.#removeAll();
    // The room of removed files is needed.
    else if (this.#host.maxFiles) this.#view?.removal.expire();
    this.#notice = undefined;
    this.#admission.add(batch);
  }

  /** Takes in the videos of an earlier visit to the page. */
  addStored(videos: readonly FormVideo[]): void {
    for (const { videoId, name } of videos) this.queue.keep(name, { videoId });
  }

  /** Begins what waits for it. */
  start(): void {
    this.#admission.autostart();
    this.#admission.pause(false);
    this.queue.start();
  }

  /** Stops sending. */
  pause(): void {
    this.#admission.pause(true);
    this.queue.pause();
  }

  /** Resumes after `pause()`. */
  resume(): void {
    this.#admission.pause(false);
    this.queue.resume();
  }

  /** Tries again what has failed. */
  retry(): void {
    this.queue.retry();
  }

  /** Cancels every file that is not stored, and stops following the others: no event follows, and no offer to continue. */
  cancel(): void {
    this.#view?.removal.expire();
    this.queue.cancel();
    this.#admission.clear();
  }

  /** Takes one file out; it may be brought back for some seconds. */
  remove(file: File, removal: Removal): void {
    this.#admission.remove(file);
    const item = this.state.items.find(({ upload }) => upload?.chosenFile === file);
    if (item) this.#removeOne(item, removal);
    else removal.expire();
  }

  /** Ends everything. The page wants it so: it gets no event for the changed value. */
  clear(): void {
    // First: what it ends is no part of the value, but says that something has changed.
    this.#view?.removal.expire();
    this.form.set([]);
    this.#removeAll(true);
  }

  /** The visitor has signed out: nothing of theirs is shown, submitted or sent to the next one's account. */
  signOut(): void {
    this.form.set([]);
    this.#notice = undefined;
    this.#admission.clear();
    this.queue.leave((id) => this.#view?.removal.has(id) === true);
    this.#view?.removal.expire();
    this.onChange();
    // The names of their files, too.
    this.#view?.silence();
  }

  #removeAll(cancelsFailed?: boolean): void {
    this.#notice = undefined;
    this.#view?.removal.expire();
    this.#admission.clear();
    this.queue.clear(cancelsFailed);
    this.onChange();
  }

  /** Recordings end with their camera, also where the element comes back: their journals have them for another visit. */
  endRecordings(): void {
    for (const { id, upload, state } of this.queue.store.state.items) {
      if (!upload || !asRecording(upload.chosenFile) || !isUnfinished(state.status)) continue;
      upload.release();
      this.queue.remove(id);
    }
  }

  /** The handing over of its files, once folders are read and the view is there; nothing after the signal has aborted. */
  async handOver(signal: AbortSignal): Promise<HandOver | undefined> {
    await this.#admission.settled;
    await this.loadView(signal);
    return signal.aborted ? undefined : this.#view?.handOver;
  }

  show(files = new PageQueue(this.#host)): void {
    this.#unfollow();
    this.#files = files;
    this.#notice = undefined;
    this.#lastState = this.queue.store.state;
    this.#unfollow = this.queue.store.subscribe(this.#follow);
    for (const { id, upload } of this.#lastState.items) if (upload) this.#fireEventsOf(upload, id, true);
    this.onChange();
  }

  /** Offers to bring back removed files; nothing without any. */
  renderRemoved(): TemplateResult | undefined {
    return this.#view?.renderRemoved();
  }

  /** The rows, with what records one more; nothing while there are none. */
  render(words: typeof uploaderZone, again?: TemplateResult): TemplateResult | undefined {
    if (this.#view) return this.#view.render(again);
    const { items } = this.state;
    return items.length > 0 ? renderStarting(items, words.cancel, this.removeById) : undefined;
  }

  readonly removeById = (id: number): void => {
    const item = this.queue.get(id);
    if (item) this.#removeOne(item);
  };

  removeForGood(ids: readonly number[]): void {
    // There is room again.
    this.#notice = undefined;
    this.queue.remove(ids);
  }

  readonly onUndo = ({ upload }: QueueItem): void => {
    if (upload) this.#replays.get(upload)?.();
  };

  /** Says that there is no room for a file. */
  refuseTooMany(file: File | undefined): void {
    this.#notify('tooMany');
    this.#host.dispatchEvent(
      new VhErrorEvent(new VhError('too-many-files', 'The page accepts fewer files.'), file),
    );
  }

  #addUploads(files: readonly File[], batch: FileBatch, from: number): void {
    const uploads = this.#factory.create(files, batch, from, this.#files);
    // First, so that no row shows up as ready.
    for (const upload of uploads) upload.prepare();
    const ids = this.queue.addAll(uploads);
    const started: number[] = [];
    for (const [at, upload] of uploads.entries()) {
      const id = ids[at] ?? 0;
      // A listener may cancel the upload when the file before it is announced.
      if (!this.queue.get(id)) continue;
      this.#fireEventsOf(upload, id);
      if (batch.autostart) started.push(id);
    }
    // As one change: each would be followed by a look at all of hundreds.
    if (started.length > 0) this.queue.start(started);
    // After that: they wait for `resume()` as the others do.
    if (batch.isPaused) this.queue.pause(started);
  }

  /** Fires the events of an upload, until another element shows it; of one that `isKnown`, those after its present state. */
  #fireEventsOf(upload: Upload, id: number, isKnown?: boolean): void {
    const { queue, held } = this.#files;
    const isListed = () => !this.#view?.removal.has(id) && queue.get(id) !== undefined;
    const options = { isListed, isKnown, onFailed: this.#onFailed, signal: held.signal };
    this.#replays.set(upload, dispatchUploadEvents(this.#host, upload, options));
  }

  /** For the page's author only: no upload waits for it. */
  readonly #onFailed = (error: VhError): void => {
    void this.loadView().then(() => this.#view?.warnOf(error));
  };

  #removeOne(item: QueueItem, removal?: Removal): void {
    // There is room again.
    this.#notice = undefined;
    if (this.#view) return this.#view.remove(item, removal);
    this.queue.remove(item.id);
    removal?.expire();
  }

  readonly #follow = (): void => {
    const { state } = this.queue.store;
    const change = this.#view?.changeOf(this.#lastState, state) ?? 'act';
    this.#lastState = state;
    // The form, the page's leaving and the rows' buttons are as they were.
    if (change === 'movement') this.#draw(change);
    else this.#report(change);
    pageQueues.report(this.#files);
  };

  readonly onChange = (): void => {
    this.#report('act');
    pageQueues.report(this.#files);
  };

  /** Keeps the form and the page in step with the files. */
  #report(change: ListChange): void {
    const { items } = this.state;
    const { ids, videos: known } = this.form;
    const videos = items.flatMap((item) => {
      const { videoId } = videoOf(item) ?? {};
      const { details } = item.upload ?? known.find((one) => one.videoId === videoId) ?? {};
      return videoId === undefined ? [] : [{ videoId, name: item.name, details }];
    });
    if (JSON.stringify(videos) !== JSON.stringify(known)) this.form.set(videos);
    this.form.mark(overallStatus(items));
    // An upload that is idle may be started in the same turn.
    queueMicrotask(() => {
      if (!this.#view) void this.#lazyView.loadFor(this.state.items, () => this.#showView());
    });
    this.#files.guard(this.isBusy);
    this.#onSettle();
    this.#draw(change);
    // Last: a listener may submit the form.
    if (String(this.form.ids) === String(ids)) return;
    for (const type of ['input', 'change'])
      this.#host.dispatchEvent(new Event(type, { bubbles: true, composed: type === 'input' }));
  }

  #draw(change: ListChange): void {
    if (this.#view) this.#view.draw(change);
    else this.#host.requestUpdate();
  }

  #notify(notice: ListNotice): void {
    this.#notice = notice;
    if (this.#view) this.#view.announceNotice();
    else void this.loadView();
    this.#host.requestUpdate();
  }

  /** Shows the view as soon as it is loaded; where that fails, nothing yet, unless it is asked for `until` the signal aborts. */
  async loadView(until?: AbortSignal): Promise<void> {
    await this.#lazyView.load(until);
    if (!until?.aborted) this.#showView();
  }

  #showView(): void {
    const { part } = this.#lazyView;
    if (!part || this.#view) return;
    this.#view = new part(this.#host, this);
    this.#draw('act');
    this.#view.announceNotice();
  }
}

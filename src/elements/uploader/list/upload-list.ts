import type { TemplateResult } from 'lit';
import { VhError } from '../../../core/vh-error.ts';
import { uploader as english } from '../../../locales/en/uploader.ts';
import type { QueueState } from '../../../upload/queue/queue-state.ts';
import { videoOf } from '../../../upload/queue/queue-state.ts';
import { Queue } from '../../../upload/queue/queue.ts';
import { VhErrorEvent } from '../../events/vh-error-event.ts';
import { renewStyles } from '../../renew-styles.ts';
import { WordsController } from '../../words-controller.ts';
import { FileAdmission, isListed, type FileBatch } from '../admission/file-admission.ts';
import { UploadFactory } from '../admission/upload-factory.ts';
import { dispatchUploadEvents } from '../events/dispatch-upload-events.ts';
import type { FormValue, FormVideo } from '../form/form-value.ts';
import { FocusRestorer } from '../page/focus-restorer.ts';
import { LeaveGuard } from '../page/leave-guard.ts';
import { WakeLock } from '../page/wake-lock.ts';
import type { Removal, UploaderHost } from '../uploader-host.ts';
import { Announcer } from './announcer.ts';
import { describeLimit, describeMove, isUnfinished, overallStatus, type Language } from './describe-state.ts';
import { LazyListView } from './lazy-list-view.ts';
import { renderRow } from './render-row.ts';
import { RowPosters } from './row-posters.ts';
import { rowStyles } from './row-styles.ts';
import { UndoableRemoval } from './undoable-removal.ts';

export { preloadTransport as preload } from '../../../upload/transports/open-transport.ts';

/**
 * Has the uploader's files in hand: follows them, tells the page by events, shows them, and keeps the form and the page's
 * leaving in step with them.
 */
export class UploadList {
  readonly #host: UploaderHost;
  readonly #form: FormValue;
  readonly #onSettle: () => void;
  readonly #queue = new Queue({ concurrency: () => this.#host.concurrency ?? 2 });
  readonly #words: WordsController<'uploader'>;
  readonly #announcer = new Announcer(() => this.#host.requestUpdate());
  readonly #guard = new LeaveGuard();
  readonly #wakeLock = new WakeLock();
  readonly #posters: RowPosters;
  readonly #admission: FileAdmission;
  readonly #factory: UploadFactory;
  #notice: string | undefined;
  readonly #removal: UndoableRemoval;
  readonly #view: LazyListView;

  constructor(host: UploaderHost, form: FormValue, onSettle: () => void) {
    this.#host = host;
    this.#form = form;
    this.#onSettle = onSettle;
    this.#words = new WordsController(host, 'uploader', english);
    this.#posters = new RowPosters(() => host.requestUpdate());
    this.#factory = new UploadFactory(host, (upload, info) => {
      const item = this.state.items.find((one) => one.upload === upload);
      if (item) this.#posters.request(item.id, upload, info);
    });
    this.#admission = new FileAdmission(host, {
      onFiles: (files, batch) => this.#addUploads(files, batch),
      onNoVideos: () => this.#notify(this.#language.words.noVideos),
      onTooMany: (file) => this.#refuseTooMany(file),
      onDone: () => this.#onChange(),
      countFiles: () => this.state.items.length,
    });
    // Files may come before the element is in a document: not until then has it a root.
    void host.updateComplete.then(() => renewStyles(host, rowStyles));
    this.#view = new LazyListView(host);
    new FocusRestorer(host);
    this.#removal = new UndoableRemoval(host, this.#queue, () => this.#onChange());
    this.#queue.store.subscribe(() => this.#onChange());
  }

  /** All files that a person has not taken out, and what they do. */
  get state(): QueueState {
    return this.#removal.filter(this.#queue.store.state);
  }

  /** True while bytes would be lost. */
  get isBusy(): boolean {
    return this.#admission.isBusy || this.state.items.some(({ state }) => isUnfinished(state.status));
  }

  /** What a screen reader is told. */
  get spoken(): string {
    return this.#announcer.text;
  }

  /** What a person should know although there is no row for it. */
  get notice(): string | undefined {
    return this.#notice;
  }

  /** True while a file is to be uploaded, or is: it was neither removed nor refused. */
  wants(file: File): boolean {
    return this.#admission.has(file) || isListed(this.#queue.store.state, file);
  }

  /** True when there is no room for one more. */
  get isFull(): boolean {
    const { multiple, maxFiles } = this.#host;
    return multiple && this.state.items.length >= (maxFiles || Infinity);
  }

  /** Takes files, in the place of the one before where there is room for one only. */
  add(batch: FileBatch): void {
    if (!this.#host.multiple) this.#removeAll();
    // The room of what was taken out is needed.
    else if (this.#host.maxFiles) this.#removal.expire();
    this.#notice = undefined;
    this.#admission.add(batch);
  }

  /** Takes in the videos of an earlier visit to the page. */
  addStored(videos: readonly FormVideo[]): void {
    for (const { videoId, name } of videos) this.#queue.keep(name, { videoId });
  }

  /** Begins what waits for it. */
  start(): void {
    this.#admission.autostart();
    this.#queue.start();
  }

  /** Stops sending. */
  pause(): void {
    this.#queue.pause();
  }

  /** Goes on after `pause()`. */
  resume(): void {
    this.#queue.resume();
  }

  /** Tries again what has failed. */
  retry(): void {
    this.#queue.retry();
  }

  /** Ends what is unfinished, and watches nothing any more: no event follows. */
  cancel(): void {
    this.#removal.expire();
    this.#queue.release();
    for (const item of this.state.items) if (!videoOf(item)) this.#queue.remove(item.id);
    this.#admission.clear();
  }

  /** Takes one file out; it may be brought back for some seconds. */
  remove(file: File, removal: Removal): void {
    this.#admission.remove(file);
    const item = this.state.items.find(({ upload }) => upload?.chosenFile === file);
    if (item) this.#removeOne(item.id, removal);
    else removal.expire();
  }

  /** Ends everything. The page wants it so: it is not told that the value has changed. */
  clear(): void {
    // First: what it ends is no part of the value, but says that something has changed.
    this.#removal.expire();
    this.#form.set([]);
    this.#removeAll();
  }

  #removeAll(): void {
    this.#notice = undefined;
    this.#removal.expire();
    this.#admission.clear();
    this.#queue.clear();
    this.#onChange();
  }

  /** For whoever goes away: ends what is unfinished, and watches nothing any more. */
  release(): void {
    this.#removal.expire();
    this.#admission.clear();
    this.#queue.release();
    this.#announcer.end();
  }

  /** Offers to bring back what was taken out; nothing while there is nothing. */
  renderRemoved(): TemplateResult | undefined {
    return this.#removal.render(this.#words.words);
  }

  /** The rows, with what records one more; nothing while there are none. */
  render(again?: TemplateResult): TemplateResult | undefined {
    const { state } = this;
    const language = this.#language;
    const poster = (id: number) => this.#posters.get(id);
    const { multiple } = this.#host;
    const { isFull } = this;
    const isFixed = this.#host.matches(':disabled');
    const actions = { ...this.#actions, again: isFull ? undefined : again, isFull, isFixed };
    // What is there is shown, also when the page has changed its mind about how many there may be.
    if (state.items.length > (multiple ? 0 : 1)) {
      const next = multiple ? 'add' : 'another';
      const limit = isFull ? describeLimit(this.#host.maxFiles, language) : undefined;
      const removed = this.renderRemoved();
      return this.#view.render({
        ...language,
        state,
        poster,
        removed,
        notice: this.#notice,
        limit,
        next,
        actions,
      });
    }
    const [item] = state.items;
    return item && renderRow({ ...language, item, place: undefined, poster: poster(item.id), actions });
  }

  readonly #actions = {
    start: (id?: number) => this.#queue.start(id),
    pause: (id?: number) => this.#queue.pause(id),
    resume: (id?: number) => this.#queue.resume(id),
    retry: (id: number) => this.#queue.retry(id),
    reload: () => this.#host.ownerDocument.location.reload(),
    remove: (id: number) => this.#removeOne(id),
    move: (id: number, to: number) => this.#move(id, to),
    select: () => this.#host.select(),
  };

  get #language(): Language {
    return { words: this.#words.words, locale: this.#words.locale, rules: this.#host };
  }

  #refuseTooMany(file: File | undefined): void {
    this.#notify(describeLimit(this.#host.maxFiles, this.#language));
    this.#dispatch(new VhErrorEvent(new VhError('too-many-files', 'The page takes fewer files.'), file));
  }

  #addUploads(files: readonly File[], batch: FileBatch): void {
    const uploads = this.#factory.create(files, batch);
    // First, so that no row shows up as ready.
    for (const upload of uploads) upload.prepare();
    const ids = this.#queue.addAll(uploads);
    for (const [at, upload] of uploads.entries()) {
      const id = ids[at] ?? 0;
      // The page may cancel when it hears of the file before.
      if (!this.#queue.get(id)) continue;
      const isListed = () => !this.#removal.has(id) && this.#queue.get(id) !== undefined;
      this.#removal.whenUndone(id, dispatchUploadEvents(this.#host, upload, isListed));
      if (batch.autostart) this.#queue.start(id);
    }
  }

  #removeOne(id: number, removal?: Removal): void {
    // There is room again.
    this.#notice = undefined;
    const item = this.#queue.get(id);
    if (!item) return;
    this.#announcer.say(...this.#removal.remove(item, this.#host.multiple, this.#words.words, removal));
  }

  #move(id: number, to: number): void {
    const { items } = this.state;
    const place = Math.min(Math.max(to, 0), items.length - 1);
    const item = this.#queue.get(id);
    if (!item || items[place] === item) return;
    this.#queue.move(id, place);
    const { words, locale } = this.#language;
    this.#announcer.say(describeMove(item, place, items.length, words, locale));
  }

  #onChange(): void {
    const { state } = this;
    const videos = state.items.flatMap((item) => {
      const video = videoOf(item);
      return video ? [{ videoId: video.videoId, name: item.name }] : [];
    });
    const before = String(this.#form.ids);
    this.#form.set(videos);
    this.#form.mark(overallStatus(state.items));
    this.#announcer.update(state, this.#host.multiple, this.#language);
    this.#posters.keepOnly(state.items.map(({ id }) => id));
    this.#guard.set(this.isBusy);
    this.#wakeLock.set(state.status === 'running');
    this.#onSettle();
    this.#host.requestUpdate();
    // Last: whoever hears it may submit the form.
    if (String(this.#form.ids) === before) return;
    for (const type of ['input', 'change'])
      this.#dispatch(new Event(type, { bubbles: true, composed: type === 'input' }));
  }

  #notify(text: string): void {
    this.#notice = text;
    this.#announcer.say(text);
    this.#host.requestUpdate();
  }

  #dispatch(event: Event): void {
    this.#host.dispatchEvent(event);
  }
}

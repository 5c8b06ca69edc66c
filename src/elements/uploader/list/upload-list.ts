import type { TemplateResult } from 'lit';
import { VhError } from '../../../core/vh-error.ts';
import { uploader as english } from '../../../locales/en/uploader.ts';
import { pluralize } from '../../../locales/plural.ts';
import type { QueueState } from '../../../upload/queue/queue-state.ts';
import { videoOf } from '../../../upload/queue/queue-state.ts';
import { Queue } from '../../../upload/queue/queue.ts';
import type { UploadState, UploadStatus } from '../../../upload/upload-state.ts';
import { Upload } from '../../../upload/upload.ts';
import { VhErrorEvent } from '../../events/vh-error-event.ts';
import { WordsController } from '../../words-controller.ts';
import { FileAdmission, type AdmittedFile, type FileBatch } from '../admission/file-admission.ts';
import { eventForState } from '../events/event-for-state.ts';
import type { FormValue, FormVideo } from '../form/form-value.ts';
import { FocusRestorer } from '../page/focus-restorer.ts';
import { LeaveGuard } from '../page/leave-guard.ts';
import { WakeLock } from '../page/wake-lock.ts';
import type { UploaderHost } from '../uploader-host.ts';
import { grantSettingsOf } from '../uploader-host.ts';
import { Announcer, type Language } from './announcer.ts';
import { describeMove, isUnfinished, overallStatus } from './describe-state.ts';
import { renderList } from './render-list.ts';
import { renderRow } from './render-row.ts';
import { RowPosters } from './row-posters.ts';
import { rowStyles } from './row-styles.ts';

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
  #notice: string | undefined;

  constructor(host: UploaderHost, form: FormValue, onSettle: () => void) {
    this.#host = host;
    this.#form = form;
    this.#onSettle = onSettle;
    this.#words = new WordsController(host, 'uploader', english);
    this.#posters = new RowPosters(() => host.requestUpdate());
    this.#admission = new FileAdmission(host, this.#queue, {
      onAdmitted: (admitted) => this.#startUpload(admitted),
      onNoVideos: () => this.#notify(this.#language.words.noVideos),
      onTooMany: (file) => this.#refuseTooMany(file),
      onDone: () => this.#onQueueChange(this.state),
    });
    const { styleSheet } = rowStyles;
    // Files may come before the element is in a document: not until then has it a root.
    void host.updateComplete.then(() => styleSheet && host.shadowRoot?.adoptedStyleSheets.push(styleSheet));
    new FocusRestorer(host);
    this.#queue.store.subscribe((state) => this.#onQueueChange(state));
  }

  /** All files and what they do. */
  get state(): QueueState {
    return this.#queue.store.state;
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

  /** True while a file is to be uploaded, or is: it was neither called off nor refused. */
  wants(file: File): boolean {
    return this.#admission.has(file) || isListed(this.state, file);
  }

  /** Takes files, in the place of the one before where there is room for one only. */
  add(batch: FileBatch): void {
    if (!this.#host.multiple) this.#removeAll();
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
    this.#queue.start();
  }

  /** Tries again what has failed. */
  retry(): void {
    this.#queue.retry();
  }

  /** Ends what is unfinished, and watches nothing any more: no event follows. */
  cancel(): void {
    this.#queue.release();
    for (const item of this.state.items) if (!videoOf(item)) this.#queue.remove(item.id);
    this.#admission.clear();
  }

  /** Ends the upload of one file and takes it out. */
  remove(file: File): void {
    this.#admission.remove(file);
    for (const { id, upload } of this.state.items) if (upload?.file === file) this.#queue.remove(id);
  }

  /** Ends everything. The page wants it so: it is not told that the value has changed. */
  clear(): void {
    this.#form.set([]);
    this.#removeAll();
  }

  #removeAll(): void {
    this.#notice = undefined;
    this.#admission.clear();
    this.#queue.clear();
    this.#onQueueChange(this.state);
  }

  /** For whoever goes away: ends what is unfinished, and watches nothing any more. */
  release(): void {
    this.#admission.clear();
    this.#queue.release();
    this.#announcer.end();
  }

  /** The rows, with what records one more; nothing while there are none. */
  render(again?: TemplateResult): TemplateResult | undefined {
    const { state } = this;
    const language = this.#language;
    const poster = (id: number) => this.#posters.get(id);
    const { multiple } = this.#host;
    const actions = { ...this.#actions, again, isFixed: this.#host.matches(':disabled') };
    // What is there is shown, also when the page has changed its mind about how many there may be.
    if (state.items.length > (multiple ? 0 : 1)) {
      const next = multiple ? 'add' : 'another';
      return renderList({ ...language, state, poster, notice: this.#notice, next, actions });
    }
    const [item] = state.items;
    return item && renderRow({ ...language, item, place: undefined, poster: poster(item.id), actions });
  }

  readonly #actions = {
    start: (id?: number) => this.#queue.start(id),
    pause: (id?: number) => this.#queue.pause(id),
    resume: (id?: number) => (id === undefined ? this.resume() : this.#queue.resume(id)),
    retry: (id: number) => this.#queue.retry(id),
    remove: (id: number) => this.#queue.remove(id),
    move: (id: number, to: number) => this.#move(id, to),
    select: () => this.#host.select(),
  };

  get #language(): Language {
    return { words: this.#words.words, locale: this.#words.locale };
  }

  #refuseTooMany(file: File | undefined): void {
    const { words, locale } = this.#language;
    this.#notify(pluralize(words.tooMany, this.#host.maxFiles ?? 0, locale));
    this.#dispatch(new VhErrorEvent(new VhError('too-many-files', 'The page takes fewer files.'), file));
  }

  #startUpload(admitted: AdmittedFile): void {
    const { id, original, file, metadata, info, refusal, notice, autostart } = admitted;
    // A film that was made smaller is not the one that the handle leads to.
    const handle = file === original ? admitted.handle : undefined;
    const settings = () => ({ ...grantSettingsOf(this.#host), metadata });
    const isResumable = !this.#host.withoutResume;
    const rules = { ask: () => refusal };
    const upload = new Upload(file, { settings, rules, handle, isResumable, notice });
    this.#queue.attach(id, upload);
    let before: UploadStatus | undefined;
    let picture = refusal ? undefined : info;
    const follow = (state: UploadState) => {
      // Not while the first byte is about to leave: a picture takes the time of the same thread.
      if (picture && hasBegun(state)) {
        this.#posters.request(id, original, picture);
        picture = undefined;
      }
      const event = eventForState(original, state, before);
      before = state.status;
      // Whoever has been taken out is not heard of any more.
      if (event && this.#queue.get(id)) this.#dispatch(event);
    };
    upload.store.subscribe(follow);
    follow(upload.store.state);
    if (refusal) return;
    if (autostart) this.#queue.start(id);
    // It waits for its turn, or for a person.
    if (picture && upload.store.state.status === 'idle') {
      this.#posters.request(id, original, picture);
      picture = undefined;
    }
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

  #onQueueChange(state: QueueState): void {
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

/** True while a file is among the uploads, unless the page has refused it: what it does not take now, it never takes. */
function isListed({ items }: QueueState, file: File): boolean {
  return items.some(
    ({ upload, state }) =>
      upload?.file === file && !(state.status === 'failed' && /^file-.*refused$/.test(state.error.code)),
  );
}

/** True once bytes of an upload have left, or it does something else than to begin. */
function hasBegun({ status, sent }: UploadState): boolean {
  return status !== 'idle' && status !== 'granting' && (status !== 'uploading' || sent > 0);
}

import type { TemplateResult } from 'lit';
import { VhError } from '../../../core/vh-error.ts';
import { pluralize } from '../../../locales/plural.ts';
import { uploader as english } from '../../../locales/en/uploader.ts';
import { Queue } from '../../../upload/queue.ts';
import { videoOf, type QueueState } from '../../../upload/queue/queue-state.ts';
import type { UploadState, UploadStatus } from '../../../upload/upload-state.ts';
import { Upload } from '../../../upload/upload.ts';
import { VhErrorEvent } from '../../events/vh-error-event.ts';
import { WordsController } from '../../words-controller.ts';
import { FocusKeeper } from '../focus-keeper.ts';
import type { FormPart, FormVideo } from '../form-part.ts';
import type { UploaderHost } from '../uploader-host.ts';
import { Announcer, type Tongue } from './announcer.ts';
import { eventForState } from './event-for-state.ts';
import { isWanted } from './is-wanted.ts';
import { LeaveGuard } from './leave-guard.ts';
import { PosterRack } from './poster-rack.ts';
import { Reception, type Delivery, type Order } from './reception.ts';
import { renderList } from './render-list.ts';
import { renderRow } from './render-row.ts';
import { rowStyles } from './row-styles.ts';
import { settingsOf } from './settings-of.ts';
import { stateOfAll } from './state-of-all.ts';
import { isUnfinished, tellMoved } from './tell-state.ts';
import { WakeLock } from './wake-lock.ts';

/**
 * Has the uploader's files in hand: follows them, tells the page by events, shows them, and keeps the form and the page's
 * leaving in step with them.
 */
export class Desk {
  readonly #host: UploaderHost;
  readonly #form: FormPart;
  readonly #onSettle: () => void;
  readonly #queue = new Queue({ concurrency: () => this.#host.concurrency ?? 2 });
  readonly #vocabulary: WordsController<'uploader'>;
  readonly #announcer = new Announcer(() => this.#host.requestUpdate());
  readonly #guard = new LeaveGuard();
  readonly #wakeLock = new WakeLock();
  readonly #posters: PosterRack;
  readonly #reception: Reception;
  #notice: string | undefined;

  constructor(host: UploaderHost, form: FormPart, onSettle: () => void) {
    this.#host = host;
    this.#form = form;
    this.#onSettle = onSettle;
    this.#vocabulary = new WordsController(host, 'uploader', english);
    this.#posters = new PosterRack(() => host.requestUpdate());
    this.#reception = new Reception(host, this.#queue, {
      onOrder: (order) => this.#open(order),
      onNone: () => this.#notify(this.#tongue.words.noVideos),
      onTooMany: (file) => this.#refuse(file),
      onDone: () => this.#settle(this.state),
    });
    const { styleSheet } = rowStyles;
    // Files may come before the element is in a document: not until then has it a root.
    void host.updateComplete.then(() => styleSheet && host.shadowRoot?.adoptedStyleSheets.push(styleSheet));
    new FocusKeeper(host);
    this.#queue.store.subscribe((state) => this.#settle(state));
  }

  /** All files and what they do. */
  get state(): QueueState {
    return this.#queue.store.state;
  }

  /** True while bytes would be lost. */
  get isBusy(): boolean {
    return this.#reception.isBusy || this.state.items.some(({ state }) => isUnfinished(state.status));
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
    return this.#reception.has(file) || isWanted(this.state, file);
  }

  /** Takes files, in the place of the one before where there is room for one only. */
  take(delivery: Delivery): void {
    if (!this.#host.multiple) this.#empty();
    this.#notice = undefined;
    this.#reception.take(delivery);
  }

  /** Takes in the videos of an earlier visit to the page. */
  keep(videos: readonly FormVideo[]): void {
    for (const { videoId, name } of videos) this.#queue.keep(name, { videoId });
  }

  /** Begins what waits for it. */
  start(): void {
    this.#reception.begin();
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
    this.#reception.clear();
  }

  /** Ends the upload of one file and takes it out. */
  drop(file: File): void {
    this.#reception.drop(file);
    for (const { id, upload } of this.state.items) if (upload?.file === file) this.#queue.remove(id);
  }

  /** Ends everything. The page wants it so: it is not told that the value has changed. */
  clear(): void {
    this.#form.set([]);
    this.#empty();
  }

  #empty(): void {
    this.#notice = undefined;
    this.#reception.clear();
    this.#queue.clear();
    this.#settle(this.state);
  }

  /** For whoever goes away: ends what is unfinished, and watches nothing any more. */
  release(): void {
    this.#reception.clear();
    this.#queue.release();
    this.#announcer.end();
  }

  /** The rows, with what records one more; nothing while there are none. */
  render(again?: TemplateResult): TemplateResult | undefined {
    const { state } = this;
    const tongue = this.#tongue;
    const poster = (id: number) => this.#posters.get(id);
    const { multiple } = this.#host;
    const actions = { ...this.#actions, again, isFixed: this.#host.matches(':disabled') };
    // What is there is shown, also when the page has changed its mind about how many there may be.
    if (state.items.length > (multiple ? 0 : 1)) {
      const next = multiple ? 'add' : 'another';
      return renderList({ ...tongue, state, poster, notice: this.#notice, next, actions });
    }
    const [item] = state.items;
    return item && renderRow({ ...tongue, item, place: undefined, poster: poster(item.id), actions });
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

  get #tongue(): Tongue {
    return { words: this.#vocabulary.words, locale: this.#vocabulary.locale };
  }

  #refuse(file: File | undefined): void {
    const { words, locale } = this.#tongue;
    this.#notify(pluralize(words.tooMany, this.#host.maxFiles ?? 0, locale));
    this.#tell(new VhErrorEvent(new VhError('too-many-files', 'The page takes fewer files.'), file));
  }

  #open(order: Order): void {
    const { id, original, file, metadata, info, refusal, begin } = order;
    // A film that was made smaller is not the one that the handle leads to.
    const handle = file === original ? order.handle : undefined;
    const settings = () => ({ ...settingsOf(this.#host), metadata });
    const isResumable = !this.#host.withoutResume;
    const upload = new Upload(file, { settings, rules: { ask: () => refusal }, handle, isResumable });
    this.#queue.attach(id, upload);
    let before: UploadStatus | undefined;
    const follow = (state: UploadState) => {
      const event = eventForState(original, state, before);
      before = state.status;
      // Whoever has been taken out is not heard of any more.
      if (event && this.#queue.get(id)) this.#tell(event);
    };
    upload.store.subscribe(follow);
    follow(upload.store.state);
    if (refusal) return;
    if (info) this.#posters.order(id, original, info);
    if (begin) this.#queue.start(id);
  }

  #move(id: number, to: number): void {
    const { items } = this.state;
    const place = Math.min(Math.max(to, 0), items.length - 1);
    const item = this.#queue.get(id);
    if (!item || items[place] === item) return;
    this.#queue.move(id, place);
    const { words, locale } = this.#tongue;
    this.#announcer.say(tellMoved(item, place, items.length, words, locale));
  }

  #settle(state: QueueState): void {
    const videos = state.items.flatMap((item) => {
      const video = videoOf(item);
      return video ? [{ videoId: video.videoId, name: item.name }] : [];
    });
    const before = String(this.#form.ids);
    this.#form.set(videos);
    this.#form.mark(stateOfAll(state.items));
    this.#announcer.hear(state, this.#host.multiple, this.#tongue);
    this.#posters.keep(state.items.map(({ id }) => id));
    this.#guard.set(this.isBusy);
    this.#wakeLock.set(state.status === 'running');
    this.#onSettle();
    this.#host.requestUpdate();
    // Last: whoever hears it may submit the form.
    if (String(this.#form.ids) === before) return;
    for (const type of ['input', 'change'])
      this.#tell(new Event(type, { bubbles: true, composed: type === 'input' }));
  }

  #notify(text: string): void {
    this.#notice = text;
    this.#announcer.say(text);
    this.#host.requestUpdate();
  }

  #tell(event: Event): void {
    this.#host.dispatchEvent(event);
  }
}

import { html, type TemplateResult } from 'lit';
import type { VhError } from '../../../core/errors/vh-error.ts';
import { uploader as english } from '../../../locales/en/uploader.ts';
import {
  isRefused,
  type FileInfo,
  type Queue,
  type QueueItem,
  type QueueState,
  type Upload,
} from '../../../upload/index.ts';
import { renewStyles } from '../../styling/renew-styles.ts';
import { WordsController } from '../../words/words-controller.ts';
import type { Removal, UploaderHost } from '../host/uploader-host.ts';
import {
  AwaitedSubmission,
  awaitedStyles,
  isChosen,
  type AwaitedUploads,
} from '../form/awaited-submission.ts';
import { AuthorArea } from '../author/author-area.ts';
import { sleep } from '../../../core/async/sleep.ts';
import { reportSetupError } from '../../../core/setup/report-setup-error.ts';
import { readNumberData } from '../../../locales/format/number-format.ts';
import { Announcer } from './announcer.ts';
import {
  describeLimit,
  describeMove,
  isDuplicate,
  isRetried,
  secondsUntil,
  type Language,
} from '../row/describe-state.ts';
import { HandOver, type HandedList } from './hand-over.ts';
import { changeOf, type ListChange } from './list-change.ts';
import { listStyles } from './list-styles.ts';
import { removedStyles } from './removed-items.ts';
import type { FilterView } from './render-foot.ts';
import { renderList } from './render-list.ts';
import { RowFilter } from './shown/row-filter.ts';
import { RowWindow } from './shown/row-window.ts';
import { renderRow, type RowActions } from '../row/render-row.ts';
import { RowPosters } from '../row/row-posters.ts';
import { rowStyles } from '../row/row-styles.ts';
import { WakeLock } from '../page/wake-lock.ts';
import { UndoableRemoval } from './undoable-removal.ts';

/** Something to know for which there is no row. */
export type ListNotice = 'noVideos' | 'tooMany' | 'alreadyListed';

/** As many names of repeated files are said. */
const MAX_NAMES = 3;

/** The list that is shown. */
export interface ViewedList extends AwaitedUploads, HandedList {
  readonly queue: Queue;
  readonly notice: ListNotice | undefined;
  /** The names of the files that were chosen a second time. */
  readonly repeated: readonly string[];
  /** True when there is no room for one more. */
  readonly isFull: boolean;
  /** The data of an upload's file, once it has been checked. */
  infoOf: (upload: Upload) => FileInfo | undefined;
  /** Takes one file out. */
  removeById: (id: number) => void;
  /** Takes several files out for good. */
  removeForGood: (ids: readonly number[]) => void;
  /** A file is there again. */
  onUndo: (item: QueueItem) => void;
  onChange: () => void;
}

/** Resolves with the view when it may be made: in a separate turn, since the first row takes long enough without that. */
export async function prepareView(): Promise<typeof UploadListView> {
  await readNumberData();
  await sleep(0);
  return UploadListView;
}

/**
 * Shows the files of an upload list to eyes and ears: rows with their pictures, what a screen reader announces, and files
 * taken out. No byte waits for it: it is loaded beside the first part.
 */
export class UploadListView {
  readonly removal: UndoableRemoval;
  readonly handOver: HandOver;
  readonly #wakeLock = new WakeLock();
  readonly #host: UploaderHost;
  readonly #list: ViewedList;
  readonly #words: WordsController<'uploader'>;
  readonly #announcer: Announcer;
  readonly #posters: RowPosters;
  readonly #window: RowWindow;
  readonly #filter = new RowFilter();
  readonly #author: AuthorArea;
  readonly #submission: AwaitedSubmission;
  readonly #pace = new DrawPace(() => this.#draw());
  /** True when there is more to show than bytes that have moved. */
  #isOld = true;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: UploaderHost, list: ViewedList) {
    this.#host = host;
    this.#list = list;
    const render = () => host.requestUpdate();
    this.#words = new WordsController(host, 'uploader', english);
    this.#announcer = new Announcer(render);
    // Not of what the page refuses.
    this.#posters = new RowPosters(render, (upload) =>
      upload.store.state.status === 'failed' ? undefined : list.infoOf(upload),
    );
    this.#window = new RowWindow(host, render);
    this.#author = new AuthorArea(host, list, render);
    this.#submission = new AwaitedSubmission(host, list, (news) =>
      this.#announcer.say(this.#words.words[news]),
    );
    this.removal = new UndoableRemoval(() => list.queue, list.onUndo, list.onChange);
    this.handOver = new HandOver(host, list, this);
    // Files may come before the element is in a document: not until then has it a root.
    void host.updateComplete.then(() =>
      renewStyles(host, rowStyles, listStyles, removedStyles, awaitedStyles),
    );
  }

  /** The announcement for a screen reader. */
  get spoken(): string {
    return this.#announcer.text;
  }

  /** News that belong to no row. */
  get notice(): string | undefined {
    const { notice } = this.#list;
    if (notice === 'noVideos') return this.#words.words.noVideos;
    if (notice === 'alreadyListed') {
      const { repeated } = this.#list;
      const names = repeated.slice(0, MAX_NAMES).join(', ') + (repeated.length > MAX_NAMES ? ' …' : '');
      return this.#words.words.alreadyListed.replace('{name}', () => names);
    }
    const { multiple, maxFiles } = this.#host;
    return notice && describeLimit(multiple ? maxFiles : 1, this.#language);
  }

  /** How the files differ from what they were, as far as it matters for their drawing. */
  changeOf(before: QueueState, now: QueueState): ListChange {
    return changeOf(before, now);
  }

  /** What a form is waiting for a person to say or do; undefined while that is nothing. */
  get question(): string | undefined {
    const { words } = this.#words;
    const { items } = this.#list.state;
    if (items.some(isDuplicate)) return words.duplicateOpen;
    const chosen = items.find(isChosen);
    return chosen && `${words.chosen}: ${chosen.name}`;
  }

  /** Shows the files as they are: at once, or with what else moves. */
  draw(change: ListChange): void {
    this.#isOld ||= change !== 'movement';
    if (change === 'act') this.#pace.now();
    else this.#pace.request();
  }

  #draw(): void {
    const { state } = this.#list;
    if (this.#isOld) this.#update(state);
    else this.#announcer.updateProgress(state, this.#host.multiple, this.#language);
    this.#isOld = false;
    this.#host.requestUpdate();
  }

  /** Follows the newest state, for more than bytes that have moved. */
  #update(state: QueueState): void {
    this.#announcer.update(state, this.#host.multiple, this.#language);
    // Also of removed files: they may come back.
    const { items } = this.#list.queue.store.state;
    this.#posters.keep(items);
    this.#countDown(state);
    this.#wakeLock.set(state.status === 'running');
    this.#author.keep(items);
    this.#submission.update(state);
  }

  /** Warns the page's author of a failure that the page can mend. */
  warnOf(error: VhError): void {
    reportSetupError(error);
  }

  /** Says the notice, too. */
  announceNotice(): void {
    if (this.notice) this.#announcer.say(this.notice);
  }

  /** Says nothing of what there was. */
  silence(): void {
    this.#announcer.end();
  }

  /** Takes one file out; it may be brought back for some seconds. */
  remove(item: QueueItem, removal?: Removal): void {
    this.#announcer.say(...this.removal.remove(item, this.#host.multiple, this.#words.words, removal));
  }

  /** Called when the owner is removed. */
  end(): void {
    clearTimeout(this.#timer);
    this.#pace.end();
    this.#announcer.end();
    this.#author.end();
    this.#wakeLock.set(false);
  }

  /** Offers to bring back removed files; nothing without any. */
  renderRemoved(): TemplateResult | undefined {
    return this.removal.render(this.#words.words);
  }

  /** The rows, with what records one more, and what the form does; nothing while there are none. */
  render(again: TemplateResult | undefined): TemplateResult | undefined {
    const rows = this.#renderRows(again);
    return rows && html`${rows}${this.#submission.render(this.#words.words)}`;
  }

  #renderRows(again: TemplateResult | undefined): TemplateResult | undefined {
    const { state, isFull } = this.#list;
    const language = this.#language;
    const poster = (id: number) => this.#posters.get(id);
    const { multiple } = this.#host;
    const isFixed = this.#host.matches(':disabled');
    const actions = { ...this.#actions, again: isFull ? undefined : again, isFull, isFixed };
    // Existing uploads stay in view, also when the page has lowered the limit.
    if (state.items.length > (multiple ? 0 : 1)) {
      const next = multiple ? 'add' : 'another';
      const limit = isFull ? describeLimit(this.#host.maxFiles, language) : undefined;
      const { notice } = this;
      const author = (item: QueueItem) => this.#author.render(item, isFixed, multiple, language.words);
      // The removed ones, too: each returns to its place.
      const items = this.#filter.take(this.#list.queue.store.state.items);
      const pieces = this.#window.take(items);
      const present = this.#shownItems;
      const rowCount = this.#window.isPartial ? items.length : undefined;
      this.#posters.show(pieces.flatMap((piece) => (piece.kind === 'row' ? piece.item : [])));
      const removed = (id: number) => this.removal.renderItem(id, this.#words.words);
      return renderList({
        ...language,
        state,
        pieces,
        rowCount,
        poster,
        author,
        removed,
        filter: this.#filterView,
        ends: [present[0]?.id, present.at(-1)?.id],
        notice,
        limit,
        next,
        actions,
      });
    }
    const [item] = state.items;
    this.#posters.show(state.items);
    const author = item && this.#author.render(item, isFixed, false, language.words);
    const { notice } = this;
    return (
      item &&
      renderRow({ ...language, item, place: undefined, poster: poster(item.id), author, notice, actions })
    );
  }

  readonly #actions: Omit<RowActions, 'again' | 'isFull' | 'isFixed'> = {
    start: (id) => this.#list.queue.start(id),
    pause: (id) => this.#list.queue.pause(id),
    resume: (id) => this.#list.queue.resume(id),
    retry: (id) => this.#list.queue.retry(id),
    retryNow: (id) => this.#list.queue.get(id)?.upload?.retry(),
    retryAll: () => this.#list.queue.retry(this.#idsOf(isRetried)),
    // There is nothing to bring back of them.
    uploadAgain: (id) => {
      for (const item of this.#list.state.items)
        if ((id ?? item.id) === item.id && 'uploadAgain' in item.state) item.state.uploadAgain();
    },
    // They can be chosen again.
    leaveOutAll: () => this.#list.removeForGood(this.#idsOf(isDuplicate)),
    removeRefused: () => this.#list.removeForGood(this.#idsOf(isRefused)),
    reload: () => this.#host.ownerDocument.location.reload(),
    remove: (id) => this.#list.removeById(id),
    move: (id, by) => this.#move(id, by),
    select: () => this.#host.select(),
  };

  #idsOf(isMeant: (item: QueueItem) => boolean): number[] {
    return this.#list.state.items.flatMap((item) => (isMeant(item) ? item.id : []));
  }

  /** The files that a person has chosen to see, without those that were taken out. */
  get #shownItems(): readonly QueueItem[] {
    const chosen = this.#filter.take(this.#list.queue.store.state.items);
    return chosen.filter(({ id }) => !this.removal.has(id));
  }

  get #filterView(): FilterView {
    const { items } = this.#list.state;
    const filter = this.#filter;
    const counts = filter.count(items);
    const render = () => this.#host.requestUpdate();
    return {
      shown: filter.shown,
      counts: filter.isUseful(counts, items.length) ? counts : undefined,
      show: (shown) => {
        filter.show(shown);
        render();
      },
      canClear: filter.canClear(items),
      clearDone: () => {
        filter.clearDone(this.#list.state.items);
        render();
      },
    };
  }

  get #language(): Language {
    const { words, locale } = this.#words;
    return { words, locale, rules: this.#host, infoOf: (upload) => this.#list.infoOf(upload) };
  }

  /** Shows each second how long it is until the next attempt. */
  #countDown({ items }: QueueState): void {
    clearTimeout(this.#timer);
    if (!items.some(({ state }) => secondsUntil(state) !== undefined)) return;
    this.#timer = setTimeout(() => {
      this.#host.requestUpdate();
      this.#countDown(this.#list.state);
    }, 1000);
  }

  #move(id: number, by: number): void {
    // Past the next one that is shown.
    const shown = this.#shownItems;
    const neighbour = shown[shown.findIndex((item) => item.id === id) + by];
    const item = this.#list.queue.get(id);
    if (!item || !neighbour) return;
    const { items } = this.#list.state;
    const place = items.indexOf(neighbour);
    // Among all files: between the two may be one that was taken out.
    this.#list.queue.move(id, this.#list.queue.store.state.items.indexOf(neighbour));
    const { words, locale } = this.#language;
    this.#announcer.say(describeMove(item, place, items.length, words, locale));
  }
}

/** Milliseconds between two draws of what moves: nobody reads faster, and each draw takes a page's time. */
const DRAW_INTERVAL_MS = 250;

/** Draws four times a second what moves by itself; what a person or the page does is drawn at once. */
class DrawPace {
  readonly #draw: () => void;
  #isWanted = false;
  /** Runs while the last draw is young. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** Something has moved by itself. */
  request(): void {
    if (this.#timer === undefined) this.now();
    else this.#isWanted = true;
  }

  /** Draws at once. */
  now(): void {
    this.end();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isWanted) this.now();
    }, DRAW_INTERVAL_MS);
    this.#draw();
  }

  /** Draws no more of what was requested. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isWanted = false;
  }
}

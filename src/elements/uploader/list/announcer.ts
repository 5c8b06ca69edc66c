import { pluralize } from '../../../locales/format/plural.ts';
import type { UploaderWords } from '../../../locales/en/uploader.ts';
import { isRefused, isUnfinished, videoOf, type QueueItem, type QueueState } from '../../../upload/index.ts';
import { formatPercent } from '../../words/format-quantity.ts';
import {
  describeDuplicates,
  describeState,
  describeTotal,
  isDuplicate,
  noticeOf,
  share,
  toText,
  type Language,
} from '../row/describe-state.ts';

/** Progress is spoken at each of these shares: more would talk over everything else. */
const PROGRESS_STEP = 0.25;

/** Up to this number, removed files and the reasons of refused ones are announced one by one. */
const MAX_NAMES = 3;

/** Milliseconds that a text stays: one that is gone at once is not read. */
const MIN_GAP_MS = 1_000;

/**
 * Chooses what a screen reader announces: each change of state, and progress by the quarter. What comes faster than it can
 * be said waits, and is said together.
 */
export class Announcer {
  readonly #onText: () => void;
  #lastItems: readonly QueueItem[] = [];
  #step = 0;
  #text = '';
  #spokenAt = -Infinity;
  #waiting: string[] = [];
  /** How far it is: only the newest is worth saying. */
  #progress: string | undefined;
  /** How many films were uploaded before: the newest number. */
  #question: string | undefined;
  /** The notices that were said. */
  readonly #spokenNotices = new Set<unknown>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onText: () => void) {
    this.#onText = onText;
  }

  /** The text of the live region. */
  get text(): string {
    return this.#text;
  }

  /** Says something that is no state. */
  say(...news: readonly string[]): void {
    this.#waiting.push(...news);
    const isNothing = this.#waiting.length === 0 && (this.#question ?? this.#progress) === undefined;
    if (this.#timer !== undefined || isNothing) return;
    const wait = this.#spokenAt + MIN_GAP_MS - performance.now();
    if (wait <= 0) this.#announce();
    else this.#timer = setTimeout(() => this.#announce(), wait);
  }

  /** Announces the newest state; with `several` uploads, by name. */
  update(state: QueueState, several: boolean, language: Language): void {
    const news = several
      ? this.#describeSeveral(state, language)
      : this.#describeOne(state.items[0], language);
    this.#lastItems = state.items;
    this.#step = stepOf(state);
    this.say(...news);
  }

  /** Announces how far it is; nothing else has changed. Hundreds of files need not be looked at for that. */
  updateProgress(state: QueueState, several: boolean, language: Language): void {
    if (!several || stepOf(state) > this.#step) this.update(state, several, language);
  }

  /** Says no more. */
  end(): void {
    this.#clearWaiting();
    this.#text = '';
  }

  #clearWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#progress = this.#question = undefined;
    this.#waiting = [];
  }

  #announce(): void {
    // The last announcement is not repeated before a new one.
    const news = this.#waiting.filter((text) => text !== this.#text);
    this.#text = [...news, this.#question ?? [], this.#progress ?? []].flat().join(' ') || this.#text;
    this.#spokenAt = performance.now();
    this.#clearWaiting();
    this.#onText();
  }

  #describeOne(item: QueueItem | undefined, language: Language): string[] {
    const { words, locale } = language;
    const [before] = this.#lastItems;
    // The row has gone, and with it the reason to speak of it; a cancel is worth a word.
    if (!item) return before && isRunning(before) ? this.#replaceWaiting(words.cancelled) : [];
    const changed = item.state.status !== before?.state.status;
    const notice = this.#describeNotice(item, words);
    if (item.state.status !== 'uploading' && item.state.status !== 'optimizing') {
      return changed ? [...this.#replaceWaiting(describeState(item, language)), ...notice] : notice;
    }
    const step = stepOf(item.state);
    if (item.state.status === 'optimizing' && changed) return [words.optimizing];
    if (changed || step > this.#step) this.#progress = formatPercent(step * PROGRESS_STEP, locale);
    return notice;
  }

  /** Of one upload, what it does now makes what it did old. */
  #replaceWaiting(news: string): string[] {
    this.#waiting = [];
    this.#progress = undefined;
    return [news];
  }

  /** Each problem that an upload survives is announced once; a storage that refuses, once for all uploads. */
  #describeNotice({ id, state }: QueueItem, words: UploaderWords, whose = ''): string[] {
    const notice = noticeOf(state);
    const news = notice === 'restarted' ? id : notice;
    if (!notice || this.#spokenNotices.has(news)) return [];
    this.#spokenNotices.add(news);
    return [(notice === 'restarted' ? whose : '') + words[notice]];
  }

  #describeSeveral(state: QueueState, language: Language): string[] {
    const { words, locale } = language;
    const { items } = state;
    const known = new Map(this.#lastItems.map((item) => [item.id, item]));
    const added = items.filter((item) => !known.has(item.id) && !isRefused(item));
    const present = new Set(items.map(({ id }) => id));
    const gone = this.#lastItems.filter(({ id }) => !present.has(id));
    const over = items.filter((item) => isEnd(item, known.get(item.id)));
    // The reasons of many would talk over everything else: their rows say them.
    const refused = over.filter(isRefused);
    const isMany = refused.length > MAX_NAMES;
    const ended = isMany ? over.filter((item) => !isRefused(item)) : over;
    const news = [
      ...(added.length > 0 ? [pluralize(words.added, added.length, locale)] : []),
      ...describeGone(gone, words),
      ...ended.map((item) => {
        const end = videoOf(item) ? words.stored : describeState(item, language);
        return `${item.name}: ${end}`;
      }),
      ...(isMany ? [words.refusedCount.replace('{count}', () => String(refused.length))] : []),
      ...items.flatMap((item) => this.#describeNotice(item, words, `${item.name}: `)),
    ];
    this.#ask(items, known, language);
    const step = stepOf(state);
    if (state.status === 'settled' && ended.length > 0) {
      this.#progress = undefined;
      news.push(toText(describeTotal(state, language)));
    } else if (state.status === 'running' && step > this.#step) {
      this.#progress = formatPercent(step * PROGRESS_STEP, locale);
    }
    return news;
  }

  /** One that was uploaded before is said by its name, several by their number. */
  #ask(items: readonly QueueItem[], known: ReadonlyMap<number, QueueItem>, language: Language): void {
    const asked = items.filter(isDuplicate);
    const [one] = asked;
    const isNew = asked.some((item) => known.get(item.id)?.state !== item.state);
    if (!one || !isNew) return;
    this.#question =
      asked.length > 1
        ? describeDuplicates(asked.length, language)
        : `${one.name}: ${describeState(one, language)}`;
  }
}

const stepOf = (progress: QueueState | QueueItem['state']): number =>
  Math.floor(share(progress) / PROGRESS_STEP);
const isRunning = ({ state: { status } }: QueueItem): boolean =>
  isUnfinished(status) || status === 'processing';

/** The names of a few that have gone, the number of many. */
function describeGone(gone: readonly QueueItem[], words: UploaderWords): string[] {
  if (gone.length > MAX_NAMES) return [words.removedCount.replace('{count}', () => String(gone.length))];
  return gone.map(({ name }) => words.removed.replace('{name}', () => name));
}

/** True when a file has just come to its end: stored or failed. */
function isEnd(item: QueueItem, before: QueueItem | undefined): boolean {
  const isOver = (one: QueueItem) => one.state.status === 'failed' || videoOf(one) !== undefined;
  return isOver(item) && (before === undefined || !isOver(before));
}

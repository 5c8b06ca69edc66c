import { Store } from '../../core/store.ts';
import type { UploadedVideo } from '../../core/video.ts';
import { summarize, videoOf, type QueueItem, type QueueItemState, type QueueState } from './queue-state.ts';
import type { UploadStatus } from '../upload-state.ts';
import type { Upload } from '../upload.ts';

/** What a queue needs to know. */
export interface QueueOptions {
  /** Files that are sent at the same time; read anew whenever one may begin. */
  concurrency?: () => number;
}

/** Enough to fill the gaps between one file and the next; more would only share the same line. */
const DEFAULT_CONCURRENCY = 2;

const NO_PROGRESS = { sent: 0, total: 0, speed: undefined, secondsLeft: undefined };

/** One file in the queue, and what becomes of it. */
interface Entry {
  item: QueueItem;
  /** Nothing before `attach`, and for a video of an earlier page. */
  upload: Upload | undefined;
  /** True while it waits for its turn to begin, go on or try again. */
  isQueued: boolean;
  readonly ended: AbortController;
}

const ACTIVE_STATUSES: ReadonlySet<UploadStatus | undefined> = new Set(['granting', 'uploading', 'waiting']);
const STARTABLE_STATUSES: ReadonlySet<UploadStatus | undefined> = new Set(['idle', 'paused', 'failed']);

/**
 * Several uploads, a few at a time, in an order that can be changed. Every method that takes an id means one file; without
 * it, all of them.
 */
export class Queue {
  readonly store = new Store<QueueState>(summarize([]));
  readonly #concurrency: () => number;
  #entries: Entry[] = [];
  #count = 0;

  constructor({ concurrency = () => DEFAULT_CONCURRENCY }: QueueOptions = {}) {
    this.#concurrency = concurrency;
  }

  /** Puts an upload at the end; it waits for `start`. Gives its id. */
  add(upload: Upload): number {
    const { item } = this.#addEntry(upload.file.name, upload.store.state);
    this.attach(item.id, upload);
    return item.id;
  }

  /** Keeps places at the end for files whose uploads come with `attach`. Gives their ids. */
  enter(files: readonly Pick<File, 'name' | 'size'>[]): number[] {
    const entries = files.map(({ name, size }) =>
      this.#addEntry(name, { status: 'granting', ...NO_PROGRESS, total: size }),
    );
    this.#publish();
    return entries.map(({ item }) => item.id);
  }

  /** Says how much of a smaller film is made of the file in a place that is kept; nothing while it is paused. */
  optimize(id: number, made: number): void {
    const entry = this.#find(id);
    const state = entry?.item.state;
    if (!entry || entry.upload || (state?.status !== 'granting' && state?.status !== 'optimizing')) return;
    entry.item = { ...entry.item, state: { ...NO_PROGRESS, total: state.total, status: 'optimizing', made } };
    this.#publish();
  }

  /** Aborts when the file of that id is taken out. */
  endOf(id: number): AbortSignal {
    return this.#find(id)?.ended.signal ?? AbortSignal.abort();
  }

  /** Puts an upload into the place that was kept for it; false when that has been taken out meanwhile. */
  attach(id: number, upload: Upload): boolean {
    const entry = this.#find(id);
    if (!entry) return false;
    entry.upload = upload;
    entry.item = { ...entry.item, name: upload.file.name, upload };
    const follow = () => {
      this.#refresh(entry);
      this.#startNext();
      this.#publish();
    };
    upload.store.subscribe(follow, { signal: entry.ended.signal });
    follow();
    return true;
  }

  /** Takes in a video that an earlier page has uploaded. Gives its id. */
  keep(name: string, video: UploadedVideo): number {
    const { item } = this.#addEntry(name, { status: 'stored', video, ...NO_PROGRESS });
    this.#publish();
    return item.id;
  }

  /** The file of that id, if it is still here. */
  get(id: number): QueueItem | undefined {
    return this.#find(id)?.item;
  }

  /** Sends what waits to be sent, each in its turn. */
  start(id?: number): void {
    this.#enqueue(id, (status) => status === 'idle');
  }

  /** Goes on with what is paused, each in its turn. */
  resume(id?: number): void {
    this.#enqueue(id, (status) => status === 'paused');
  }

  /** Tries again what has failed, each in its turn. */
  retry(id?: number): void {
    this.#enqueue(id, (status) => status === 'failed');
  }

  /** Stops sending; what is stored stays stored. What waits for its turn waits for `resume` or `start` then. */
  pause(id?: number): void {
    const chosen = this.#entriesFor(id);
    for (const entry of chosen) {
      entry.isQueued = false;
      if (!entry.upload) this.#setPlaceholderStatus(entry, 'paused');
      this.#refresh(entry);
    }
    for (const { upload } of chosen) upload?.pause();
    this.#startNext();
    this.#publish();
  }

  /** Ends one upload and takes it out: nothing is kept of it. A video that is stored already stays with the service. */
  remove(id: number): void {
    this.#removeEntries([id]);
  }

  /** Ends everything and is empty then. What has failed may be taken up again: nothing is cleared away of it. */
  clear(): void {
    this.#removeEntries(
      this.#entries.map(({ item }) => item.id),
      'release',
    );
  }

  /** Puts a file at another place, from 0. */
  move(id: number, to: number): void {
    const entry = this.#find(id);
    if (!entry) return;
    const others = this.#entries.filter((other) => other !== entry);
    others.splice(Math.min(Math.max(to, 0), others.length), 0, entry);
    this.#entries = others;
    this.#publish();
  }

  /** For whoever goes away: ends and takes out what is unfinished, and watches nothing any more. */
  release(): void {
    const unfinished = this.#entries.filter(({ item }) => !videoOf(item) && item.state.status !== 'failed');
    this.#removeEntries(unfinished.map(({ item }) => item.id));
    for (const { upload } of [...this.#entries]) upload?.release();
  }

  #addEntry(name: string, state: QueueItemState): Entry {
    const item = { id: ++this.#count, name, state, upload: undefined };
    const entry: Entry = { item, upload: undefined, isQueued: false, ended: new AbortController() };
    this.#entries.push(entry);
    return entry;
  }

  #find(id: number): Entry | undefined {
    return this.#entries.find(({ item }) => item.id === id);
  }

  #entriesFor(id: number | undefined): Entry[] {
    return this.#entries.filter(({ item }) => id === undefined || item.id === id);
  }

  #enqueue(id: number | undefined, isMeant: (status: UploadStatus) => boolean): void {
    for (const entry of this.#entriesFor(id)) {
      if (!entry.upload) this.#setPlaceholderStatus(entry, 'granting');
      else if (isMeant(entry.upload.store.state.status)) entry.isQueued = true;
      this.#refresh(entry);
    }
    this.#startNext();
    this.#publish();
  }

  /** Gives the free places to those that wait for one, the first first. */
  #startNext(): void {
    for (const entry of this.#entries) {
      if (this.#activeCount >= Math.max(1, this.#concurrency() || 1)) return;
      if (!entry.isQueued) continue;
      // First: what begins tells of it, and the place must not be given twice.
      entry.isQueued = false;
      if (entry.upload) begin(entry.upload);
      this.#refresh(entry);
    }
  }

  get #activeCount(): number {
    return this.#entries.filter(({ upload }) => ACTIVE_STATUSES.has(upload?.store.state.status)).length;
  }

  #removeEntries(ids: readonly number[], how: 'cancel' | 'release' = 'cancel'): void {
    const gone = this.#entries.filter(({ item }) => ids.includes(item.id));
    // Out of the list before they end: none of them may give its place to another.
    this.#entries = this.#entries.filter((entry) => !gone.includes(entry));
    for (const { ended, upload } of gone) {
      ended.abort();
      upload?.[how]();
    }
    this.#startNext();
    this.#publish();
  }

  /** Pauses and resumes a place whose upload is not there yet. */
  #setPlaceholderStatus(entry: Entry, to: 'granting' | 'paused'): void {
    const { item } = entry;
    const { status, sent, total, speed, secondsLeft } = item.state;
    const isMeant =
      to === 'granting' ? status === 'paused' : status === 'granting' || status === 'optimizing';
    if (isMeant) entry.item = { ...item, state: { status: to, sent, total, speed, secondsLeft } };
  }

  #refresh(entry: Entry): void {
    const { upload, item } = entry;
    if (!upload) return;
    const { state } = upload.store;
    const waits = entry.isQueued && STARTABLE_STATUSES.has(state.status);
    if (!waits) entry.item = { ...item, state };
    else if (item.state.status !== 'queued') entry.item = { ...item, state: queued(state) };
  }

  #publish(): void {
    this.store.set(summarize(this.#entries.map(({ item }) => item)));
  }
}

function queued({ sent, total }: QueueItemState): QueueItemState {
  return { status: 'queued', sent, total, speed: undefined, secondsLeft: undefined };
}

function begin(upload: Upload): void {
  const { status } = upload.store.state;
  if (status === 'idle') upload.start();
  else if (status === 'paused') upload.resume();
  else upload.retry();
}

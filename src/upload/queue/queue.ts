import { Store } from '../../core/store.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import {
  isRefused,
  summarize,
  videoOf,
  type QueueItem,
  type QueueItemState,
  type QueueItemStatus,
  type QueueState,
} from './queue-state.ts';
import { SpeedMeter } from '../progress-meter.ts';
import type { UploadStatus } from '../ports/upload-state.ts';
import type { Upload } from '../upload.ts';

/** Settings of a `Queue`. */
export interface QueueOptions {
  /** Files that are sent at the same time; read again whenever one may start. */
  concurrency?: () => number;
}

/** Files that are sent at the same time, unless the page says otherwise. Enough to fill the gaps between one file and the next; more would only share the same line. */
export const DEFAULT_CONCURRENCY = 2;

interface Entry {
  item: QueueItem;
  /** `queued`: it waits for its turn to start, resume or retry. `held`: `pause` took it out of its turn. */
  turn: 'none' | 'queued' | 'held';
  /** Bytes of it that have left, at the last look. */
  moved: number;
  /** Ends the following of its upload. */
  unfollow: () => void;
}

const ACTIVE_STATUSES: ReadonlySet<UploadStatus | undefined> = new Set([
  'granting',
  'optimizing',
  'uploading',
  'waiting',
]);
/** Without one of these, nothing leaves for now. */
const SENDING_STATUSES: ReadonlySet<QueueItemStatus> = new Set(['granting', 'uploading']);
const STARTABLE_STATUSES: ReadonlySet<UploadStatus | undefined> = new Set(['idle', 'paused', 'failed']);

/** Of all queues: a file keeps its id in another one. */
let count = 0;

/** Several uploads, a few at a time, in an order that can be changed. Methods without an id mean all files. */
export class Queue {
  readonly store = new Store<QueueState>(summarize([]));
  readonly #concurrency: () => number;
  /** By id, in their order. */
  #entries = new Map<number, Entry>();
  /** Of all files together: one that ends gives its share of the line to the next, which is not measured yet. */
  readonly #meter = new SpeedMeter();

  constructor({ concurrency = () => DEFAULT_CONCURRENCY }: QueueOptions = {}) {
    this.#concurrency = concurrency;
  }

  /** Adds an upload at the end, where it waits for `start`. Returns its id. */
  add(upload: Upload): number {
    return this.addAll([upload])[0] ?? 0;
  }

  /** Adds uploads at the end, as one change. Returns their ids. */
  addAll(uploads: readonly Upload[]): number[] {
    const ids = uploads.map((upload) => this.#addNew(upload.file.name, upload.store.state, upload));
    this.#publish();
    return ids;
  }

  /** Adds a video that an earlier page uploaded. Returns its id. */
  keep(name: string, video: UploadedVideo): number {
    const state = {
      status: 'stored',
      video,
      sent: 0,
      stored: 0,
      total: 0,
      speed: undefined,
      secondsLeft: undefined,
    } as const;
    const id = this.#addNew(name, state, undefined);
    this.#publish();
    return id;
  }

  /** Takes the files of another queue to the end of this one, as they are. */
  adopt(other: Queue): void {
    for (const entry of other.#entries.values()) {
      entry.unfollow();
      this.#addEntry(entry);
    }
    other.#entries.clear();
    other.#publish();
    this.#startNext();
    this.#publish();
  }

  /** The file of that id, if the queue has it. */
  get(id: number): QueueItem | undefined {
    return this.#entries.get(id)?.item;
  }

  /** Starts idle files, each in its turn; of several ids, all as one change. */
  start(id?: number | readonly number[]): void {
    this.#resumePreparing(id);
    this.#enqueue(id, ({ status }, { isPreparing }) => status === 'idle' || isPreparing);
  }

  /** Resumes paused files, including files that were paused in the queue. */
  resume(id?: number): void {
    this.#resumePreparing(id);
    this.#enqueue(id, ({ status }, _upload, turn) => turn === 'held' || status === 'paused');
  }

  /** Retries failed files, each in its turn; of several ids, all as one change. */
  retry(id?: number | readonly number[]): void {
    this.#enqueue(id, (state) => state.status === 'failed' && !isRefused({ state }));
  }

  /** Stops sending; stored bytes stay stored. Queued files wait for `resume` or `start`. */
  pause(id?: number | readonly number[]): void {
    const chosen = this.#entriesFor(id);
    for (const entry of chosen) {
      if (entry.turn === 'queued') entry.turn = 'held';
      this.#refresh(entry);
    }
    for (const { item } of chosen) item.upload?.pause();
    this.#startNext();
    this.#publish();
  }

  /** Cancels one upload, or several as one change, and removes it. The service keeps a video that is already stored. */
  remove(id: number | readonly number[]): void {
    this.#end(this.#entriesFor(id), (upload) => upload.cancel());
  }

  /** Cancels and removes all files that are not stored, failed ones too, and stops watching the others. */
  cancel(): void {
    const unstored = this.#entriesFor().filter(({ item }) => !videoOf(item));
    this.#end(unstored, (upload) => upload.cancel());
    for (const { item } of this.#entriesFor()) item.upload?.release();
  }

  /**
   * Removes everything. What is left of uploads that have failed, or that have not begun here, can be resumed; with
   * `isFinal` it is cancelled, too.
   */
  clear(isFinal = false): void {
    this.#end(this.#entriesFor(), (upload) => {
      const { status } = upload.store.state;
      if (isFinal || (status !== 'failed' && status !== 'idle')) upload.cancel();
      else upload.release();
    });
  }

  /** Moves a file to another place, from 0. */
  move(id: number, to: number): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const others = this.#entriesFor().filter((other) => other !== entry);
    others.splice(Math.min(Math.max(to, 0), others.length), 0, entry);
    this.#entries = new Map(others.map((one) => [one.item.id, one]));
    this.#publish();
  }

  /** Removes unfinished uploads, which another visit can resume, and stops watching the others: see `Upload.release()`. */
  release(): void {
    const unfinished = this.#entriesFor().filter(
      ({ item }) => !videoOf(item) && item.state.status !== 'failed',
    );
    this.#end(unfinished, (upload) => upload.release());
    for (const { item } of this.#entriesFor()) item.upload?.release();
  }

  /** Removes everything, since its visitor has signed out: see `Upload.leave()`. */
  leave(isUnwanted: (id: number) => boolean): void {
    this.#end(this.#entriesFor(), (upload, id) => upload.leave(isUnwanted(id)));
  }

  #follow(entry: Entry): void {
    // A file that its preparation refuses has nothing to wait for.
    if (entry.item.upload?.store.state.status === 'failed') entry.turn = 'none';
    this.#measure(entry);
    this.#refresh(entry);
    this.#startNext();
    this.#publish();
  }

  #measure(entry: Entry): void {
    const { moved } = entry.item.upload ?? {};
    if (!moved || moved.bytes === entry.moved) return;
    this.#meter.add(moved.bytes - entry.moved, moved.at);
    entry.moved = moved.bytes;
  }

  #addNew(name: string, state: QueueItemState, upload: Upload | undefined): number {
    const id = ++count;
    this.#addEntry({
      item: { id, name, state, upload },
      turn: 'none',
      moved: 0,
      unfollow: () => {},
    });
    return id;
  }

  #addEntry(entry: Entry): void {
    const { id, upload } = entry.item;
    this.#entries.set(id, entry);
    if (upload) entry.unfollow = upload.store.subscribe(() => this.#follow(entry));
  }

  #entriesFor(id?: number | readonly number[]): Entry[] {
    if (id === undefined) return [...this.#entries.values()];
    const ids = typeof id === 'number' ? [id] : id;
    return ids.flatMap((one) => this.#entries.get(one) ?? []);
  }

  #resumePreparing(id: number | readonly number[] | undefined): void {
    for (const { item } of this.#entriesFor(id)) if (item.upload?.isPreparing) item.upload.resume();
  }

  #enqueue(
    id: number | readonly number[] | undefined,
    isMeant: (state: QueueItemState, upload: Upload, turn: Entry['turn']) => boolean,
  ): void {
    for (const entry of this.#entriesFor(id)) {
      const { upload } = entry.item;
      if (!upload) continue;
      if (isMeant(upload.store.state, upload, entry.turn)) entry.turn = 'queued';
      this.#refresh(entry);
    }
    this.#startNext();
    this.#publish();
  }

  /** Starts queued files while there are free places, in order. */
  #startNext(): void {
    // Counted once, and not for each file: there may be hundreds.
    let active = this.#activeCount;
    const places = Math.max(1, this.#concurrency() || 1);
    for (const entry of this.#entriesFor()) {
      if (active >= places) return;
      const { upload } = entry.item;
      if (entry.turn !== 'queued' || !upload || upload.isPreparing) continue;
      // A listener may have removed it when the file before it began.
      if (!this.#entries.has(entry.item.id)) continue;
      // First: the upload reports its start, and the place must not be given twice.
      entry.turn = 'none';
      begin(upload);
      this.#refresh(entry);
      active = this.#activeCount;
    }
  }

  get #activeCount(): number {
    let count = 0;
    for (const { item } of this.#entries.values()) {
      const { upload } = item;
      if (upload && !upload.isPreparing && ACTIVE_STATUSES.has(upload.store.state.status)) count++;
    }
    return count;
  }

  #end(gone: readonly Entry[], end: (upload: Upload, id: number) => void): void {
    // Out of the list before they end: none of them may give its place to another.
    for (const { item, unfollow } of gone) {
      this.#entries.delete(item.id);
      unfollow();
    }
    for (const { item } of gone) if (item.upload) end(item.upload, item.id);
    this.#startNext();
    this.#publish();
  }

  #refresh(entry: Entry): void {
    const { item } = entry;
    const { upload } = item;
    if (!upload) return;
    const { state } = upload.store;
    const { name } = upload.file;
    const isQueued = entry.turn === 'queued' && STARTABLE_STATUSES.has(state.status) && !upload.isPreparing;
    const now = !isQueued ? state : item.state.status === 'queued' ? item.state : queued(state);
    // The same object: a view draws by it.
    if (now !== item.state || name !== item.name) entry.item = { ...item, name, state: now };
  }

  #publish(): void {
    const items = this.#entriesFor().map(({ item }) => item);
    if (!items.some(({ state }) => SENDING_STATUSES.has(state.status))) this.#meter.pause();
    this.store.set(summarize(items, this.#meter.speed));
  }
}

function queued({ sent, stored, total }: QueueItemState): QueueItemState {
  return { status: 'queued', sent, stored, total, speed: undefined, secondsLeft: undefined };
}

function begin(upload: Upload): void {
  const { status } = upload.store.state;
  if (status === 'idle') upload.start();
  else if (status === 'paused') upload.resume();
  else upload.retry();
}

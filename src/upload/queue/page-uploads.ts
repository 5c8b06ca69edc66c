import type { VhError } from '../../core/errors/vh-error.ts';
import { pageWide } from '../../core/page-wide.ts';
import { Store } from '../../core/store.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import type { UploadedFilm } from '../ports/uploaded-film.ts';
import type { UploadProgress } from '../ports/upload-state.ts';
import { forgetFilms } from '../films/forget-films.ts';
import { groupOf, type PageQueue, type QueueHolder } from './page-queue.ts';
import { loadSigningOut } from '../resume/parts.ts';
import { pageQueues } from './page-queues.ts';
import type { Queue } from './queue.ts';
import {
  isRefused,
  summarize,
  type QueueItem,
  type QueueItemStatus,
  type QueueState,
} from './queue-state.ts';

/** One file that the page uploads, or has uploaded. The object stays the same for as long as nothing about it changes. */
export interface PageUpload extends UploadProgress {
  /** Identifies the file among all of the page. */
  readonly id: string;
  readonly name: string;
  /** The `upload-group` of its uploader. */
  readonly group: string;
  readonly status: QueueItemStatus;
  /** True for a file that broke a rule of the page: it was never sent, and a retry cannot help. */
  readonly isRefused: boolean;
  /** Why it has failed. */
  readonly error?: VhError | undefined;
  /** The earlier upload of the same film, while the status is `duplicate`: `uploadAgain()` or `cancel()` answers. */
  readonly duplicateOf?: UploadedFilm | undefined;
  /** The video, once every byte is stored. */
  readonly video?: UploadedVideo | undefined;
  /** True while no uploader on the page shows it. */
  readonly isUnattended: boolean;
}

/** All uploads of the page together. */
export interface PageUploadsState extends Omit<QueueState, 'items'> {
  /** The files, in the order of their uploaders and rows. */
  readonly items: readonly PageUpload[];
}

/** What `uploads()` takes. */
export interface PageUploadsOptions {
  /** The uploads of the uploaders with this `upload-group` only. */
  group?: string | undefined;
}

/** The uploads of the page, whether an element shows them or not. */
export class PageUploads {
  readonly #group: string | undefined;
  readonly #store = new Store<PageUploadsState>({ ...summarize([]), items: [] });
  readonly #known = new WeakMap<QueueItem, PageUpload>();
  #listeners = 0;
  /** Follows the queues of the page while anybody listens. */
  #following = new AbortController();

  /** Use `uploads()`. */
  constructor(group: string | undefined) {
    this.#group = group;
  }

  /** The present state; the same object until something changes. */
  get state(): Readonly<PageUploadsState> {
    this.#update();
    return this.#store.state;
  }

  /** The files. */
  get items(): readonly PageUpload[] {
    return this.state.items;
  }

  /** Calls `listener` at each change until the returned function is called or `signal` aborts. */
  subscribe(
    listener: (state: Readonly<PageUploadsState>) => void,
    options: { signal?: AbortSignal } = {},
  ): () => void {
    if (options.signal?.aborted) return () => {};
    // What has changed while nobody listened is no news to this one.
    this.#update();
    if (this.#listeners++ === 0) this.#follow();
    const unsubscribe = this.#store.subscribe(listener);
    const ended = new AbortController();
    const end = () => {
      if (ended.signal.aborted) return;
      ended.abort();
      unsubscribe();
      if (--this.#listeners === 0) this.#following.abort();
    };
    options.signal?.addEventListener('abort', end, { signal: ended.signal });
    return end;
  }

  /** Stops sending a file, or all of them; stored bytes stay stored. */
  pause(id?: string): void {
    this.#forEach(id, (queue, one) => queue.pause(one));
  }

  /** Resumes a file after `pause()`, or all of them. */
  resume(id?: string): void {
    this.#forEach(id, (queue, one) => queue.resume(one));
  }

  /** Tries a failed file again, or all of them, with the bytes not stored yet. */
  retry(id?: string): void {
    this.#forEach(id, (queue, one) => queue.retry(one));
  }

  /** Uploads a film that this browser has uploaded before, or all of them: see `with-duplicate-warning`. */
  uploadAgain(id?: string): void {
    for (const files of this.#queues)
      for (const item of itemsOf(files))
        if ((id ?? idOf(item)) === idOf(item) && 'uploadAgain' in item.state) item.state.uploadAgain();
  }

  /** Cancels a file and removes its row, or cancels all that are not stored. Nothing is offered to continue; a stored video stays. */
  cancel(id?: string): void {
    this.#forEach(id, (queue, one) => {
      if (one === undefined) queue.cancel();
      else queue.remove(one);
    });
  }

  /**
   * The visitor has signed out: what no uploader shows stops, without another request, and leaves the list; so does what the upload
   * worker sends for earlier pages, and the browser forgets which films were uploaded. Resolves when it has ended, and no file of it
   * is kept: leave the page then. A visitor with a `subject` may continue it, where the browser remembers it; without one it is
   * forgotten. An uploader on the page does this for its own files when its `subject` changes.
   */
  async signOut(): Promise<void> {
    forgetFilms();
    for (const { holder, queue } of this.#queues) if (!holder.isConnected) queue.leave(() => !holder.subject);
    await (await loadSigningOut())?.signOut(this.#group).catch(() => {});
  }

  get #queues(): PageQueue[] {
    return [...pageQueues.all.keys()].filter(
      ({ holder }) => this.#group === undefined || groupOf(holder) === this.#group,
    );
  }

  #forEach(id: string | undefined, act: (queue: Queue, id: number | undefined) => void): void {
    for (const files of this.#queues) {
      if (id === undefined) act(files.queue, undefined);
      else for (const item of itemsOf(files)) if (idOf(item) === id) act(files.queue, item.id);
    }
  }

  #follow(): void {
    this.#following = new AbortController();
    pageQueues.addEventListener('change', () => this.#update(), { signal: this.#following.signal });
  }

  #update(): void {
    const found = this.#queues.flatMap((files) =>
      itemsOf(files).map((item) => ({ item, upload: this.#describe(item, files.holder) })),
    );
    const items = found.map(({ upload }) => upload);
    const before = this.#store.state.items;
    if (items.length === before.length && items.every((item, at) => item === before[at])) return;
    const speed = this.#queues.reduce((sum, { queue }) => sum + (queue.store.state.speed ?? 0), 0);
    this.#store.set({
      ...summarize(
        found.map(({ item }) => item),
        speed || undefined,
      ),
      items,
    });
  }

  #describe(item: QueueItem, holder: QueueHolder): PageUpload {
    const { state, name } = item;
    const group = groupOf(holder);
    const isUnattended = !holder.isConnected;
    const known = this.#known.get(item);
    if (known?.isUnattended === isUnattended && known.group === group) return known;
    const { status, sent, stored, total, speed, secondsLeft, notice, checksum } = state;
    const upload: PageUpload = {
      ...{ id: idOf(item), name, group, status, isUnattended, isRefused: isRefused(item) },
      ...{ sent, stored, total, speed, secondsLeft, notice, checksum },
      ...('error' in state && { error: state.error }),
      ...('video' in state && { video: state.video }),
      ...('duplicateOf' in state && { duplicateOf: state.duplicateOf }),
    };
    this.#known.set(item, upload);
    return upload;
  }
}

/** The files of a queue that nobody has taken out. */
function itemsOf(files: PageQueue): readonly QueueItem[] {
  return files.queue.store.state.items.filter(({ id }) => files.removed?.has(id) !== true);
}

const known = pageWide('page-uploads/1', () => ({
  uploads: new Map<string | undefined, PageUploads>(),
  /** By upload, or by the item of a video that has none: what several copies of the library show gets an id once. */
  ids: new WeakMap<object, string>(),
  count: 0,
}));

function idOf(item: QueueItem): string {
  const key = item.upload ?? item;
  const id = known.ids.get(key) ?? String(++known.count);
  known.ids.set(key, id);
  return id;
}

/**
 * The uploads of this page, whether an element shows them or not: to list, follow, pause and cancel them from anywhere, in any
 * framework. Two calls for the same group return the same object.
 *
 * ```js
 * import { uploads } from 'vh-elements';
 *
 * uploads().subscribe(({ status, sent, total }) => {
 *   document.title = status === 'running' ? `${Math.floor((100 * sent) / total)} %` : 'My films';
 * });
 * ```
 */
export function uploads({ group }: PageUploadsOptions = {}): PageUploads {
  const there = known.uploads.get(group) ?? new PageUploads(group);
  known.uploads.set(group, there);
  return there;
}

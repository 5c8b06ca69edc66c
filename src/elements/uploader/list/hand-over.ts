import {
  holdWaitingFiles,
  isRefused,
  isUnfinished,
  notifyLeft,
  pageQueues,
  takeUnattended,
  UnattendedQueue,
  type PageQueue,
  type QueueItem,
  type TakeOptions,
} from '../../../upload/index.ts';
import type { FormValue } from '../form/form-value.ts';
import type { UploaderHost } from '../host/uploader-host.ts';

/** The list as its files come and go with it. */
export interface HandedList {
  readonly files: PageQueue;
  readonly form: FormValue;
  /** True while bytes would be lost, and while folders are read. */
  readonly isBusy: boolean;
  /** Shows the files of another queue from now on. */
  show: (files?: PageQueue) => void;
}

/** The view as it comes and goes with the element. */
interface HandedView {
  readonly removal: { has: (id: number) => boolean; expire: () => void };
  draw: (change: 'act') => void;
  end: () => void;
}

/** Hands the files of an element that has gone to the page, and takes over what another element has left there. */
export class HandOver {
  readonly #host: UploaderHost;
  readonly #list: HandedList;
  readonly #view: HandedView;

  constructor(host: UploaderHost, list: HandedList, view: HandedView) {
    this.#host = host;
    this.#list = list;
    this.#view = view;
    list.files.removed = view.removal;
    void holdWaitingFiles();
  }

  /**
   * The element has gone: what is not stored belongs to the page from now on, and goes on. So does what was stored after the element
   * had gone, for one that `wasBusy` then.
   */
  leave(wasBusy: boolean): void {
    const { files, form } = this.#list;
    const { queue } = files;
    this.#view.removal.expire();
    if (wasBusy || queue.store.state.items.some(isOpen)) {
      new UnattendedQueue(files);
      form.set([]);
      this.#show();
      notifyLeft();
    } else {
      queue.release();
      pageQueues.report(files, true);
    }
    // What waits for the next draw would never be drawn.
    this.#view.draw('act');
    this.#view.end();
  }

  /** Shows what elements that have gone have left, if this one has nothing; true where there is something. */
  take(options: TakeOptions): boolean {
    const { files, form, isBusy } = this.#list;
    if (isBusy || files.queue.store.state.items.length + form.videos.length > 0) return false;
    const taken = takeUnattended(this.#host, options);
    if (taken) this.#show(taken);
    return taken !== undefined;
  }

  #show(files?: PageQueue): void {
    this.#list.show(files);
    this.#list.files.removed = this.#view.removal;
  }
}

/** True for an upload that is not at its end: it moves, or a person may try again. */
function isOpen(item: QueueItem): boolean {
  return isUnfinished(item.state.status) || (item.state.status === 'failed' && !isRefused(item));
}

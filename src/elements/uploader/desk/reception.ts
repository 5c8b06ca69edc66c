import type { Queue } from '../../../upload/queue.ts';
import type { FileHandles } from '../file-intake.ts';
import type { UploaderHost } from '../uploader-host.ts';
import { admitFile, type Admission } from './admit-file.ts';
import { readVideos } from './read-videos.ts';

/** Files that a person or the page brings at one time. */
export interface Delivery {
  readonly files: readonly File[];
  /** What was dropped, where there is a folder in it. */
  readonly entries: readonly FileSystemEntry[];
  readonly handles: FileHandles | undefined;
  /** True when they need not wait for `start()`. */
  begin: boolean;
}

/** A file that may be uploaded or not, and how. */
export interface Order extends Admission {
  /** Its place in the queue. */
  readonly id: number;
  /** As it was brought, before it was made smaller. */
  readonly original: File;
  readonly handle: FileSystemFileHandle | undefined;
  /** True when it need not wait for `start()`. */
  readonly begin: boolean;
}

interface ReceptionListener {
  onOrder: (order: Order) => void;
  /** Told of folders without a video. */
  onNone: () => void;
  /** Told of the first file that there is no room for. */
  onTooMany: (file: File | undefined) => void;
  onDone: () => void;
}

/** Takes in what is brought: opens folders, keeps to the room that there is, and has each file looked at. */
export class Reception {
  readonly #host: UploaderHost;
  readonly #queue: Queue;
  readonly #listener: ReceptionListener;
  /** Those that are still being looked at. */
  readonly #deliveries = new Set<Delivery>();

  constructor(host: UploaderHost, queue: Queue, listener: ReceptionListener) {
    this.#host = host;
    this.#queue = queue;
    this.#listener = listener;
  }

  /** True while files are looked at. */
  get isBusy(): boolean {
    return this.#deliveries.size > 0;
  }

  /** True while that file is looked at. */
  has(file: File): boolean {
    return [...this.#deliveries].some(({ files }) => files.includes(file));
  }

  take(delivery: Delivery): void {
    this.#deliveries.add(delivery);
    void this.#receive(delivery);
  }

  /** Says that nothing of it need wait for `start()`. */
  begin(): void {
    for (const delivery of this.#deliveries) delivery.begin = true;
  }

  /** Sends everything back that was brought together with that file. */
  drop(file: File): void {
    for (const delivery of this.#deliveries)
      if (delivery.files.includes(file)) this.#deliveries.delete(delivery);
  }

  clear(): void {
    this.#deliveries.clear();
  }

  async #receive(delivery: Delivery): Promise<void> {
    const files = delivery.entries.length > 0 ? await this.#unpack(delivery.entries) : delivery.files;
    if (!this.#deliveries.has(delivery)) return;
    const taken = this.#makeRoom(files);
    const ids = this.#queue.enter(taken);
    for (const [at, original] of taken.entries()) {
      const id = ids[at] ?? 0;
      if (!this.#queue.get(id)) continue;
      const signal = this.#queue.endOf(id);
      const onProgress = (made: number) => this.#queue.optimize(id, made);
      const admission = await admitFile(original, this.#host, { signal, onProgress });
      const handle = (await delivery.handles)?.[at];
      // It may have been paused or taken out while it was looked at.
      const status = this.#queue.get(id)?.state.status;
      const begin = delivery.begin && status !== 'paused';
      if (status) this.#listener.onOrder({ ...admission, id, original, handle, begin });
    }
    this.#deliveries.delete(delivery);
    this.#listener.onDone();
  }

  async #unpack(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
    const videos = await readVideos(entries, this.#host.accept);
    if (videos.length === 0) this.#listener.onNone();
    return videos;
  }

  /** As many as there is room for. */
  #makeRoom(files: readonly File[]): readonly File[] {
    const { multiple, maxFiles } = this.#host;
    if (!multiple) return files.slice(0, 1);
    const room = Math.max(0, (maxFiles || Infinity) - this.#queue.store.state.items.length);
    if (files.length > room) this.#listener.onTooMany(files[room]);
    return files.slice(0, room);
  }
}

import { checkFile } from '../../../upload/file/check-file.ts';
import type { QueueState } from '../../../upload/queue/queue-state.ts';
import type { Queue } from '../../../upload/queue/queue.ts';
import type { UploaderHost } from '../uploader-host.ts';
import type { FileHandles } from '../zone/file-input.ts';
import { checkAndPrepare, type CheckedFile } from './check-and-prepare.ts';

/** Files that a person or the page brings at one time. */
export interface FileBatch {
  readonly files: readonly File[];
  /** What was dropped, where there is a folder in it. */
  readonly entries: readonly FileSystemEntry[];
  readonly handles: FileHandles | undefined;
  /** True when they need not wait for `start()`. */
  autostart: boolean;
}

/** A file that may be uploaded or not, and how. */
export interface AdmittedFile extends CheckedFile {
  /** Its place in the queue. */
  readonly id: number;
  /** As it was brought, before it was made smaller. */
  readonly original: File;
  readonly handle: FileSystemFileHandle | undefined;
  /** True when it need not wait for `start()`. */
  readonly autostart: boolean;
}

interface AdmissionListener {
  onAdmitted: (admitted: AdmittedFile) => void;
  /** Told of folders without a video. */
  onNoVideos: () => void;
  /** Told of the first file that there is no room for. */
  onTooMany: (file: File | undefined) => void;
  onDone: () => void;
  /** How many files there are already. */
  countFiles: () => number;
}

/** Takes in what is brought: opens folders, keeps to the room that there is, and has each file looked at. */
export class FileAdmission {
  readonly #host: UploaderHost;
  readonly #queue: Queue;
  readonly #listener: AdmissionListener;
  /** Those that are still being looked at. */
  readonly #batches = new Set<FileBatch>();

  constructor(host: UploaderHost, queue: Queue, listener: AdmissionListener) {
    this.#host = host;
    this.#queue = queue;
    this.#listener = listener;
  }

  /** True while files are looked at. */
  get isBusy(): boolean {
    return this.#batches.size > 0;
  }

  /** True while that file is looked at. */
  has(file: File): boolean {
    return [...this.#batches].some(({ files }) => files.includes(file));
  }

  add(batch: FileBatch): void {
    this.#batches.add(batch);
    void this.#admit(batch);
  }

  /** Says that nothing of it need wait for `start()`. */
  autostart(): void {
    for (const batch of this.#batches) batch.autostart = true;
  }

  /** Sends everything back that was brought together with that file. */
  remove(file: File): void {
    for (const batch of this.#batches) if (batch.files.includes(file)) this.#batches.delete(batch);
  }

  clear(): void {
    this.#batches.clear();
  }

  async #admit(batch: FileBatch): Promise<void> {
    const files = batch.entries.length > 0 ? await this.#readFolders(batch.entries) : batch.files;
    if (!this.#batches.has(batch)) return;
    const taken = this.#limitToRoom(files);
    const ids = this.#queue.enter(taken);
    for (const [at, original] of taken.entries()) {
      const id = ids[at] ?? 0;
      if (!this.#queue.get(id)) continue;
      const signal = this.#queue.endOf(id);
      const onProgress = (made: number) => this.#queue.optimize(id, made);
      const admission = await checkAndPrepare(original, this.#host, { signal, onProgress });
      const handle = (await batch.handles)?.[at];
      // It may have been paused or taken out while it was looked at.
      const status = this.#queue.get(id)?.state.status;
      const autostart = batch.autostart && status !== 'paused';
      if (status) this.#listener.onAdmitted({ ...admission, id, original, handle, autostart });
    }
    this.#batches.delete(batch);
    this.#listener.onDone();
  }

  async #readFolders(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
    const videos = await readDroppedVideos(entries, this.#host.accept);
    if (videos.length === 0) this.#listener.onNoVideos();
    return videos;
  }

  /** As many as there is room for. */
  #limitToRoom(files: readonly File[]): readonly File[] {
    const { multiple, maxFiles } = this.#host;
    if (!multiple) return files.slice(0, 1);
    const room = Math.max(0, (maxFiles || Infinity) - this.#listener.countFiles());
    if (files.length > room) this.#listener.onTooMany(files[room]);
    return files.slice(0, room);
  }
}

/** What is taken where the page does not say. */
const DEFAULT_ACCEPT = 'video/*,.mkv';

/** The videos in what was dropped: a folder holds all sorts of things, which are not worth a word. */
async function readDroppedVideos(
  entries: readonly FileSystemEntry[],
  accept = DEFAULT_ACCEPT,
): Promise<readonly File[]> {
  const parts = await import('../../../upload/queue/read-entries.ts').catch(() => undefined);
  const found = (await parts?.readEntries(entries)) ?? [];
  return found.filter((file) => checkFile(file, { accept })?.code !== 'file-type-refused');
}

/** True while a file is among the uploads, unless the page has refused it: what it does not take now, it never takes. */
export function isListed({ items }: QueueState, file: File): boolean {
  return items.some(
    ({ upload, state }) =>
      upload?.file === file && !(state.status === 'failed' && /^file-.*refused$/.test(state.error.code)),
  );
}

import { nextTurn } from '../../../core/async/next-turn.ts';
import { asRecording, checkFile, loadExtras, type QueueState } from '../../../upload/index.ts';
import { fileRules, type KindAndSize } from './check-and-prepare.ts';
import type { UploaderHost } from '../host/uploader-host.ts';
import type { FileHandles } from '../zone/file-input.ts';

/** Files that a person or the page brings at one time. */
export interface FileBatch {
  readonly files: readonly File[];
  /** The dropped items, where a folder is among them. */
  readonly entries: readonly FileSystemEntry[];
  readonly handles: FileHandles | undefined;
  /** True when they need not wait for `start()`. */
  autostart: boolean;
  /** True when the page has paused everything before all of them are in the list. */
  isPaused?: boolean;
}

/** Files that come into the list in one turn: thousands in one would keep the page from answering. */
const SLICE_FILES = 100;

/** What the page takes, and how many. */
type FileLimits = KindAndSize & Pick<UploaderHost, 'multiple' | 'maxFiles'>;

interface AdmissionListener {
  /** Called with the files that there is room for, slice by slice; `from` is the place of the first one in its batch. */
  onFiles: (files: readonly File[], batch: FileBatch, from: number) => void;
  /** Called for folders without a video. */
  onNoVideos: () => void;
  /** The files in the list: another choice of one of them is no new file. */
  listed: () => readonly File[];
  /** Called with the files that are left out because they are in the list. */
  onRepeated: (files: readonly File[]) => void;
  /** Called for the first file that there is no room for. */
  onTooMany: (file: File | undefined) => void;
  onDone: () => void;
  /** How many files there are already, without refused ones. */
  countFiles: () => number;
}

/** Opens dropped folders, limits files to the room that there is, and gives the page its turn between hundreds of them. */
export class FileAdmission {
  readonly #host: FileLimits;
  readonly #listener: AdmissionListener;
  readonly #giveWay: () => Promise<unknown>;
  /** Those that are not wholly in the list. */
  readonly #batches = new Set<FileBatch>();
  /** The batches come into the list one after the other. */
  #turn: Promise<unknown> | undefined;
  #settled: Promise<unknown> | undefined;

  constructor(host: FileLimits, listener: AdmissionListener, giveWay = nextTurn) {
    this.#host = host;
    this.#listener = listener;
    this.#giveWay = giveWay;
  }

  /** True while folders are read, and while files come into the list. */
  get isBusy(): boolean {
    return this.#batches.size > 0;
  }

  /** True while the file waits for folders of the same batch. */
  has(file: File): boolean {
    return [...this.#batches].some(({ files }) => files.includes(file));
  }

  add(batch: FileBatch): void {
    this.#batches.add(batch);
    this.#settled = Promise.all([this.#settled, this.#admit(batch)]);
  }

  /** Resolves once every file is in the list. */
  get settled(): Promise<unknown> | undefined {
    return this.#settled;
  }

  /** Starts files that are not in the list yet, as soon as they are. */
  autostart(): void {
    for (const batch of this.#batches) batch.autostart = true;
  }

  /** Pauses files that are not in the list yet, as soon as they are, or no longer. */
  pause(isPaused: boolean): void {
    for (const batch of this.#batches) batch.isPaused = isPaused;
  }

  /** Drops the batch of that file while its folders are read. */
  remove(file: File): void {
    for (const batch of this.#batches) if (batch.files.includes(file)) this.#batches.delete(batch);
  }

  clear(): void {
    this.#batches.clear();
  }

  async #admit(batch: FileBatch): Promise<void> {
    const { files, entries } = batch;
    const { accept } = this.#host;
    const isOfFolder = entries.length > 0 || files.some((file) => file.webkitRelativePath !== '');
    // Never at once: a page that calls upload() gets a refusal afterwards.
    const extras = await (isOfFolder ? loadExtras() : undefined);
    const found = isOfFolder ? ((await extras?.takeVideos(files, entries, accept)) ?? []) : files;
    // A batch that could not be added does not keep the next one out.
    this.#turn = Promise.allSettled([this.#turn]).then(() => this.#addToList(found, batch));
    await this.#turn;
  }

  /** Adds what was found in slices, until the batch is cleared. */
  async #addToList(found: readonly File[], batch: FileBatch): Promise<void> {
    if (!this.#batches.has(batch)) return;
    if (found.length === 0) this.#listener.onNoVideos();
    const files = this.#limitToRoom(this.#withoutRepeated(found));
    for (let from = 0; from < files.length; from += SLICE_FILES) {
      if (from > 0) await this.#giveWay();
      if (!this.#batches.has(batch)) return;
      this.#listener.onFiles(files.slice(from, from + SLICE_FILES), batch, from);
    }
    this.#batches.delete(batch);
    this.#listener.onDone();
  }

  /** Without files that are in the list: they were chosen twice by mistake, and would become two videos. */
  #withoutRepeated(files: readonly File[]): readonly File[] {
    if (!this.#host.multiple) return files;
    // One look at each: there may be hundreds, and hundreds in the list.
    const seen = new Set(this.#listener.listed().map(identityOf));
    const repeated: File[] = [];
    const fresh = files.filter((file) => {
      const identity = identityOf(file);
      const isFresh = !seen.has(identity);
      if (isFresh) seen.add(identity);
      else repeated.push(file);
      return isFresh;
    });
    if (repeated.length > 0) this.#listener.onRepeated(repeated);
    return fresh;
  }

  /** Admits files while there is room. Refused files take no place; their rows give the reason. */
  #limitToRoom(files: readonly File[]): readonly File[] {
    const { multiple, maxFiles } = this.#host;
    let room = multiple ? Math.max(0, (maxFiles || Infinity) - this.#listener.countFiles()) : 1;
    const isGood = (file: File) => !multiple || !checkFile(file, fileRules(this.#host, file));
    let left: File | undefined;
    const taken = files.filter((file) => {
      const isTaken = !isGood(file) || room-- > 0;
      if (!isTaken) left ??= file;
      return isTaken;
    });
    if (left) this.#listener.onTooMany(left);
    return taken;
  }
}

/** The same for two choices of one file: an object each, with the same facts. A recording is the same as itself only. */
function identityOf(file: File): unknown {
  const { name, size, type, lastModified } = file;
  return asRecording(file) ? file : [name, size, type, lastModified].join('/');
}

/** True while a file is among the uploads, unless the page has refused it: what it does not take now, it never takes. */
export function isListed({ items }: QueueState, file: File): boolean {
  return items.some(
    ({ upload, state }) =>
      upload?.chosenFile === file &&
      !(state.status === 'failed' && /^file-.*refused$/.test(state.error.code)),
  );
}

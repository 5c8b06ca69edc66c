import { VhError, isVhError } from '../../core/errors/vh-error.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import { loadExtras } from '../parts.ts';
import { tabFollower } from './parts.ts';
import { fingerprintFile } from '../file/fingerprint-file.ts';
import { forgetUpload } from './forget-upload.ts';
import { LatestWriter } from './tabs/latest-writer.ts';
import type { NextPage } from './next-page.ts';
import { notifyLeft } from './store/left-behind.ts';
import { browserResumeEnvironment, type ResumeEnvironment } from './resume-environment.ts';
import { isExpired, resumeOrCreate, type StoredUpload } from './store/stored-upload.ts';
import { TabBroadcaster } from './tabs/tab-channel.ts';
import { isLockAwaited, lockName, tryLock, type ReleaseLock } from './tabs/tab-lock.ts';
import type { OpenMemoryOptions, UploadMemory, VisitorWish } from '../ports/upload-memory.ts';
import { withoutCredentials, withoutSecrets, type UploadRecord } from '../ports/upload-record.ts';
import { uploadScope } from './store/upload-scope.ts';

/** Settings of a `BrowserMemory`. */
export interface MemoryOptions extends Omit<OpenMemoryOptions, 'settings' | 'handle'> {
  settings?: OpenMemoryOptions['settings'] | undefined;
  /** The target: a file that goes to two targets is two uploads. */
  scope: string;
  handle?: FileSystemFileHandle | undefined;
  environment: ResumeEnvironment;
}

/** Opens the memory of an upload in this browser. Rejects with `resume-unavailable` where it has none. */
export async function openMemory(options: OpenMemoryOptions): Promise<BrowserMemory | undefined> {
  const environment = browserResumeEnvironment();
  if (!environment) {
    throw new VhError(
      'resume-unavailable',
      'Without https, browsers have no locks between tabs: the upload continues, but not after a reload.',
    );
  }
  return BrowserMemory.open({ ...options, environment, scope: uploadScope(options.settings) });
}

/** A fingerprint that was begun early is used for so long: the file may change afterwards. */
const PREPARED_FOR_MS = 3_000;
const prepared = new WeakMap<File, { fingerprint: Promise<string>; at: number }>();

/** Begins the slow steps of `openMemory` early: the file's fingerprint and the opening of the store. Takes no lock. */
export function prepareMemory(file: File): void {
  const environment = browserResumeEnvironment();
  if (!environment) return;
  const fingerprint = fingerprintFile(file, environment.subtle);
  fingerprint.catch(() => {});
  prepared.set(file, { fingerprint, at: environment.now() });
  environment.records.open().catch(() => {});
}

/** A file's fingerprint. A prepared one serves one upload that begins at once. */
function fingerprintOf(file: File, environment: ResumeEnvironment): Promise<string> {
  const ready = prepared.get(file);
  prepared.delete(file);
  const isFresh = ready !== undefined && environment.now() - ready.at < PREPARED_FOR_MS;
  return isFresh ? ready.fingerprint : fingerprintFile(file, environment.subtle);
}

/** Between two saves of the number of bytes sent. */
const SAVE_INTERVAL_MS = 2_000;

/** The memory of one upload in IndexedDB, and the tab lock of its file and target. */
export class BrowserMemory implements UploadMemory {
  readonly #environment: ResumeEnvironment;
  readonly #name: string;
  readonly #releaseLock: ReleaseLock | undefined;
  readonly #broadcaster: TabBroadcaster;
  readonly #onLost: (error: unknown) => void;
  /** Makes what the next page needs beside the record, the first time with code that is loaded. */
  readonly #loadNextPage: () => Promise<NextPage | undefined>;
  /** Once there is such: from the first byte on. */
  #nextPage: NextPage | undefined;
  #isLoading = false;
  /** Writes the record; undefined deletes it. */
  readonly #writer = new LatestWriter<StoredUpload | undefined>((stored) => this.#put(stored));
  #stored: StoredUpload;
  #saves = 0;
  /** True once the browser failed to store: nothing more is stored then. */
  #isLost: boolean;
  /** Set when the lock is being released. */
  #ended: Promise<void> | undefined;

  private constructor(
    { environment, file, keep, settings, onLost }: MemoryOptions,
    stored: StoredUpload,
    releaseLock: ReleaseLock | undefined,
    isLost: boolean,
  ) {
    this.#environment = environment;
    this.#onLost = onLost;
    this.#loadNextPage = async () => {
      const extras = await loadExtras();
      const of = { environment, file, keep, settings, stored: () => this.#stored };
      return (this.#nextPage ??= extras && new extras.NextPage(of));
    };
    this.#stored = stored;
    this.#name = lockName(stored.key);
    this.#releaseLock = releaseLock;
    this.#broadcaster = new TabBroadcaster(environment.channel(this.#name));
    this.#isLost = isLost;
  }

  /**
   * Resolves when this tab holds the lock: at once, or when the tab that held it ends. Resolves with undefined where
   * this page sends the file already. Rejects when the file cannot be read, where there are no locks, or with the
   * signal's reason.
   */
  static async open(options: MemoryOptions): Promise<BrowserMemory | undefined> {
    const { file, scope, environment, signal } = options;
    // Opens beside the reading of the file; the later use of the store reports a failure.
    environment.records.open().catch(() => {});
    // Before the file is read: most files have no earlier visit.
    if (
      options.only === 'earlier' &&
      (await (await loadExtras())?.isKnown(file, scope, environment)) === false
    )
      return undefined;
    const key = `${scope} ${await fingerprintOf(file, environment)}`;
    signal.throwIfAborted();
    if (options.only && environment.activeUploads.has(key)) return undefined;
    while (environment.activeUploads.has(key)) {
      const ending = environment.activeUploads.get(key);
      if (!ending) return undefined;
      await ending;
      signal.throwIfAborted();
    }
    environment.activeUploads.set(key, undefined);
    environment.begun.add(key);
    const opening = BrowserMemory.#open(key, options);
    const opened = new AbortController();
    // A pause: the upload that is resumed at once waits for its end, or nothing would remember it.
    const onAbort = () => environment.activeUploads.set(key, opening.then(ignore, ignore));
    signal.addEventListener('abort', onAbort, { signal: opened.signal });
    try {
      const memory = await opening;
      if (!memory) environment.activeUploads.delete(key);
      return memory;
    } catch (error) {
      environment.activeUploads.delete(key);
      if (signal.aborted || isVhError(error)) throw error;
      // A sandboxed frame has no locks, and browsers differ in how they say so.
      throw new VhError(
        'resume-unavailable',
        'The browser has no locks between tabs here: the upload continues, but not after a reload.',
        { cause: error },
      );
    } finally {
      opened.abort();
    }
  }

  static async #open(key: string, options: MemoryOptions): Promise<BrowserMemory | undefined> {
    const { environment, signal } = options;
    const began = environment.now();
    const free = await tryLock(environment.locks, lockName(key));
    if (!free && options.only) return undefined;
    const follow = free ? undefined : await tabFollower.loadUntil(signal);
    // It ends the loading, and nothing else does.
    if (!free && !follow) throw signal.reason;
    const turn = await follow?.followUntilFree(lockName(key), environment, options.onOtherTab, signal);
    const release = free ?? turn?.release;
    try {
      let isLost = false;
      const found = await environment.records.get(key).catch((error: unknown) => {
        isLost = true;
        options.onLost(error);
        return undefined;
      });
      signal.throwIfAborted();
      const stored = found && !isExpired(found, environment.now()) ? found : undefined;
      const video = follow?.videoFromOtherTab(stored, began, turn?.last);
      const taken = resumeOrCreate(
        { ...options, key, tab: environment.tab(), group: options.settings?.group },
        stored,
        video,
        environment.now(),
      );
      const memory = new BrowserMemory(options, taken, release, isLost);
      // Now: its page may be left before the next save, and the one after that is the same tab's.
      if (taken.upload && taken.tab !== stored?.tab) void memory.#write(taken);
      return memory;
    } catch (error) {
      void release?.();
      throw error;
    }
  }

  get record(): UploadRecord | undefined {
    return this.#stored.upload;
  }

  get video(): UploadedVideo | undefined {
    return this.#stored.video;
  }

  get touchedAt(): number {
    return this.#stored.touchedAt;
  }

  async save(upload: UploadRecord): Promise<void> {
    await this.#write({ ...this.#stored, upload: withoutSecrets(upload) });
    // Not at once: the first byte leaves after the first save, and the next one comes when a part is stored.
    if (++this.#saves === 2) void this.#prune();
    if (this.#saves > 1) this.#outlive();
  }

  forget(): Promise<void> {
    return this.#write({ ...this.#stored, upload: undefined, startedAt: this.#environment.now(), sent: 0 });
  }

  note(wish: VisitorWish): void {
    if (this.#ended) return this.#noteAfterEnd(wish);
    this.#stored = { ...this.#stored, ...wish };
    // Else with the first save, which is still to come.
    if (this.#stored.upload) void this.#write(this.#stored);
    this.#nextPage?.renew();
  }

  /** Its record is there for others, unless this page sends it again already. */
  #noteAfterEnd(wish: VisitorWish): void {
    const { activeUploads } = this.#environment;
    const { key } = this.#stored;
    const ending = activeUploads.get(key);
    if (!ending && activeUploads.has(key)) return;
    void this.#end(async () => {
      await ending;
      await (await loadExtras())?.noteWish(this.#environment, key, wish);
    });
  }

  reportSent(sent: number): void {
    this.#broadcaster.send({ sent });
    // Not beside the first byte.
    if (sent > 0 && !this.#ended) this.#outlive();
    // Either way: a clock that is set back must not end the saving.
    const isDue = Math.abs(this.#environment.now() - this.#stored.touchedAt) >= SAVE_INTERVAL_MS;
    if (isDue && this.#stored.upload) void this.#write({ ...this.#stored, sent });
  }

  /** Stores the video for tabs that follow only. */
  finish(video: UploadedVideo): Promise<void> {
    this.#broadcaster.send({ sent: this.#stored.file.size, videoId: video.videoId });
    return this.#end(async () => {
      const isUnseen = this.#environment.isWorker;
      if (isUnseen || (await this.#isFollowed()))
        await this.#write({ ...this.#stored, video: withoutCredentials(video), isUnseen });
      else await this.#writer.write(undefined);
      await this.#dropKept();
    });
  }

  release(isLeft = false): Promise<void> {
    const ended = this.#end(() => this.#writer.idle());
    return isLeft ? ended.then(notifyLeft) : ended;
  }

  async cancel(): Promise<boolean> {
    if (this.#ended) {
      await this.#ended;
      const isForgotten = await forgetUpload(this.#environment, this.#stored.key);
      await this.#dropKept();
      return !isForgotten;
    }
    let isFollowed = false;
    await this.#end(async () => {
      isFollowed = await this.#isFollowed();
      if (!isFollowed) await this.#writer.write(undefined);
      await this.#dropKept();
    });
    return isFollowed;
  }

  #write(stored: StoredUpload): Promise<void> {
    this.#stored = { ...stored, touchedAt: this.#environment.now() };
    return this.#writer.write(this.#stored);
  }

  async #prune(): Promise<void> {
    await (await loadExtras())?.pruneRecords(this.#environment).catch(() => {});
  }

  /** For the next page: nothing of it is needed by the first byte. */
  #outlive(): void {
    if (this.#nextPage) return this.#nextPage.prepare();
    if (this.#isLoading) return;
    this.#isLoading = true;
    void this.#loadNextPage().then((nextPage) => {
      this.#isLoading = false;
      if (!this.#ended) nextPage?.prepare();
    });
  }

  /** The record is gone, and a copy of the file with it. */
  async #dropKept(): Promise<void> {
    await (await this.#loadNextPage())?.drop();
  }

  async #isFollowed(): Promise<boolean> {
    return isLockAwaited(this.#environment.locks, this.#name).catch(() => false);
  }

  async #put(stored: StoredUpload | undefined): Promise<void> {
    if (this.#isLost) return;
    const { records } = this.#environment;
    const { key } = this.#stored;
    try {
      await (stored ? records.put(stored) : records.delete(key));
    } catch (error) {
      this.#isLost = true;
      this.#onLost(error);
      // An old record is worse than none: it does not know of all parts that are stored.
      await records.delete(key);
    }
  }

  /** Does the last work, then releases the lock. */
  #end(last: () => Promise<void>): Promise<void> {
    const { activeUploads } = this.#environment;
    this.#nextPage?.end();
    const ended = last()
      .then(() => {
        this.#broadcaster.close();
        return this.#releaseLock?.();
      })
      .finally(() => activeUploads.delete(this.#stored.key));
    activeUploads.set(this.#stored.key, ended);
    this.#ended = ended;
    return ended;
  }
}

const ignore = () => {};

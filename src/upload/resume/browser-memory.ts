import { VhError, isVhError } from '../../core/vh-error.ts';
import type { UploadedVideo } from '../../core/video.ts';
import { fingerprintFile } from './fingerprint-file.ts';
import { forgetUpload, pruneRecords } from './forget-records.ts';
import { RecordWriter } from './record-writer.ts';
import { browserResumeWorld, type ResumeWorld } from './resume-world.ts';
import { isExpired, resumeOrCreate, type StoredUpload } from './stored-upload.ts';
import { followUntilFree, TabBroadcaster, type TabMessage } from './tab-channel.ts';
import { isLockAwaited, lockName, tryLock, type ReleaseLock } from './tab-lock.ts';
import type { OpenMemoryOptions, UploadMemory } from './upload-memory.ts';
import { withoutCredentials, withoutSecrets, type UploadRecord } from './upload-record.ts';
import { uploadScope } from './upload-scope.ts';

/** What a browser's memory needs to know of its upload. */
export interface MemoryOptions extends Omit<OpenMemoryOptions, 'settings' | 'handle'> {
  /** The target: a file that goes to two targets is two uploads. */
  scope: string;
  handle?: FileSystemFileHandle | undefined;
  world: ResumeWorld;
}

/** Opens the memory of an upload in this browser. Rejects with `resume-unavailable` where it has none. */
export async function openMemory({
  settings,
  ...options
}: OpenMemoryOptions): Promise<BrowserMemory | undefined> {
  const world = browserResumeWorld();
  if (!world) {
    throw new VhError(
      'resume-unavailable',
      'Without https, browsers lend no locks between tabs: the upload goes on, but not after a reload.',
    );
  }
  return BrowserMemory.open({ ...options, world, scope: uploadScope(settings) });
}

/** Milliseconds for which a fingerprint that was begun early says what a file is: it may be changed after that. */
const PREPARED_FOR_MS = 3_000;
const prepared = new WeakMap<File, { fingerprint: Promise<string>; at: number }>();

/** Begins what `openMemory` will want to know of a file, and opens the store: both take their time, and neither the lock. */
export function prepareMemory(file: File): void {
  const world = browserResumeWorld();
  if (!world) return;
  const fingerprint = fingerprintFile(file, world.subtle);
  fingerprint.catch(() => {});
  prepared.set(file, { fingerprint, at: world.now() });
  world.records.open().catch(() => {});
}

/** A file's fingerprint; one that was prepared is good for one upload that begins at once. */
function fingerprintOf(file: File, world: ResumeWorld): Promise<string> {
  const ready = prepared.get(file);
  prepared.delete(file);
  const isFresh = ready !== undefined && world.now() - ready.at < PREPARED_FOR_MS;
  return isFresh ? ready.fingerprint : fingerprintFile(file, world.subtle);
}

/** Milliseconds between two saves of the bytes that are sent. */
const SAVE_INTERVAL_MS = 2_000;

/**
 * What outlives the page of one upload, and the turn to send it: of all tabs that were given the same file for the
 * same place, one has this.
 */
export class BrowserMemory implements UploadMemory {
  readonly #world: ResumeWorld;
  readonly #name: string;
  readonly #releaseLock: ReleaseLock;
  readonly #broadcaster: TabBroadcaster;
  readonly #writer: RecordWriter;
  #stored: StoredUpload;
  #saves = 0;

  private constructor(
    world: ResumeWorld,
    stored: StoredUpload,
    writer: RecordWriter,
    releaseLock: ReleaseLock,
  ) {
    this.#world = world;
    this.#stored = stored;
    this.#name = lockName(stored.key);
    this.#releaseLock = releaseLock;
    this.#broadcaster = new TabBroadcaster(world.channel(this.#name));
    this.#writer = writer;
  }

  /**
   * Resolves when it is this tab's turn: at once, or when the tab that had it has ended in whatever way. With nothing
   * where this page sends the file already. Rejects when the file cannot be read, where tabs have no turns, or with
   * the signal's reason.
   */
  static async open(options: MemoryOptions): Promise<BrowserMemory | undefined> {
    const { file, scope, world, signal } = options;
    const key = `${scope} ${await fingerprintOf(file, world)}`;
    signal.throwIfAborted();
    while (world.activeUploads.has(key)) {
      const ending = world.activeUploads.get(key);
      if (!ending) return undefined;
      await ending;
      signal.throwIfAborted();
    }
    world.activeUploads.set(key, undefined);
    try {
      return await BrowserMemory.#open(key, options);
    } catch (error) {
      world.activeUploads.delete(key);
      if (signal.aborted || isVhError(error)) throw error;
      // A page that is shut up in a frame of its own has none of it, and browsers differ in how they say so.
      throw new VhError(
        'resume-unavailable',
        'The browser lends no turns between tabs here: the upload goes on, but not after a reload.',
        { cause: error },
      );
    }
  }

  static async #open(key: string, options: MemoryOptions): Promise<BrowserMemory> {
    const { world, signal } = options;
    const began = world.now();
    const free = await tryLock(world.locks, lockName(key));
    const turn = free
      ? { release: free, last: undefined }
      : await followUntilFree(lockName(key), options.world, options.onOtherTab, signal);
    try {
      const writer = new RecordWriter(world.records, options.onLost);
      const found = await writer.read(key);
      signal.throwIfAborted();
      const stored = found && !isExpired(found, world.now()) ? found : undefined;
      const video = free ? undefined : videoFromOtherTab(stored, began, turn.last);
      const taken = resumeOrCreate({ ...options, key }, stored, video, world.now());
      return new BrowserMemory(world, taken, writer, turn.release);
    } catch (error) {
      void turn.release();
      throw error;
    }
  }

  /** What earlier runs left behind; nothing for an upload that begins. */
  get record(): UploadRecord | undefined {
    return this.#stored.upload;
  }

  /** Set when the tab that this one followed has done it all. */
  get video(): UploadedVideo | undefined {
    return this.#stored.video;
  }

  /** When something was kept last. */
  get touchedAt(): number {
    return this.#stored.touchedAt;
  }

  /** Keeps what was learnt. Resolves when it would survive the tab; never rejects. */
  async save(upload: UploadRecord): Promise<void> {
    await this.#write({ ...this.#stored, upload: withoutSecrets(upload) });
    // Not at once: the first byte leaves after the first save, and the next one comes when a part is stored.
    if (++this.#saves === 2) pruneRecords(this.#world).catch(() => {});
  }

  /** The server has forgotten the upload, or it is begun anew: so is this. */
  forget(): Promise<void> {
    return this.#write({ ...this.#stored, upload: undefined, startedAt: this.#world.now(), sent: 0 });
  }

  /** Tells the tabs that follow how far it is. */
  reportSent(sent: number): void {
    this.#broadcaster.send({ sent });
    const isDue = this.#world.now() - this.#stored.touchedAt >= SAVE_INTERVAL_MS;
    if (isDue && this.#stored.upload) void this.#write({ ...this.#stored, sent });
  }

  /** Every byte is stored. Ends the turn; the tabs that follow learn of the video, and nobody after them. */
  finish(video: UploadedVideo): Promise<void> {
    this.#broadcaster.send({ sent: this.#stored.file.size, videoId: video.videoId });
    return this.#endTurn(async () => {
      if (await this.#isFollowed()) await this.#write({ ...this.#stored, video: withoutCredentials(video) });
      else await this.#writer.erase(this.#stored.key);
    });
  }

  /** Ends the turn and keeps what is known: somebody may go on with it. */
  release(): Promise<void> {
    return this.#endTurn(() => this.#writer.idle());
  }

  /** Ends the turn of an upload that was called off here. True when another tab goes on with it. */
  async cancel(): Promise<boolean> {
    let isFollowed = false;
    await this.#endTurn(async () => {
      isFollowed = await this.#isFollowed();
      if (!isFollowed) await this.#writer.erase(this.#stored.key);
    });
    return isFollowed;
  }

  /** Forgets what was kept when the turn ended. True when another tab goes on with it: then it stays. */
  async discard(): Promise<boolean> {
    await this.#world.activeUploads.get(this.#stored.key);
    return !(await forgetUpload(this.#world, this.#stored.key));
  }

  #write(stored: StoredUpload): Promise<void> {
    this.#stored = { ...stored, touchedAt: this.#world.now() };
    return this.#writer.write(this.#stored);
  }

  async #isFollowed(): Promise<boolean> {
    return isLockAwaited(this.#world.locks, this.#name).catch(() => false);
  }

  /** Does the last things, and ends the turn. */
  #endTurn(last: () => Promise<void>): Promise<void> {
    const { activeUploads } = this.#world;
    const ended = last()
      .then(() => {
        this.#broadcaster.close();
        return this.#releaseLock();
      })
      .finally(() => activeUploads.delete(this.#stored.key));
    activeUploads.set(this.#stored.key, ended);
    return ended;
  }
}

/** The video that the other tab has made since `began`; nothing when it has not come to that. */
function videoFromOtherTab(
  stored: StoredUpload | undefined,
  began: number,
  last: TabMessage | undefined,
): UploadedVideo | undefined {
  if (stored?.video && stored.touchedAt >= began) return stored.video;
  // It may have been told without being stored.
  return last?.videoId === undefined ? undefined : { videoId: last.videoId };
}

import { VhError, isVhError } from '../../core/vh-error.ts';
import type { UploadedVideo } from '../../core/video.ts';
import type { UploadMemory, UploadRecord } from '../upload-memory.ts';
import { fingerprint } from './fingerprint.ts';
import { followTurn } from './follow-turn.ts';
import { forgetUpload } from './forget-upload.ts';
import { isExpired, type KeptUpload } from './kept-upload.ts';
import { RecordKeeper } from './record-keeper.ts';
import type { ResumeWorld } from './resume-world.ts';
import { TabSpeaker, type TabNews } from './tab-news.ts';
import { isAwaited, tryTurn, turnName, type EndTurn } from './tab-turn.ts';
import { takeUp, videoOfFollowed } from './take-up.ts';
import { tidyRecords } from './tidy-records.ts';
import { withoutRights, withoutSecrets } from './without-secrets.ts';

/** What is to be remembered, and who wants to know what becomes of it. */
export interface MemoryOptions {
  file: File;
  /** Where the file goes: a file that goes to two places is two uploads. */
  scope: string;
  /** The way back to the file after a reload, where the browser gave one. */
  handle?: FileSystemFileHandle | undefined;
  world: ResumeWorld;
  signal: AbortSignal;
  /** Another tab sends this file: how far it is. */
  onFollow: (news: TabNews) => void;
  /** Nothing can be kept any more. Told once. */
  onLost: (error: unknown) => void;
}

/** Milliseconds between two writings of how far it is. */
const PACE = 2_000;

/**
 * What outlives the page of one upload, and the turn to send it: of all tabs that were given the same file for the
 * same place, one has this.
 */
export class KeptMemory implements UploadMemory {
  readonly #world: ResumeWorld;
  readonly #name: string;
  readonly #endTurn: EndTurn;
  readonly #speaker: TabSpeaker;
  readonly #keeper: RecordKeeper;
  #kept: KeptUpload;

  private constructor(world: ResumeWorld, kept: KeptUpload, keeper: RecordKeeper, endTurn: EndTurn) {
    this.#world = world;
    this.#kept = kept;
    this.#name = turnName(kept.key);
    this.#endTurn = endTurn;
    this.#speaker = new TabSpeaker(world.channel(this.#name));
    this.#keeper = keeper;
  }

  /**
   * Resolves when it is this tab's turn: at once, or when the tab that had it has ended in whatever way. With nothing
   * where this page sends the file already. Rejects when the file cannot be read, where tabs have no turns, or with
   * the signal's reason.
   */
  static async open(options: MemoryOptions): Promise<KeptMemory | undefined> {
    const { file, scope, world, signal } = options;
    const key = `${scope} ${await fingerprint(file, world.subtle)}`;
    signal.throwIfAborted();
    while (world.here.has(key)) {
      const ending = world.here.get(key);
      if (!ending) return undefined;
      await ending;
      signal.throwIfAborted();
    }
    world.here.set(key, undefined);
    try {
      return await KeptMemory.#open(key, options);
    } catch (error) {
      world.here.delete(key);
      if (signal.aborted || isVhError(error)) throw error;
      // A page that is shut up in a frame of its own has none of it, and browsers differ in how they say so.
      throw new VhError(
        'resume-unavailable',
        'The browser lends no turns between tabs here: the upload goes on, but not after a reload.',
        { cause: error },
      );
    }
  }

  static async #open(key: string, options: MemoryOptions): Promise<KeptMemory> {
    const { world, signal } = options;
    const began = world.now();
    const free = await tryTurn(world.locks, turnName(key));
    const turn = free ? { endTurn: free } : await followTurn(turnName(key), options);
    try {
      const keeper = new RecordKeeper(world.records, options.onLost);
      const found = await keeper.read(key);
      signal.throwIfAborted();
      const kept = found && !isExpired(found, world.now()) ? found : undefined;
      const video = 'last' in turn ? videoOfFollowed(kept, began, turn.last) : undefined;
      tidyRecords(world).catch(() => {});
      const taken = takeUp({ ...options, key }, kept, video, world.now());
      return new KeptMemory(world, taken, keeper, turn.endTurn);
    } catch (error) {
      void turn.endTurn();
      throw error;
    }
  }

  /** What earlier runs left behind; nothing for an upload that begins. */
  get past(): UploadRecord | undefined {
    return this.#kept.upload;
  }

  /** Set when the tab that this one followed has done it all. */
  get video(): UploadedVideo | undefined {
    return this.#kept.video;
  }

  /** When something was kept last. */
  get touchedAt(): number {
    return this.#kept.touchedAt;
  }

  /** Keeps what was learnt. Resolves when it would survive the tab; never rejects. */
  keep(upload: UploadRecord): Promise<void> {
    return this.#write({ ...this.#kept, upload: withoutSecrets(upload) });
  }

  /** The server has forgotten the upload, or it is begun anew: so is this. */
  forget(): Promise<void> {
    return this.#write({ ...this.#kept, upload: undefined, startedAt: this.#world.now(), sent: 0 });
  }

  /** Tells the tabs that follow how far it is. */
  tell(sent: number): void {
    this.#speaker.tell({ sent });
    const isDue = this.#world.now() - this.#kept.touchedAt >= PACE;
    if (isDue && this.#kept.upload) void this.#write({ ...this.#kept, sent });
  }

  /** Every byte is stored. Ends the turn; the tabs that follow learn of the video, and nobody after them. */
  finish(video: UploadedVideo): Promise<void> {
    this.#speaker.tell({ sent: this.#kept.file.size, videoId: video.videoId });
    return this.#end(async () => {
      if (await this.#isFollowed()) await this.#write({ ...this.#kept, video: withoutRights(video) });
      else await this.#keeper.erase(this.#kept.key);
    });
  }

  /** Ends the turn and keeps what is known: somebody may go on with it. */
  release(): Promise<void> {
    return this.#end(() => this.#keeper.idle());
  }

  /** Ends the turn of an upload that was called off here. True when another tab goes on with it. */
  async cancel(): Promise<boolean> {
    let isFollowed = false;
    await this.#end(async () => {
      isFollowed = await this.#isFollowed();
      if (!isFollowed) await this.#keeper.erase(this.#kept.key);
    });
    return isFollowed;
  }

  /** Forgets what was kept when the turn ended. True when another tab goes on with it: then it stays. */
  async discard(): Promise<boolean> {
    await this.#world.here.get(this.#kept.key);
    return !(await forgetUpload(this.#world, this.#kept.key));
  }

  #write(kept: KeptUpload): Promise<void> {
    this.#kept = { ...kept, touchedAt: this.#world.now() };
    return this.#keeper.write(this.#kept);
  }

  async #isFollowed(): Promise<boolean> {
    return isAwaited(this.#world.locks, this.#name).catch(() => false);
  }

  /** Does the last things, and ends the turn. */
  #end(last: () => Promise<void>): Promise<void> {
    const { here } = this.#world;
    const ended = last()
      .then(() => {
        this.#speaker.close();
        return this.#endTurn();
      })
      .finally(() => here.delete(this.#kept.key));
    here.set(this.#kept.key, ended);
    return ended;
  }
}

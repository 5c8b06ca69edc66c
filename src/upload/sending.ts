import type { Grant } from '../core/grant.ts';
import type { UploadedVideo } from '../core/video.ts';
import { FileWitness } from './file-witness.ts';
import { GrantKeeper } from './grant-keeper.ts';
import type { GrantSettings } from './grant-source.ts';
import { growthOf } from './growth.ts';
import { Pace } from './pace.ts';
import type { Part } from './part-plan.ts';
import { Patience, type WaitListener } from './patience.ts';
import { Recollection } from './recollection.ts';
import type { Remembering } from './remembering.ts';
import type { PartResult, Transport } from './transports/transport.ts';
import type { UploadWorld } from './upload-world.ts';

/** What the sending tells while it goes on. */
export interface SendListener {
  onWait: WaitListener;
  onSending: () => void;
  /** Bytes stored and on their way, of the whole file; `rests` says that there is no more to send for now. */
  onProgress: (bytes: number, rests?: boolean) => void;
}

/** What an upload is sent with. */
export interface SendNeeds {
  file: File;
  settings: () => GrantSettings;
  world: UploadWorld;
  memory: Remembering;
  listener: SendListener;
}

/** What failed, and with what. */
interface MendNeeds {
  part?: Part;
  grant: Grant;
  /** True when an answer to an earlier try may be lost that would have named the video. */
  isNameless: boolean;
  began: number;
  signal: AbortSignal;
}

/** What all parts of one upload share: its right, its patience, its pace, and what is known of its video. */
export class Sending {
  readonly file: File;
  readonly world: UploadWorld;
  readonly listener: SendListener;
  readonly witness: FileWitness;
  readonly patience: Patience;
  readonly keeper: GrantKeeper;
  readonly recollection: Recollection;
  readonly pace = new Pace();
  /** Parts that are on their way, not counting those that wait for another try. */
  active = 0;
  /** Bytes that were told last. */
  counted = 0;
  #video: UploadedVideo | undefined;
  #hasSucceeded = false;
  /** Rights that were refused while another one might have begun another video. */
  readonly #refused = new WeakSet<Grant>();

  constructor({ file, settings, world, memory, listener }: SendNeeds) {
    this.file = file;
    this.world = world;
    this.listener = listener;
    this.witness = new FileWitness(file, world);
    const tell: WaitListener = (why, ms) => {
      if (this.active === 0) listener.onWait(why, ms);
    };
    // Who records looks into the camera.
    this.patience = new Patience(world, tell, () => growthOf(file) !== undefined);
    this.keeper = new GrantKeeper(file, settings, world, this.patience);
    this.recollection = new Recollection(memory, world);
  }

  get videoId(): string | undefined {
    return this.#video?.videoId ?? this.keeper.grant?.videoId ?? this.recollection.videoId;
  }

  get video(): UploadedVideo {
    return this.#video ?? { videoId: this.videoId ?? '' };
  }

  /** The last part's answer knows most about the video, and may be heard before those that know only its name. */
  learn(video: UploadedVideo | undefined): void {
    if (!video) return;
    const { title, assets } = this.#video ?? {};
    this.#video = { ...video, title: video.title ?? title, assets: video.assets ?? assets };
  }

  /** A new run begins: whatever fails next is a new story. */
  renew(): void {
    this.keeper.trust();
    this.patience.renew();
  }

  /** A part that was on its way is not any more: what the others wait for is what the upload waits for now. */
  land(): void {
    this.active--;
    if (this.active === 0) this.patience.tell();
  }

  /** Something got through. */
  succeed(): void {
    this.#hasSucceeded = true;
    this.keeper.trust();
    this.patience.reach();
  }

  /** Forgets the upload, and with it the video if that is lost too. */
  forget(withVideo: boolean): void {
    this.recollection.forget();
    this.#video = undefined;
    this.counted = 0;
    if (withVideo) this.keeper.drop();
  }

  /** The right with which to send now, when the server is ready to be asked. */
  async ready(signal: AbortSignal, isNew: boolean, isNameless: boolean): Promise<Grant> {
    await this.patience.ready(signal);
    const { grant } = this.keeper;
    return grant && isNameless ? grant : this.keeper.get(this.videoId, signal, isNew);
  }

  /**
   * True while nothing has named the video, nor a byte got through. A service knows an upload by its right as long as
   * that is good: by another one it would begin another video, unless the wire goes to one place.
   */
  isNew({ isOnePlace = false }: Pick<Transport, 'isOnePlace'>): boolean {
    return this.videoId === undefined && !this.#hasSucceeded && !isOnePlace;
  }

  /** Resolves when another try may do better, and throws when none will. */
  async mend(
    result: Extract<PartResult, { kind: 'refresh' | 'again' | 'fatal' }>,
    { part, grant, isNameless, began, signal }: MendNeeds,
  ): Promise<void> {
    const { error } = result;
    if (result.kind === 'fatal') throw error;
    if (result.kind === 'refresh') {
      const { videoId } = this;
      // Refused twice in a row, it has really ended.
      if (isNameless && !this.#refused.has(grant)) {
        this.#refused.add(grant);
        return;
      }
      return this.keeper.renew(grant, error, { videoId, wasGood: this.#hasSucceeded, signal });
    }
    this.pace.fail();
    if (this.active === 0 || error.code === 'rate-limited') this.pace.slow();
    await this.witness.assertReadable(signal, part?.from);
    await this.patience.wait({ error, url: grant.url, began, after: result.after, part }, signal);
  }
}

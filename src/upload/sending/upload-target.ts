import type { Grant } from '../../core/wire/grant.ts';
import type { VhError } from '../../core/errors/vh-error.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import type { GrantRefresher } from '../grants/grant-refresher.ts';
import type { ResumeMemory } from '../resume/resume-memory.ts';
import type { Transport } from '../ports/transport.ts';

/** Where an upload goes: its video, and the grant to send with. All of its parts share it. */
export class UploadTarget {
  readonly #grants: GrantRefresher;
  readonly #memory: ResumeMemory;
  #video: UploadedVideo | undefined;
  #hasSucceeded = false;
  /** Grants that were refused while another one might have begun another video. */
  readonly #refusedOnce = new WeakSet<Grant>();

  constructor(grants: GrantRefresher, memory: ResumeMemory) {
    this.#grants = grants;
    this.#memory = memory;
  }

  get grant(): Grant | undefined {
    return this.#grants.grant;
  }

  get videoId(): string | undefined {
    return this.#video?.videoId ?? this.#grants.grant?.videoId ?? this.#memory.resumePoint?.videoId;
  }

  get video(): UploadedVideo {
    return this.#video ?? { videoId: this.videoId ?? '' };
  }

  /** The last part's answer holds the most fields, and may arrive before answers with only the id. */
  updateVideo(video: UploadedVideo | undefined): void {
    if (!video) return;
    const { title, assets } = this.#video ?? {};
    this.#video = { ...video, title: video.title ?? title, assets: video.assets ?? assets };
  }

  /** The server has taken something with the present grant. */
  onSuccess(): void {
    this.#hasSucceeded = true;
    this.#grants.markProven();
  }

  /** Forgets the upload, and with it the video if that is lost too. */
  forget(withVideo: boolean): void {
    this.#memory.discardResumePoint();
    this.#video = undefined;
    if (withVideo) this.#grants.discard();
  }

  /**
   * True while no answer has named the video and nothing is stored. A service knows an upload by its credential: with another
   * one it would create a second video, unless the transport has a fixed target.
   */
  mustKeepGrant({ hasFixedTarget = false }: Pick<Transport, 'hasFixedTarget'>): boolean {
    return this.videoId === undefined && !this.#hasSucceeded && !hasFixedTarget;
  }

  /** The grant for the next attempt. `isNameless`: an earlier answer that named the video may be lost. */
  getGrant(mustKeep: boolean, isNameless: boolean, signal: AbortSignal): Grant | Promise<Grant> {
    const { grant } = this.#grants;
    return grant && isNameless ? grant : this.#grants.get(this.videoId, signal, mustKeep);
  }

  /** Resolves when there is another grant to try with, or the same one is worth a second attempt. */
  async onUnauthorized(
    grant: Grant,
    error: VhError,
    isNameless: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    // Refused twice in a row, it has really expired.
    if (isNameless && !this.#refusedOnce.has(grant)) {
      this.#refusedOnce.add(grant);
      return;
    }
    const { videoId } = this;
    await this.#grants.replaceRefused(grant, error, { videoId, wasGood: this.#hasSucceeded, signal });
  }
}

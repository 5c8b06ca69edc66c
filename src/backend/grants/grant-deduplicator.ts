import { withDeadline } from '../../core/async/deadline.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import type { GrantMemory } from '../cache/grant-memory.ts';

/** Seconds: as long as an upload may reasonably be begun again. */
const KEPT_SECONDS = 24 * 60 * 60;
/** Seconds after which a video that was being made by a server that fell silent may be made by another. */
const UNDERWAY_SECONDS = 60;
const UNDERWAY = 'underway';

/** The parts of a grant. */
export interface MadeGrant {
  videoId: string;
  token: string;
  expiresAt: string;
}

/** Makes a grant with a new video, or for an existing one: undefined when that one is gone. */
export interface GrantMaker {
  /** Calls `onVideo` where the video is there before its token: a failure then leaves a video for the next try. */
  withNewVideo: (onVideo: (videoId: string) => Promise<void>) => Promise<MadeGrant>;
  forVideo: (videoId: string) => Promise<MadeGrant | undefined>;
}

/** Makes one video for one upload, however often, and by however many requests at once, it is asked for. */
export class GrantDeduplicator {
  readonly #memory: GrantMemory;
  readonly #pending = new Map<string, { promise: Promise<MadeGrant>; at: number }>();
  readonly #lostAfterMs: number;
  readonly #now: () => number;

  /** After `lostAfterMs` a try is lost, with the request that it belonged to; another request then begins one of its own. */
  constructor(memory: GrantMemory, lostAfterMs: number, now: () => number = () => performance.now()) {
    this.#memory = memory;
    this.#lostAfterMs = lostAfterMs;
    this.#now = now;
  }

  /** The grant of the upload that goes by `key`. */
  make(key: string, maker: GrantMaker): Promise<MadeGrant> {
    const pending = this.#pending.get(key);
    if (pending && this.#now() - pending.at < this.#lostAfterMs) return this.#waitFor(pending.promise);
    const promise = this.#make(key, maker, pending !== undefined).finally(() => {
      if (this.#pending.get(key) === own) this.#pending.delete(key);
    });
    const own = { promise, at: this.#now() };
    this.#pending.set(key, own);
    return promise;
  }

  /** A request of another visitor's browser may have ended, and its try with it. */
  #waitFor(promise: Promise<MadeGrant>): Promise<MadeGrant> {
    return withDeadline(
      promise,
      this.#lostAfterMs,
      'Another request for this upload was not answered in time.',
    );
  }

  async #make(key: string, maker: GrantMaker, isLost: boolean): Promise<MadeGrant> {
    const known = await this.#memory.get(key);
    if (typeof known === 'string' && known !== UNDERWAY) {
      const again = await maker.forVideo(known);
      if (again) return again;
      await this.#memory.delete(key);
    }
    // An attempt that was lost here is recorded there, and stays recorded.
    if (!(await this.#memory.add(key, UNDERWAY, UNDERWAY_SECONDS)) && !isLost) {
      throw new VhError('service-unavailable', 'Another server is making the video of this upload.', {
        retryAfter: 2_000,
      });
    }
    const keep = async (videoId: string): Promise<void> => {
      await this.#memory.set(key, videoId, KEPT_SECONDS);
    };
    try {
      const made = await maker.withNewVideo(keep);
      await keep(made.videoId);
      return made;
    } catch (error) {
      // A video that is there waits for the next try.
      if ((await this.#memory.get(key)) === UNDERWAY) await this.#memory.delete(key);
      throw error;
    }
  }
}

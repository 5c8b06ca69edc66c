import { VhError } from '../core/vh-error.ts';
import type { GrantMemory } from './grant-memory.ts';

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
export class OncePerUpload {
  readonly #memory: GrantMemory;
  readonly #pending = new Map<string, Promise<MadeGrant>>();

  constructor(memory: GrantMemory) {
    this.#memory = memory;
  }

  /** The grant of the upload that goes by `key`. */
  make(key: string, maker: GrantMaker): Promise<MadeGrant> {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const started = this.#make(key, maker).finally(() => this.#pending.delete(key));
    this.#pending.set(key, started);
    return started;
  }

  async #make(key: string, maker: GrantMaker): Promise<MadeGrant> {
    const known = await this.#memory.get(key);
    if (typeof known === 'string' && known !== UNDERWAY) {
      const again = await maker.forVideo(known);
      if (again) return again;
      await this.#memory.delete(key);
    }
    if (!(await this.#memory.add(key, UNDERWAY, UNDERWAY_SECONDS))) {
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

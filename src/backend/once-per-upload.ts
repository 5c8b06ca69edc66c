import { VhError } from '../core/vh-error.ts';
import type { GrantMemory } from './grant-memory.ts';

/** Seconds: as long as an upload may reasonably be begun again. */
const KEPT = 24 * 60 * 60;
/** Seconds after which a video that was being made by a server that fell silent may be made by another. */
const UNDERWAY_FOR = 60;
const UNDERWAY = 'underway';

/** What one grant is made of. */
export interface MadeGrant {
  videoId: string;
  token: string;
  expiresAt: string;
}

/** How a grant is made: with a new video, or for one that there is; nothing when that one is gone. */
export interface GrantMaker {
  withNewVideo: () => Promise<MadeGrant>;
  forVideo: (videoId: string) => Promise<MadeGrant | undefined>;
}

/** Makes one video for one upload, however often, and by however many requests at once, it is asked for. */
export class OncePerUpload {
  readonly #memory: GrantMemory;
  readonly #flights = new Map<string, Promise<MadeGrant>>();

  constructor(memory: GrantMemory) {
    this.#memory = memory;
  }

  /** The grant of the upload that goes by `key`. */
  make(key: string, maker: GrantMaker): Promise<MadeGrant> {
    const flying = this.#flights.get(key);
    if (flying) return flying;
    const flight = this.#make(key, maker).finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  async #make(key: string, maker: GrantMaker): Promise<MadeGrant> {
    const known = await this.#memory.get(key);
    if (typeof known === 'string' && known !== UNDERWAY) {
      const again = await maker.forVideo(known);
      if (again) return again;
      await this.#memory.delete(key);
    }
    if (!(await this.#memory.add(key, UNDERWAY, UNDERWAY_FOR))) {
      throw new VhError('service-unavailable', 'Another server is making the video of this upload.', {
        retryAfter: 2_000,
      });
    }
    try {
      const made = await maker.withNewVideo();
      await this.#memory.set(key, made.videoId, KEPT);
      return made;
    } catch (error) {
      await this.#memory.delete(key);
      throw error;
    }
  }
}

import { withDeadline } from '../../core/async/deadline.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { toBase64Url } from '../crypto/base64-url.ts';
import type { BackendState } from '../state/backend-state.ts';

/** Seconds: as long as an upload may reasonably be begun again. */
const KEPT_SECONDS = 24 * 60 * 60;
/** Begins the mark of the server that is making the video. */
const UNDERWAY = 'underway';
/** Videos whose uploads the store could not note. */
const MAX_UNKEPT = 1_000;

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
  /** Deletes a new video that was given to no visitor, and its token. */
  giveBack: (made: Partial<MadeGrant>) => Promise<void>;
}

/** How long a try lasts. */
export interface DeduplicatorTimes {
  /** Milliseconds after which a try is lost, with the request that it belonged to; another request then begins its own. */
  lostAfterMs: number;
  /** Seconds after which a server that fell silent while it made a video is overtaken by another. */
  underwaySeconds: number;
  /** Milliseconds on a monotonic clock. */
  now?: () => number;
}

interface Attempt {
  promise: Promise<MadeGrant>;
  at: number;
  mark: string;
}

/**
 * Makes one video for one upload, however often, and by however many requests and servers at once, it is asked for. Where
 * two servers make one, the first to end wins: the other gives its own back.
 */
export class GrantDeduplicator {
  readonly #state: BackendState;
  readonly #pending = new Map<string, Attempt>();
  /** Videos that were made while the store went away: the next try here uses them. */
  readonly #unkept = new Map<string, string>();
  readonly #times: DeduplicatorTimes;
  readonly #now: () => number;

  constructor(state: BackendState, times: DeduplicatorTimes) {
    this.#state = state;
    this.#times = times;
    this.#now = times.now ?? (() => performance.now());
  }

  /** The grant of the upload that goes by `key`. */
  make(key: string, maker: GrantMaker): Promise<MadeGrant> {
    const pending = this.#pending.get(key);
    if (pending && this.#now() - pending.at < this.#times.lostAfterMs) return this.#waitFor(pending.promise);
    const mark = newMark();
    const promise = this.#make(key, maker, mark, pending?.mark).finally(() => {
      if (this.#pending.get(key) === own) this.#pending.delete(key);
    });
    const own = { promise, at: this.#now(), mark };
    this.#pending.set(key, own);
    return promise;
  }

  /** A request of another visitor's browser may have ended, and its try with it. */
  #waitFor(promise: Promise<MadeGrant>): Promise<MadeGrant> {
    return withDeadline(
      promise,
      this.#times.lostAfterMs,
      'Another request for this upload was not answered in time.',
    );
  }

  /** `lost` is the mark of this server's own try that was lost. */
  async #make(key: string, maker: GrantMaker, mark: string, lost: string | undefined): Promise<MadeGrant> {
    const known = await this.#state.get(key);
    const isVideo = known !== undefined && !known.startsWith(UNDERWAY);
    if (isVideo) {
      const again = await maker.forVideo(known);
      if (again) return again;
    }
    const unkept = isVideo ? undefined : this.#unkept.get(key);
    if (unkept !== undefined) return this.#useUnkept(key, known, unkept, maker);
    const isFree = known === undefined || isVideo || known === lost;
    if (!isFree || !(await this.#state.swap(key, known, mark, this.#times.underwaySeconds))) {
      throw new VhError('service-unavailable', 'Another server is making the video of this upload.', {
        retryAfter: 2_000,
      });
    }
    return this.#makeVideo(key, maker, mark);
  }

  async #makeVideo(key: string, maker: GrantMaker, mark: string): Promise<MadeGrant> {
    let made: Partial<MadeGrant> = {};
    let winner: string | undefined;
    const keep = async (videoId: string): Promise<void> => {
      made = { ...made, videoId };
      winner = await this.#keep(key, mark, videoId);
      if (winner !== undefined) throw overtaken();
    };
    try {
      const grant = await maker.withNewVideo(keep);
      if (made.videoId === undefined) {
        made = grant;
        await keep(grant.videoId);
      }
      return grant;
    } catch (error) {
      // A video that is there waits for the next try.
      if (made.videoId === undefined) await this.#release(key, mark);
      if (winner === undefined) throw error;
      await maker.giveBack(made).catch(() => undefined);
      const winners = await maker.forVideo(winner);
      if (winners) return winners;
      throw error;
    }
  }

  /** Notes the video of an upload. Where another server was faster, returns the one that it noted. */
  async #keep(key: string, mark: string | undefined, videoId: string): Promise<string | undefined> {
    let known = mark;
    try {
      while (!(await this.#state.swap(key, known, videoId, KEPT_SECONDS))) {
        known = await this.#state.get(key);
        if (known !== undefined && !known.startsWith(UNDERWAY)) break;
      }
    } catch (error) {
      this.#noteUnkept(key, videoId);
      throw error;
    }
    this.#unkept.delete(key);
    // It is this one where only the answer to an earlier question was lost.
    const isOther = known !== undefined && !known.startsWith(UNDERWAY) && known !== videoId;
    return isOther ? known : undefined;
  }

  async #useUnkept(
    key: string,
    known: string | undefined,
    videoId: string,
    maker: GrantMaker,
  ): Promise<MadeGrant> {
    const winner = await this.#keep(key, known, videoId);
    if (winner !== undefined) await maker.giveBack({ videoId }).catch(() => undefined);
    const made = await maker.forVideo(winner ?? videoId);
    if (made) return made;
    await this.#release(key, winner ?? videoId);
    throw overtaken();
  }

  #noteUnkept(key: string, videoId: string): void {
    this.#unkept.set(key, videoId);
    for (const oldest of this.#unkept.keys()) {
      if (this.#unkept.size <= MAX_UNKEPT) break;
      this.#unkept.delete(oldest);
    }
  }

  /** Without it the mark expires. */
  async #release(key: string, value: string): Promise<void> {
    await this.#state.swap(key, value, undefined, 0).catch(() => undefined);
  }
}

function overtaken(): VhError {
  return new VhError('service-unavailable', 'Another server has made the video of this upload.', {
    retryAfter: 2_000,
  });
}

function newMark(): string {
  return `${UNDERWAY} ${toBase64Url(crypto.getRandomValues(new Uint8Array(12)))}`;
}

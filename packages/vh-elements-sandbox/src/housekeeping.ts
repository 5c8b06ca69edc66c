import { discardFile } from './http/body/receive-file.ts';
import type { Services } from './services/services.ts';
import { clampDates } from './store/database/clamp-dates.ts';
import { deleteVideo } from './resources/videos/delete-video.ts';

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Its name in the log. */
const TASK = 'housekeeping';

/** Removes expired data every hour. */
export class Housekeeping {
  readonly #services: Services;
  #cancel: () => void = () => undefined;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Begins with a round at once; resolves when that is done. */
  start(): Promise<void> {
    this.#next();
    return this.#round;
  }

  /** Waits for the round in progress. */
  settled(): Promise<void> {
    return this.#round;
  }

  /** Waits for the round in progress, and begins no other. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#round;
  }

  #next(): void {
    const { failures, clock } = this.#services;
    this.#round = failures.attempt(TASK, () => this.#clear());
    const next = () => {
      if (!this.#stopped) this.#next();
    };
    this.#cancel = clock.after(HOUR_MS, next, { isRound: true });
  }

  async #clear(): Promise<void> {
    const { clock, database, collectorLimits, videos, tusUploads, sources, folder } = this.#services;
    const { privateAccess, uploadTokens, accessTokens } = this.#services;
    let failure: unknown;
    /** One thing that cannot be cleared away keeps none of the others. */
    const attempt = async (work: () => void | Promise<void>) => {
      try {
        await work();
      } catch (error) {
        failure ??= error;
      }
    };
    await attempt(() => {
      clampDates(database, clock.now());
    });
    for (const tokens of [privateAccess, uploadTokens, accessTokens]) {
      await attempt(() => {
        tokens.forgetExpired();
      });
    }
    await attempt(() => collectorLimits.makeRoom());
    for (const { id, file } of tusUploads.expired(clock.now())) {
      await attempt(async () => {
        tusUploads.delete(id);
        if (file !== undefined && !sources.refersTo(file)) await discardFile(folder.extents, file);
      });
    }
    // Videos that are empty or unfinished a week after they were begun.
    for (const videoId of videos.unfinished(clock.now() - WEEK_MS)) {
      await attempt(() => deleteVideo(this.#services, videoId));
    }
    if (failure instanceof Error) throw failure;
  }
}

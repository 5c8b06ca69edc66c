import { discardFile } from './http/receive-file.ts';
import type { House } from './house.ts';
import { deleteVideo } from './resources/delete-video.ts';

const HOUR = 60 * 60 * 1000;
const WEEK = 7 * 24 * HOUR;

/** Clears away, every hour, what nobody may use any more. */
export class Housekeeping {
  readonly #house: House;
  #cancel: () => void = () => undefined;
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(house: House) {
    this.#house = house;
  }

  /** Begins with a round at once; resolves when that is done. */
  start(): Promise<void> {
    this.#next();
    return this.#round;
  }

  /** Waits for the round in progress, and begins no other. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#round;
  }

  #next(): void {
    this.#round = this.#clear().catch((error: unknown) => {
      this.#house.log(`housekeeping failed: ${String(error)}`);
    });
    this.#cancel = this.#house.clock.after(HOUR, () => {
      if (!this.#stopped) this.#next();
    });
  }

  async #clear(): Promise<void> {
    const { clock, privateAccess, videos, tusUploads, sources, folder } = this.#house;
    privateAccess.forgetExpired();
    for (const { id, file } of tusUploads.expired(clock.now())) {
      tusUploads.delete(id);
      if (file !== undefined && !sources.refersTo(file)) await discardFile(folder.extents, file);
    }
    // What is empty, or has not been finished, a week after it was begun.
    for (const videoId of videos.unfinished(clock.now() - WEEK)) await deleteVideo(this.#house, videoId);
  }
}

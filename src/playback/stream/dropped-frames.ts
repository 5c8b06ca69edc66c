/** Media seconds of one look. */
const LOOK_SECONDS = 5;
/** The share of frames whose loss a viewer sees as stutter. */
const TOO_MANY = 0.25;
const LOOKS = 2;

/** What a video element counts, from the beginning. */
export interface FrameCount {
  dropped: number;
  total: number;
}

/**
 * Finds a device that cannot show what it decodes: in two looks of five seconds, one after the other, it dropped more
 * than a quarter of the frames. What drops frames on purpose (a seek, a hidden page, double speed) resets it.
 */
export class DroppedFrames {
  #begin: (FrameCount & { at: number }) | undefined;
  #looks = 0;

  reset(): void {
    this.#begin = undefined;
    this.#looks = 0;
  }

  /** Takes the counts at a second of the media. True when the device has dropped too many frames. */
  add({ dropped, total }: FrameCount, at: number): boolean {
    const begin = (this.#begin ??= { dropped, total, at });
    if (at - begin.at < LOOK_SECONDS) return false;
    this.#begin = { dropped, total, at };
    this.#looks = dropped - begin.dropped > TOO_MANY * (total - begin.total) ? this.#looks + 1 : 0;
    if (this.#looks < LOOKS) return false;
    this.reset();
    return true;
  }
}

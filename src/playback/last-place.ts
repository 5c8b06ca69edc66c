import type { Trouble } from './trouble.ts';

/** Where a video is: kept when its source goes, so that the next source continues there. */
export class LastPlace {
  /** Seconds. */
  seconds: number;
  readonly #media: HTMLVideoElement;
  readonly #trouble: Trouble | undefined;
  /** True once the video has been where it was to begin. */
  #hasBegun = false;

  constructor(media: HTMLVideoElement, startTime: number, trouble: Trouble | undefined, signal: AbortSignal) {
    this.#media = media;
    this.#trouble = trouble;
    this.seconds = startTime;
    for (const type of ['seeked', 'playing'])
      media.addEventListener(type, () => (this.#hasBegun = true), { signal });
  }

  /** Takes it from the video, and the picture as well. Call it while the source is there. */
  note(): void {
    const { currentTime, readyState } = this.#media;
    // Before it begins, the clock has not come to where that is. A viewer may have gone back to 0.
    if (currentTime > 0 || (readyState > 0 && this.#hasBegun)) this.seconds = currentTime;
    this.#trouble?.keepPicture();
  }
}

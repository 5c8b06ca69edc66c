import type { VhError } from '../../core/errors/vh-error.ts';

/** As `HTMLMediaElement.HAVE_CURRENT_DATA`. */
const HAVE_CURRENT_DATA = 2;

/** Where a video is: kept when its source goes, so that the next source continues there. */
export class LastPosition {
  /** Seconds. */
  seconds: number;
  readonly #media: HTMLVideoElement;
  readonly #trouble: Interruption | undefined;
  /** True once the video has been where it was to begin. */
  #hasBegun = false;

  constructor(
    media: HTMLVideoElement,
    startTime: number,
    trouble: Interruption | undefined,
    signal: AbortSignal,
  ) {
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
    if (this.#trouble) this.#trouble.still = copyPicture(this.#media) ?? this.#trouble.still;
  }
}

/** A copy of the picture that the video shows. */
function copyPicture(media: HTMLVideoElement): HTMLCanvasElement | undefined {
  const { videoWidth: width, videoHeight: height, readyState } = media;
  if (readyState < HAVE_CURRENT_DATA || width === 0) return undefined;
  const canvas = Object.assign(document.createElement('canvas'), { width, height, className: 'still' });
  canvas.ariaHidden = 'true';
  canvas.getContext('2d')?.drawImage(media, 0, 0);
  return canvas;
}

/** What a viewer sees of media that broke, from then on until they play again. */
export interface Interruption {
  /** Why they broke; stays while another try is on its way. */
  error?: VhError | undefined;
  /** The last picture of a source that is gone. */
  still?: HTMLCanvasElement | undefined;
}

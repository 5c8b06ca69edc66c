import type { VhError } from '../core/vh-error.ts';

/** As `HTMLMediaElement.HAVE_CURRENT_DATA`. */
const HAVE_CURRENT_DATA = 2;

/** What a viewer sees of media that broke, from then on until they play again. */
export class Trouble {
  /** Why they broke; stays while another try is on its way. */
  error: VhError | undefined;
  /** The last picture of a source that is gone. */
  still: HTMLCanvasElement | undefined;
  readonly #media: HTMLVideoElement;

  constructor(media: HTMLVideoElement) {
    this.#media = media;
  }

  /** Copies the picture, if the video shows one. */
  keepPicture(): void {
    const { videoWidth: width, videoHeight: height, readyState } = this.#media;
    if (readyState < HAVE_CURRENT_DATA || width === 0) return;
    const canvas = Object.assign(document.createElement('canvas'), { width, height, className: 'still' });
    canvas.ariaHidden = 'true';
    canvas.getContext('2d')?.drawImage(this.#media, 0, 0);
    this.still = canvas;
  }

  forget(): void {
    this.error = this.still = undefined;
  }
}

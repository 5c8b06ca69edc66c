import { sameRequest, type PlaybackRequest } from '../source/playback-request.ts';

/** As `HTMLMediaElement.HAVE_CURRENT_DATA`. */
const HAVE_CURRENT_DATA = 2;

/** Seconds: less is not worth playing. */
const LEAST_S = 0.1;

/** Where a video is: kept when its source goes, so that the next source continues there. */
export class LastPosition {
  /** Seconds. */
  seconds: number;
  readonly #media: HTMLVideoElement;
  /** True once the video has been where it was to begin. */
  #hasBegun = false;

  constructor(media: HTMLVideoElement, startTime: number, signal: AbortSignal) {
    this.#media = media;
    this.seconds = startTime;
    for (const type of ['seeked', 'playing'])
      media.addEventListener(type, () => (this.#hasBegun = true), { signal });
  }

  /** Takes it from the video, and returns a copy of the picture that shows. Call it while the source is there. */
  note(): HTMLCanvasElement | undefined {
    const { currentTime, readyState } = this.#media;
    // Before it begins, the clock has not come to where that is. A viewer may have gone back to 0.
    if (currentTime > 0 || (readyState > 0 && this.#hasBegun)) this.seconds = currentTime;
    return copyPicture(this.#media);
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

/** True when a video has something to play from where it is, with nothing more to come. */
export function hasMore({ error, buffered, currentTime }: HTMLMediaElement): boolean {
  const isWithin = (at: number) =>
    buffered.start(at) <= currentTime && buffered.end(at) > currentTime + LEAST_S;
  return !error && [...Array(buffered.length).keys()].some(isWithin);
}

/** Has a request go on as it was left, if it is that one; answers where, in seconds. */
export type ComeBack = (request: PlaybackRequest, signal: AbortSignal) => number | undefined;

/** How that request goes on there when it comes again, and as fast as the video plays now. */
export function comeBack(media: HTMLMediaElement, left: PlaybackRequest, seconds: number): ComeBack {
  const { playbackRate } = media;
  return (request, signal) => {
    if (!sameRequest(request, left)) return undefined;
    // Firefox and WebKit set it back as media go, after their scripts.
    const bring = () => (media.playbackRate = playbackRate);
    media.addEventListener('loadedmetadata', bring, { signal, once: true });
    return seconds;
  };
}

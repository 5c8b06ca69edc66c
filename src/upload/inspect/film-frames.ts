import { sleep } from '../../core/async/sleep.ts';
import type { FileInfo } from './bytes/file-info.ts';

/** A busy Chromium may say that it is there before there is anything to draw: it is asked again so often, and so much later. */
const MOST_TRIES = 20;
const RETRY_MS = 50;
/** So long after its word, a browser may still draw the picture before: Chromium near a film's end. */
const SHOWN_WITHIN_MS = 400;

/** True once the page's policy refused the address of a file: each further attempt would be another report. */
let isRefused = false;

/**
 * The pictures of a film on this device, as it is shown: turned, mirrored and stretched. One after the other, by an element
 * that the page does not see.
 */
export class FilmFrames {
  /** Seconds; undefined for a film that does not say. */
  readonly duration: number | undefined;
  readonly #video: HTMLVideoElement;
  readonly #address: string;
  readonly #over: AbortController;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(video: HTMLVideoElement, address: string, over: AbortController) {
    this.#video = video;
    this.#address = address;
    this.#over = over;
    this.duration = Number.isFinite(video.duration) ? video.duration : undefined;
  }

  /** Undefined for a film that this browser cannot play, and on a page whose policy lacks `media-src blob:`. Never rejects. */
  static async open(file: Blob, info: FileInfo, signal: AbortSignal): Promise<FilmFrames | undefined> {
    if (typeof document === 'undefined' || isRefused || signal.aborted) return undefined;
    const video = document.createElement('video');
    if (!canPlay(video, info)) return undefined;
    const over = new AbortController();
    const { signal: ended } = over;
    signal.addEventListener('abort', () => over.abort(), { once: true, signal: ended });
    const noteRefusal = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      isRefused ||= blockedURI.startsWith('blob');
    };
    document.addEventListener('securitypolicyviolation', noteRefusal, { signal: ended });
    const address = URL.createObjectURL(file);
    const isLoaded = once(video, 'loadeddata', ended);
    video.muted = true;
    video.preload = 'auto';
    video.src = address;
    const film = (await isLoaded) ? new FilmFrames(video, address, over) : undefined;
    if (!film) {
      over.abort();
      letGo(video, address);
    }
    return film;
  }

  /** The picture at a moment, no larger than wanted; the caller closes it. Undefined where there is none. Never rejects. */
  frame(seconds: number, side: number): Promise<ImageBitmap | undefined> {
    const picture = this.#last.then(() => this.#take(seconds, side)).catch(() => undefined);
    this.#last = picture;
    return picture;
  }

  /** Lets the film go. */
  close(): void {
    this.#over.abort();
    letGo(this.#video, this.#address);
  }

  async #take(seconds: number, side: number): Promise<ImageBitmap | undefined> {
    const { signal } = this.#over;
    if (signal.aborted) return undefined;
    // It has failed at a moment that this browser cannot decode, and would be silent from then on.
    if (this.#video.error && !(await this.#load())) return undefined;
    const isThere = once(this.#video, 'seeked', signal);
    const shown = new NextPicture(this.#video);
    this.#video.currentTime = Math.min(seconds, this.duration ?? seconds);
    const isSought = await isThere;
    if (isSought) await shown.wait(signal);
    shown.cancel();
    return isSought ? drawSoon(this.#video, side, signal) : undefined;
  }

  #load(): Promise<boolean> {
    const isLoaded = once(this.#video, 'loadeddata', this.#over.signal);
    this.#video.load();
    return isLoaded;
  }
}

/** The next picture that the browser shows. It says nothing where it shows the same one again, and on a page that nobody sees. */
class NextPicture {
  readonly #video: HTMLVideoElement;
  readonly #shown: Promise<unknown>;
  #request: number | undefined;

  constructor(video: HTMLVideoElement) {
    this.#video = video;
    this.#shown = new Promise((resolve) => {
      // Absent in old browsers.
      if ('requestVideoFrameCallback' in video) this.#request = video.requestVideoFrameCallback(resolve);
    });
  }

  /** Ends with the picture, or when it is not to be expected any more. */
  async wait(signal: AbortSignal): Promise<void> {
    if (this.#request === undefined || document.hidden) return;
    await Promise.race([this.#shown, sleep(SHOWN_WITHIN_MS, signal)]);
  }

  cancel(): void {
    if (this.#request !== undefined) this.#video.cancelVideoFrameCallback(this.#request);
  }
}

/**
 * Empties the video, but not before it knows what it has: WebKitGTK's own threads wait for each other forever, and the page
 * with them, when it is stopped while it finds that out.
 */
function letGo(video: HTMLVideoElement, address: string): void {
  const known = new AbortController();
  const empty = () => {
    known.abort();
    URL.revokeObjectURL(address);
    video.removeAttribute('src');
    video.load();
  };
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA || video.error) return empty();
  for (const type of ['loadedmetadata', 'error'])
    video.addEventListener(type, empty, { signal: known.signal });
}

/** Resolves with false when the video fails or the signal aborts first. */
function once(video: HTMLVideoElement, type: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    video.addEventListener(type, () => resolve(true), { signal });
    video.addEventListener('error', () => resolve(false), { signal });
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });
}

function canPlay(video: HTMLVideoElement, { videoCodec }: FileInfo): boolean {
  return ['mp4', 'webm', 'quicktime'].some(
    (container) =>
      videoCodec !== undefined && video.canPlayType(`video/${container}; codecs="${videoCodec}"`) !== '',
  );
}

/** Draws the picture as soon as there is one; a film that stays without any has no poster. */
async function drawSoon(
  video: HTMLVideoElement,
  side: number,
  signal: AbortSignal,
): Promise<ImageBitmap | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const picture = draw(video, side);
    if (picture) return picture;
    await sleep(RETRY_MS, signal);
  }
  return undefined;
}

/** Draws the picture no larger than wanted; undefined while there is none. The element has turned, mirrored and stretched it. */
function draw(video: HTMLVideoElement, side: number): ImageBitmap | undefined {
  const { videoWidth: width, videoHeight: height } = video;
  const scale = Math.min(1, side / Math.max(width, height));
  if (width === 0 || height === 0) return undefined;
  const across = Math.max(1, Math.round(width * scale));
  const down = Math.max(1, Math.round(height * scale));
  const canvas = new OffscreenCanvas(across, down);
  const context = canvas.getContext('2d');
  context?.drawImage(video, 0, 0, across, down);
  const [, , , alpha] = context?.getImageData(across >> 1, down >> 1, 1, 1).data ?? [];
  return alpha ? canvas.transferToImageBitmap() : undefined;
}

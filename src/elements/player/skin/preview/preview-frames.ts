import type { IFrameView, OpenIFrames } from '../../../../playback/stream/stream.ts';
import { fitPreview, type Preview, type Size } from './preview.ts';

/** A decoder whose preview is hidden is released: telephones have few. */
const KEPT_MS = 20_000;
/** Seconds: closer than this is the same picture. */
const STEP_S = 0.1;

/** The I-frames of a stream, over the seek bar. They are opened when the pointer is there, and closed a while after. */
export class PreviewFrames implements Preview {
  readonly source: OpenIFrames;
  readonly #loaded: () => void;
  readonly #video = document.createElement('video');
  #abort: AbortController | undefined;
  #view: IFrameView | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The second that is wanted. */
  #wanted = NaN;

  /** Calls `loaded` when another picture is there. */
  constructor(source: OpenIFrames, loaded: () => void) {
    this.source = source;
    this.#loaded = loaded;
    const video = this.#video;
    video.muted = video.playsInline = video.disableRemotePlayback = true;
    video.tabIndex = -1;
    // By default Chromium rests as soon as it has the metadata.
    video.preload = 'auto';
    for (const type of ['loadeddata', 'canplay', 'seeked']) video.addEventListener(type, this.#paint);
    this.#open();
  }

  show(frame: HTMLElement, seconds: number, player: Size): void {
    clearTimeout(this.#timer);
    if (!this.#abort) this.#open();
    const video = this.#video;
    if (!(Math.abs(seconds - this.#wanted) < STEP_S)) {
      this.#wanted = seconds;
      this.#view?.show(seconds);
      video.classList.add('late');
    }
    const { videoWidth, videoHeight, readyState } = video;
    const size = fitPreview({ width: videoWidth || 16, height: videoHeight || 9 }, player);
    if (video.parentElement !== frame) frame.replaceChildren(video);
    frame.hidden = !size || readyState < 2;
    if (!size) return;
    frame.style.width = `${size.width}px`;
    frame.style.height = `${size.height}px`;
  }

  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#close(), KEPT_MS);
  }

  release(): void {
    this.#close();
    this.#video.remove();
  }

  #open(): void {
    const life = (this.#abort = new AbortController());
    this.source(this.#video, life.signal).then(
      (view) => {
        if (life.signal.aborted) return;
        this.#view = view;
        if (!Number.isNaN(this.#wanted)) view.show(this.#wanted);
      },
      // No frames are available: the preview shows only the time.
      () => {},
    );
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = this.#view = undefined;
    this.#wanted = NaN;
  }

  /** Until it comes, the picture before it stays for a moment: it would flicker while the pointer moves along the bar. */
  readonly #paint = (): void => {
    if (this.#video.seeking) return;
    this.#video.classList.remove('late');
    this.#loaded();
  };
}

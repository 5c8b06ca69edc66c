import { writeStyle } from '../../../styling/write-style.ts';
import { skinRoot } from '../context/skin-root.ts';
import type { PlayerApi } from '../../api/player-api.ts';

/** Of a rendition that is off by less than this, a viewer would see nothing but a hairline beside the picture. */
const NEARLY = 0.01;

/** Follows the sizes of player and picture: fills hairlines, and shows style sheets how much the controls leave to captions. */
export class PictureFit {
  readonly #host: PlayerApi;
  readonly #media: HTMLVideoElement;
  /** Of the player, in CSS pixels. */
  width = 0;
  /** Takes back the measure that is due. */
  #cancel: (() => void) | undefined;

  constructor(host: PlayerApi, media: HTMLVideoElement) {
    this.#host = host;
    this.#media = media;
  }

  /** Measures whenever a size changes, until the signal aborts. */
  follow(signal: AbortSignal): void {
    const frame = skinRoot(this.#host);
    // Of its own window: the page behind may not be drawn at all.
    const { ResizeObserver } = frame.ownerDocument.defaultView ?? globalThis;
    const observer = new ResizeObserver(([entry]) => {
      this.width = entry?.contentRect.width ?? 0;
      this.measure();
    });
    observer.observe(frame);
    const stop = () => {
      observer.disconnect();
      this.#cancel?.();
    };
    signal.addEventListener('abort', stop, { once: true });
    for (const type of ['resize', 'loadedmetadata'])
      this.#media.addEventListener(type, () => this.measure(), { signal });
  }

  /** Measures in the next frame, after a control may have come or gone: at once, each change would cost a layout. */
  measureSoon(): void {
    if (this.#cancel) return;
    const view = skinRoot(this.#host).ownerDocument.defaultView ?? window;
    const frame = view.requestAnimationFrame(() => {
      this.#cancel = undefined;
      this.measure();
    });
    this.#cancel = () => {
      this.#cancel = undefined;
      view.cancelAnimationFrame(frame);
    };
  }

  measure(): void {
    const { videoWidth, videoHeight, clientWidth, clientHeight } = this.#media;
    const ratio = videoHeight && clientHeight ? videoWidth / videoHeight / (clientWidth / clientHeight) : 0;
    this.#media.classList.toggle('nearly', Math.abs(ratio - 1) < NEARLY);
    const { renderRoot } = this.#host;
    const cues = renderRoot.querySelector<HTMLElement>('.cue-frame');
    if (!cues) return;
    const { top, bottom } = skinRoot(this.#host).getBoundingClientRect();
    const boxes = [...renderRoot.querySelectorAll('.at, .heading')]
      .map((control) => control.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0);
    // The seek bar is at the bottom of every player; of a low one, that is above the middle.
    const seekTop = renderRoot.querySelector('.at-seek-bar')?.getBoundingClientRect().top ?? bottom;
    const middle = Math.min(seekTop, (top + bottom) / 2);
    const tops = boxes.map((box) => box.top).filter((edge) => edge >= middle);
    // In a small player some are at the top, and a large button may be in the middle.
    const bottoms = boxes.map((box) => box.bottom).filter((edge) => edge <= middle);
    const notice = renderRoot.querySelector<HTMLElement>('.notice');
    for (const layer of [cues, notice]) {
      writeStyle(layer, '--_bar-height', `${bottom - Math.min(bottom, ...tops)}px`);
      writeStyle(layer, '--_top-height', `${Math.max(top, ...bottoms) - top}px`);
    }
    if (notice) makeWay(cues, notice);
  }
}

/**
 * Keeps captions and a notice apart: the notice stands below where captions are at its place, and captions wait until it is
 * over where the picture is too small for both.
 */
function makeWay(frame: HTMLElement, notice: HTMLElement): void {
  frame.classList.remove('waiting');
  notice.classList.remove('below');
  if (!overlaps(frame, notice)) return;
  notice.classList.add('below');
  if (!overlaps(frame, notice)) return;
  notice.classList.remove('below');
  frame.classList.add('waiting');
}

function overlaps(frame: HTMLElement, notice: HTMLElement): boolean {
  const text = notice.querySelector('span:not(:empty)')?.getBoundingClientRect();
  const cues = [...frame.querySelectorAll('.cue')].map((cue) => cue.getBoundingClientRect());
  return cues.some(
    ({ top, bottom, left, right }) =>
      text !== undefined && top < text.bottom && bottom > text.top && left < text.right && right > text.left,
  );
}

import { Watchdog } from './watchdog.ts';

/** A computer that wakes up, or changes its loudspeaker, needs a moment: a clock that stood for so long is asked again. */
const STEP_MS = 4_000;
/** Seconds: a jump that makes a decoder begin anew. Less than what counts as playing. */
const NUDGE_S = 0.1;
const MOVE_S = 0.25;
/** As `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const HAVE_FUTURE_DATA = 3;

/**
 * Watches a video that plays and has data, and whose clock stands all the same, as it may over media that are broken. It is
 * moved on a little first; calls back when that does not help either.
 */
export class FrozenWatch {
  readonly #media: HTMLVideoElement;
  readonly #watchdog: Watchdog;
  readonly #onFrozen: () => void;
  /** Seconds: where it was seen to move. */
  #clock = NaN;
  /** How often it was found standing. */
  #times = 0;

  constructor(media: HTMLVideoElement, onFrozen: () => void, signal: AbortSignal) {
    this.#media = media;
    this.#onFrozen = onFrozen;
    this.#watchdog = new Watchdog(STEP_MS, () => this.#look());
    media.addEventListener('timeupdate', () => this.#take(), { signal });
    for (const type of ['pause', 'ended', 'emptied'])
      media.addEventListener(type, () => this.#watchdog.stop(), { signal });
    signal.addEventListener('abort', () => this.#watchdog.stop(), { once: true });
  }

  #take(): void {
    const { currentTime, paused } = this.#media;
    if (!paused && !(Math.abs(currentTime - this.#clock) <= MOVE_S)) this.#begin();
  }

  #begin(): void {
    this.#clock = this.#media.currentTime;
    this.#times = 0;
    this.#watchdog.restart();
  }

  #look(): void {
    const media = this.#media;
    const { currentTime, paused, ended, playbackRate, readyState, ownerDocument } = media;
    if (paused || ended) return;
    const { remote }: Partial<HTMLVideoElement> = media;
    const isMoving = Math.abs(currentTime - this.#clock) > MOVE_S;
    // Browsers stop the clock of a picture that nobody sees, and tell nobody; on another screen it is that one's.
    const mayStand = playbackRate === 0 || ownerDocument.hidden || remote?.state === 'connected';
    // Without data it waits, which others watch.
    if (isMoving || mayStand || readyState < HAVE_FUTURE_DATA) return this.#begin();
    this.#times++;
    this.#watchdog.restart();
    if (this.#times === 2) media.currentTime = currentTime + NUDGE_S;
    if (this.#times % 3 === 0) this.#onFrozen();
  }
}

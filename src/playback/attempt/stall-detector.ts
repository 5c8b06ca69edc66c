import type { VhError } from '../../core/errors/vh-error.ts';
import { Watchdog } from '../requests/watchdog.ts';

/** Media that should play and have stood for so long are dead. */
const STALL_MS = 12_000;
/** A live stream only says so, and recovers by itself: its viewer need not look at a still picture for as long. */
const LIVE_STALL_MS = 4_000;
/** As `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const HAVE_FUTURE_DATA = 3;

/** Watches a video that has begun: calls back when it should play and its clock stands. */
export class StallDetector {
  /** The last failure since the video last played. */
  trouble: VhError | undefined;
  /** True for a live stream. */
  isLive = false;
  readonly #media: HTMLVideoElement;
  readonly #watchdog: Watchdog;
  #isWatching = false;
  /** The clock when the watch began. */
  #from = NaN;

  constructor(media: HTMLVideoElement, onDeath: () => void, signal: AbortSignal) {
    this.#media = media;
    this.#watchdog = new Watchdog(STALL_MS, () => {
      this.#isWatching = false;
      if (!this.#isStanding) return;
      onDeath();
      this.#begin();
    });
    for (const type of ['loadedmetadata', 'play', 'waiting', 'seeking']) {
      media.addEventListener(type, () => this.#begin(), { signal });
    }
    // Neither a nudge of the clock nor a fresh source of the same media is a sign of life.
    for (const type of ['pause', 'ended']) {
      media.addEventListener(type, () => this.#end(), { signal });
    }
    media.addEventListener('playing', () => (this.trouble = undefined), { signal });
    media.addEventListener('timeupdate', () => this.#look(), { signal });
    signal.addEventListener('abort', () => this.#end(), { once: true });
  }

  /** Media have arrived: the line is slow and not dead, unless they are media that cannot be decoded. */
  restart(): void {
    if (this.#isWatching && this.trouble?.code !== 'media-decode')
      this.#watchdog.restart(this.isLive ? LIVE_STALL_MS : STALL_MS);
  }

  get #isStanding(): boolean {
    const { paused, ended, readyState } = this.#media;
    return !paused && !ended && readyState < HAVE_FUTURE_DATA;
  }

  #begin(): void {
    if (this.#isWatching || !this.#isStanding) return;
    this.#isWatching = true;
    this.#from = this.#media.currentTime;
    this.#watchdog.restart(this.isLive ? LIVE_STALL_MS : STALL_MS);
  }

  /** A nudge moves the clock by a tenth of a second and is no play. */
  #look(): void {
    if (Math.abs(this.#media.currentTime - this.#from) > 0.25 && !this.#isStanding) this.#end();
  }

  #end(): void {
    this.#isWatching = false;
    this.#watchdog.stop();
  }
}

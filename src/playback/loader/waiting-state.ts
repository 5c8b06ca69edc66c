import type { Store } from '../../core/store.ts';
import type { PlaybackSource } from '../source/playback-source.ts';
import { Watchdog } from '../requests/watchdog.ts';
import type { RequestAnswer } from '../requests/probe.ts';
import type { PlaybackState } from '../stream/playback-state.ts';

/** A viewer who has waited for so long wants to know why. */
const LONG_MS = 5_000;
/** As `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const HAVE_FUTURE_DATA = 3;
/** After each of them a video may wait, or may have come to its end. */
const EVENTS = [
  ...['loadstart', 'loadedmetadata', 'play', 'waiting', 'seeking'],
  ...['playing', 'timeupdate', 'pause', 'ended', 'emptied'],
];

/** The video that is waited for. */
export interface AwaitedMedia {
  media: HTMLVideoElement;
  store: Store<PlaybackState>;
}

/** The state of media that are waited for: they stay away, or the line to them does. */
export class WaitingState {
  readonly #awaited: AwaitedMedia;
  readonly #source: () => PlaybackSource;
  readonly #watchdog = new Watchdog(LONG_MS, () => this.#tell(true));
  #answer: RequestAnswer = 'good';
  #isWaiting = false;
  #isLong = false;

  constructor(awaited: AwaitedMedia, source: () => PlaybackSource, signal: AbortSignal) {
    this.#awaited = awaited;
    this.#source = source;
    for (const type of EVENTS) awaited.media.addEventListener(type, () => this.#look(), { signal });
    signal.addEventListener('abort', () => this.#watchdog.stop(), { once: true });
    this.#look();
  }

  begin(): void {
    const isUnanswered = this.#answer === 'none';
    this.#awaited.store.set({ status: 'processing', source: this.#source(), isUnanswered });
  }

  readonly note = (answer: RequestAnswer): void => {
    if (answer === this.#answer) return;
    this.#answer = answer;
    if (this.#awaited.store.state.status === 'processing') this.begin();
    else this.#say();
  };

  #look(): void {
    const { paused, ended, readyState } = this.#awaited.media;
    const isWaiting = !paused && !ended && readyState < HAVE_FUTURE_DATA;
    if (isWaiting === this.#isWaiting) return;
    this.#isWaiting = isWaiting;
    if (isWaiting) return this.#watchdog.restart();
    this.#watchdog.stop();
    this.#tell(false);
  }

  #tell(isLong: boolean): void {
    this.#isLong = isLong;
    this.#say();
  }

  /** A line that is only slow has nothing to say. */
  #say(): void {
    const { store } = this.#awaited;
    const { state } = store;
    if (state.status !== 'loading' && state.status !== 'ready') return;
    const delay = this.#isLong && this.#answer !== 'good' ? this.#answer : undefined;
    if (delay !== state.delay) store.set({ ...state, delay });
  }
}

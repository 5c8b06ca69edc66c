import type { PlaybackSource } from '../source/playback-source.ts';
import { Watchdog } from '../requests/watchdog.ts';
import type { RequestAnswer } from '../requests/probe.ts';
import type { AttemptEvent } from '../stream/playback-state.ts';

/** A viewer who has waited for so long wants to know why. */
const LONG_MS = 5_000;
/** As `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const HAVE_FUTURE_DATA = 3;
/** After each of them a video may wait, or may have come to its end. */
const EVENTS = [
  ...['loadstart', 'loadedmetadata', 'play', 'waiting', 'seeking'],
  ...['playing', 'timeupdate', 'pause', 'ended', 'emptied'],
];

/** The media of an attempt. */
export interface PhaseOptions {
  media: HTMLVideoElement;
  source: () => PlaybackSource;
  report: (event: AttemptEvent) => void;
}

/** How far an attempt is, and reports of it: its media load, are ready, or are waited for, as they or the line to them stay away. */
export class AttemptPhase {
  readonly #options: PhaseOptions;
  #phase: 'loading' | 'ready' | 'stopped' | 'waiting' = 'loading';
  readonly #watchdog = new Watchdog(LONG_MS, () => this.#tell(true));
  #answer: RequestAnswer = 'good';
  #isWaiting = false;
  #isLong = false;
  /** The reason that was reported last. */
  #delay: 'none' | 'busy' | undefined;

  constructor(options: PhaseOptions, signal: AbortSignal) {
    this.#options = options;
    for (const type of EVENTS) options.media.addEventListener(type, () => this.#look(), { signal });
    signal.addEventListener('abort', () => this.#watchdog.stop(), { once: true });
    this.#look();
  }

  get isLoading(): boolean {
    return this.#phase === 'loading';
  }

  get isReady(): boolean {
    return this.#phase === 'ready';
  }

  /** True while the media are away, or those of a live stream stand still. */
  get isWaiting(): boolean {
    return this.#phase === 'waiting' || this.#phase === 'stopped';
  }

  /** An address of the source loads. */
  load(loaded: Omit<Extract<AttemptEvent, { type: 'loading' }>, 'type'>): void {
    this.#phase = 'loading';
    this.#delay = undefined;
    this.#options.report({ type: 'loading', ...loaded });
  }

  /** The metadata are there. */
  becomeReady(): void {
    if (!this.isLoading) return;
    this.#phase = 'ready';
    this.#options.report({ type: 'ready' });
  }

  /** The media are away; or, with `stopped`, those of a live stream stand still, and go on as soon as there is more. */
  wait(phase: 'stopped' | 'waiting' = 'waiting'): void {
    this.#phase = phase;
    const { report, source } = this.#options;
    report({ type: phase, source: source(), isUnanswered: this.#answer === 'none' });
  }

  /** The video plays, or has ended: a broadcast that ends while it is interrupted does not come back. */
  play(): void {
    if (this.#phase === 'stopped') this.#phase = 'ready';
    this.#options.report({ type: 'playing' });
  }

  /** Takes note of how a request ended. */
  readonly note = (answer: RequestAnswer): void => {
    if (answer === this.#answer) return;
    this.#answer = answer;
    if (this.#phase === 'waiting' || this.#phase === 'stopped') this.wait(this.#phase);
    else this.#say();
  };

  #look(): void {
    const { paused, ended, readyState } = this.#options.media;
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
    const delay = this.#isLong && this.#answer !== 'good' ? this.#answer : undefined;
    if (this.isWaiting || delay === this.#delay) return;
    this.#delay = delay;
    this.#options.report({ type: 'delayed', delay });
  }
}

import { VhError } from '../../../../core/errors/vh-error.ts';
import type { PlaybackEngine } from '../../../../playback/index.ts';

/** Milliseconds after a press in which the page may bring the source. */
const GRACE_MS = 500;

/**
 * A player that is to play, and has been given nothing to play. A native media element waits in silence; here the viewer and
 * the author learn of it, and it plays as soon as there is a source.
 */
export class NothingToPlay {
  readonly #media: HTMLVideoElement;
  readonly #engine: PlaybackEngine;
  readonly #update: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #error: VhError | undefined;

  constructor(media: HTMLVideoElement, engine: PlaybackEngine, update: () => void) {
    this.#media = media;
    this.#engine = engine;
    this.#update = update;
  }

  /** The fault, once a press has waited long enough. */
  get error(): VhError | undefined {
    return this.#isMissing ? this.#error : undefined;
  }

  /** Looks whether a press waits for a source. */
  follow(): void {
    if (!this.#isMissing) this.release();
    else this.#timer ??= setTimeout(() => this.#report(), GRACE_MS);
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#error = undefined;
  }

  get #isMissing(): boolean {
    return this.#engine.isEmpty && !this.#media.paused;
  }

  #report(): void {
    if (!this.#isMissing) return;
    const message =
      '<vh-player> has nothing to play. Set src, video-id, live-stream-id, playlist or playback, or put a <source> inside.';
    const error = (this.#error = new VhError('not-found', message));
    import('../../../../core/setup/report-setup.ts').then(
      ({ reportSetup }) => reportSetup('invalid-use', error.message),
      () => {},
    );
    this.#update();
  }
}

import { chosenLevels, type ChosenLevels } from './chosen-levels.ts';

/** The members of a media element that give way to a voice. */
export type LeveledMedia = Pick<HTMLMediaElement, 'addEventListener' | 'volume' | 'muted' | 'playbackRate'>;

/** A part of the volume: the video's sound under a voice. */
const UNDER_A_VOICE = 0.3;
/** Within one wait: a script that insists on its own speed must not alternate with it forever. */
const MAX_CORRECTIONS = 2;

/**
 * Makes media quieter under a voice, and lets them wait for it, and gives back what the viewer has chosen. They wait at
 * the speed 0 and are not paused: to the page, to its controls and to a session, they play. No event reports it.
 */
export class MediaLevels {
  readonly #media: LeveledMedia;
  readonly #chosen: ChosenLevels = {};
  /** The levels that the last event reported, or will report. */
  #volume: number;
  #isMuted: boolean;
  #speed: number;
  #corrections = 0;

  /** Gives everything back when the signal aborts. */
  constructor(media: LeveledMedia, signal: AbortSignal) {
    this.#media = media;
    this.#volume = media.volume;
    this.#isMuted = media.muted;
    this.#speed = media.playbackRate;
    chosenLevels.set(media, this.#chosen);
    // Registered before all others: they then see changes from elsewhere only.
    const options = { capture: true, signal };
    media.addEventListener('volumechange', (event) => this.#onVolume(event), options);
    media.addEventListener('ratechange', (event) => this.#onSpeed(event), options);
    signal.addEventListener(
      'abort',
      () => {
        this.raise();
        this.goOn();
        chosenLevels.delete(media);
      },
      { once: true },
    );
  }

  /** Makes the media quieter. */
  lower(): void {
    if (this.#chosen.volume !== undefined) return;
    const { volume } = this.#media;
    this.#setVolume(volume * UNDER_A_VOICE);
    // Where the system alone has the volume, nothing changes.
    if (this.#media.volume !== volume) this.#chosen.volume = volume;
  }

  /** Makes them as loud as they were. */
  raise(): void {
    const { volume } = this.#chosen;
    if (volume === undefined) return;
    this.#chosen.volume = undefined;
    this.#setVolume(volume);
  }

  /** Lets the picture stand. */
  wait(): void {
    if (this.#chosen.speed !== undefined) return;
    this.#chosen.speed = this.#media.playbackRate;
    this.#corrections = 0;
    this.#setSpeed(0);
  }

  /** Resumes playback at the viewer's speed. */
  goOn(): void {
    const { speed } = this.#chosen;
    if (speed === undefined) return;
    this.#chosen.speed = undefined;
    this.#setSpeed(speed);
  }

  #setVolume(volume: number): void {
    this.#media.volume = volume;
    this.#volume = this.#media.volume;
  }

  #setSpeed(speed: number): void {
    this.#media.playbackRate = speed;
    this.#speed = this.#media.playbackRate;
  }

  #onVolume(event: Event): void {
    const { volume, muted } = this.#media;
    if (volume === this.#volume && muted === this.#isMuted) return event.stopImmediatePropagation();
    const isLouder = volume !== this.#volume;
    this.#volume = volume;
    this.#isMuted = muted;
    // Another volume was chosen; it applies while no voice speaks.
    if (!isLouder || this.#chosen.volume === undefined) return;
    this.#chosen.volume = volume;
    this.#setVolume(volume * UNDER_A_VOICE);
  }

  #onSpeed(event: Event): void {
    const { playbackRate } = this.#media;
    if (playbackRate === this.#speed) return event.stopImmediatePropagation();
    this.#speed = playbackRate;
    if (this.#chosen.speed === undefined) return;
    if (++this.#corrections > MAX_CORRECTIONS) return void (this.#chosen.speed = undefined);
    this.#chosen.speed = playbackRate;
    this.#setSpeed(0);
  }
}

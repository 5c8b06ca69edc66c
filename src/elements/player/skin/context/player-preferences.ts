import { type ViewerChoices, ViewerPreferences } from '../../../../playback/index.ts';
import type { PlayerApi } from '../../api/player-api.ts';

/**
 * Applies the viewer's earlier choices, and keeps new ones, unless the page says `without-memory`.
 *
 * @attr {boolean} without-memory - Does not remember the viewer's choices for later visits.
 */
export class PlayerPreferences {
  readonly #host: PlayerApi;
  readonly #memory: ViewerPreferences;
  #autoplayNext = true;
  #audioDescription = false;
  #fit: 'whole' | 'fill' = 'whole';

  constructor(host: PlayerApi, memory = new ViewerPreferences()) {
    this.#host = host;
    this.#memory = memory;
  }

  /** False for a viewer who wants to begin each entry of a playlist. */
  get autoplayNext(): boolean {
    return this.#autoplayNext;
  }

  /** How the picture stands in a player of another shape. */
  get fit(): 'whole' | 'fill' {
    return this.#fit;
  }

  /** True for a viewer who wants to hear the picture described. */
  get audioDescription(): boolean {
    return this.#audioDescription;
  }

  /** The page's own settings are stronger: a player that begins `muted` stays so. */
  apply(): void {
    if (this.#isOff) return;
    const { volume, muted, speed, quality, autoplayNext, audioDescription, fit } = this.#memory.read();
    const { media } = this.#host;
    if (muted) media.muted = true;
    if (volume !== undefined) this.#setVolume(volume);
    if (speed !== undefined && media.defaultPlaybackRate === 1) this.#setSpeed(speed);
    if (quality !== undefined && this.#host.quality === 'auto') this.#host.quality = quality;
    this.#setFit(fit ?? 'whole');
    this.#autoplayNext = autoplayNext ?? true;
    this.#audioDescription = audioDescription ?? false;
  }

  /** Keeps a choice that was made on a control. */
  keep(choices: ViewerChoices): void {
    const { autoplayNext, audioDescription, fit } = choices;
    if (fit !== undefined) this.#setFit(fit);
    if (autoplayNext !== undefined) this.#autoplayNext = autoplayNext;
    if (audioDescription !== undefined) this.#audioDescription = audioDescription;
    if (!this.#isOff) this.#memory.write(choices);
  }

  #setFit(fit: 'whole' | 'fill'): void {
    this.#fit = fit;
    this.#host.media.classList.toggle('filled', fit === 'fill');
  }

  /** Once more when it plays: WebKitGTK forgets it where the media are still loading. */
  #setSpeed(speed: number): void {
    const { media } = this.#host;
    // The default outlives the next source.
    media.defaultPlaybackRate = speed;
    media.playbackRate = speed;
    const plays = new AbortController();
    const set = () => {
      if (media.paused || media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return;
      plays.abort();
      // The viewer's latest choice is the default by now; a live stream has its own speed.
      if (media.defaultPlaybackRate === speed && Number.isFinite(media.duration)) media.playbackRate = speed;
    };
    for (const type of ['playing', 'timeupdate']) media.addEventListener(type, set, { signal: plays.signal });
  }

  /** As soon as there is sound: a page that begins without it has not asked for any. */
  #setVolume(volume: number): void {
    const { media } = this.#host;
    const set = () => {
      if (media.muted) return;
      media.removeEventListener('volumechange', set);
      if (media.volume === 1) media.volume = volume;
    };
    media.addEventListener('volumechange', set);
    set();
  }

  get #isOff(): boolean {
    return this.#host.hasAttribute('without-memory');
  }
}

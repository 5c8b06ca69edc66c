import { html, nothing, svg, type TemplateResult } from 'lit';
import { draw } from '../../styling/icon.ts';
import { renewStyles } from '../../styling/renew-styles.ts';
import type { PlayerApi } from '../api/player-api.ts';
import { audioStyles } from './styles/audio-styles.ts';

/** The page's settings before anything is loaded. `facade-styles.ts` makes these players low. */
const SAYS_AUDIO = '[audio], [src$=".mp3"], [src$=".m4a"]';
/** CSS pixels: a lower player has room for its controls and no more. */
const LOW_PX = 200;

const soundIcon = draw(
  svg`<path d="M9 17.5V5.8l10-2v11.7M9 9.6l10-2" /><circle cx="6.5" cy="17.5" r="2.5" /><circle cx="16.5" cy="15.5" r="2.5" />`,
);

/**
 * The look of media without a picture: controls that stay, none that acts on a picture, and a calm ground where
 * there is no poster.
 *
 * @attr {boolean} audio - For media without a picture: the player is only as high as its controls, unless it has a `poster`.
 * @cssstate audio - The media have no picture.
 * @cssstate low - The media have no picture, and there is room for the controls only.
 */
export class AudioMode {
  readonly #host: PlayerApi;
  readonly #update: () => void;
  #isOn: boolean;
  #hasStyles = false;

  constructor(host: PlayerApi, update: () => void) {
    this.#host = host;
    this.#update = update;
    this.#isOn = this.#isSaid;
  }

  /** True for media without a picture. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** The `:state()`s that match. */
  get states(): { audio: boolean; low: boolean } {
    return { audio: this.#isOn, low: this.#isOn && this.#host.clientHeight < LOW_PX };
  }

  /** Follows the media until the signal aborts. */
  follow(signal: AbortSignal): void {
    const { media } = this.#host;
    for (const type of ['loadeddata', 'resize']) media.addEventListener(type, () => this.#look(), { signal });
    const observer = new ResizeObserver(() => this.#isOn && this.#update());
    observer.observe(this.#host);
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
    if (this.#isOn) this.#addStyles();
    this.#look();
  }

  /** The content in place of the picture. */
  render(): TemplateResult | typeof nothing {
    return this.#isOn && !this.#host.media.poster ? html`<div class="sound">${soundIcon}</div>` : nothing;
  }

  get #isSaid(): boolean {
    return this.#host.matches(SAYS_AUDIO);
  }

  /** Only a frame is certain: before one is there, some browsers know of no size. */
  #look(): void {
    const { videoWidth, readyState } = this.#host.media;
    if (videoWidth === 0 && readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const isOn = videoWidth === 0 || this.#isSaid;
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    if (isOn) this.#addStyles();
    this.#update();
  }

  #addStyles(): void {
    if (this.#hasStyles) return;
    this.#hasStyles = true;
    renewStyles(this.#host, audioStyles);
  }
}

import { html, nothing, render, type ReactiveController, type TemplateResult } from 'lit';
import { player as english } from '../../../../locales/en/player.ts';
import { type PlaybackEngine, savesData } from '../../../../playback/index.ts';
import { pauseIcon, playIcon } from '../../../styling/icons.ts';
import { renewStyles } from '../../../styling/renew-styles.ts';
import { WordsController } from '../../../words/words-controller.ts';
import type { PlayerApi } from '../../api/player-api.ts';
import { backgroundStyles } from './background-styles.ts';

/** After these the button says something else, or the page has chosen. */
const EVENTS = ['play', 'playing', 'pause', 'error', 'emptied', 'loadeddata', 'volumechange'];

/**
 * A film behind the words of a page. It moves while it is visible, unless the visitor prefers less motion or saves
 * data: then its poster stays. A small button stops it and starts it again.
 *
 * @csspart background-button - Stops a background film, and starts it again.
 */
export class BackgroundFilm implements ReactiveController {
  readonly #host: PlayerApi;
  readonly #engine: Pick<PlaybackEngine, 'preferences'>;
  readonly #words: WordsController<'player'>;
  readonly #frame = document.createElement('div');
  readonly #lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
  /** Set while the player is a background, and in a document. */
  #abort: AbortController | undefined;
  /** The choice of a person, or of the page; until then the visitor's settings decide. */
  #choice: 'move' | 'stand' | undefined;
  #isInView = false;
  /** `resting` from our own `pause()` to its event. */
  #status: 'fine' | 'resting' | 'failed' = 'fine';

  constructor(host: PlayerApi, engine: Pick<PlaybackEngine, 'preferences'>) {
    this.#host = host;
    this.#engine = engine;
    this.#words = new WordsController(host, 'player', english);
    this.#frame.className = 'background';
    renewStyles(host, backgroundStyles);
    host.addController(this);
    host.requestUpdate();
  }

  hostUpdated(): void {
    if (!this.#host.isConnected || !this.#engine.preferences.isBackground) return this.#end();
    if (!this.#abort) this.#begin();
    render(this.#render(), this.#frame);
  }

  hostDisconnected(): void {
    this.#end();
  }

  #begin(): void {
    const { media, ownerDocument } = this.#host;
    const { signal } = (this.#abort = new AbortController());
    // The browser would begin as soon as there is something to play.
    media.autoplay = false;
    // Beside the video, which no template moves or takes away.
    media.after(this.#frame);
    const observer = new IntersectionObserver((entries) => {
      this.#isInView = entries.at(-1)?.isIntersecting ?? false;
      this.#follow();
    });
    observer.observe(this.#host);
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
    for (const type of EVENTS) media.addEventListener(type, () => this.#onEvent(type), { signal });
    this.#host.addEventListener('error', () => this.#onFailure(), { signal });
    ownerDocument.addEventListener('visibilitychange', () => this.#follow(), { signal });
    this.#lessMotion.addEventListener('change', () => this.#follow(), { signal });
  }

  #end(): void {
    if (!this.#abort) return;
    this.#abort.abort();
    this.#abort = undefined;
    this.#isInView = false;
    this.#frame.remove();
    this.#host.media.autoplay = this.#host.hasAttribute('autoplay');
  }

  #render(): TemplateResult | typeof nothing {
    const { words } = this.#words;
    const { media } = this.#host;
    if (this.#status === 'failed' || this.#host.hasAttribute('without-play')) return nothing;
    const isMoving = this.#isWanted && !(this.#isSeen && media.paused);
    const label = isMoving ? words.pause : words.play;
    return html`<button
      class="still ${isMoving ? 'moving' : ''}"
      part="button background-button"
      aria-label=${label}
      title=${label}
      @click=${() => this.#choose(isMoving ? 'stand' : 'move')}
    >
      ${isMoving ? pauseIcon() : playIcon()}
    </button>`;
  }

  get #isWanted(): boolean {
    return this.#choice ? this.#choice === 'move' : !this.#lessMotion.matches && !savesData();
  }

  get #isSeen(): boolean {
    return this.#isInView && this.#host.ownerDocument.visibilityState === 'visible';
  }

  #choose(choice: 'move' | 'stand'): void {
    this.#choice = choice;
    this.#follow();
  }

  /** Plays, or rests, as it should now. */
  #follow(): void {
    const { media } = this.#host;
    const moves = this.#isWanted && this.#isSeen && this.#status !== 'failed';
    // A browser that saves power refuses: then the button says so.
    if (moves && media.paused) this.#host.play().catch(() => {});
    if (!moves && !media.paused) {
      this.#status = 'resting';
      this.#host.pause();
    }
    this.#host.requestUpdate();
  }

  #onEvent(type: string): void {
    if (type === 'pause') this.#onPause();
    if (type === 'play' && this.#choice === 'stand') this.#choice = 'move';
    if (type === 'loadeddata') this.#status = 'fine';
    // Another film has come.
    if (type === 'emptied') return this.#follow();
    this.#host.requestUpdate();
  }

  /** A pause from elsewhere is the page's choice, unless it belongs to a change of films or the film is not visible. */
  #onPause(): void {
    const isOwn = this.#status === 'resting';
    if (!isOwn && this.#isSeen && this.#host.media.readyState > 0) this.#choice = 'stand';
    if (isOwn) this.#status = 'fine';
  }

  #onFailure(): void {
    this.#status = 'failed';
    this.#host.requestUpdate();
  }
}

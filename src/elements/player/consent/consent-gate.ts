import type { PlayerApi } from '../api/player-api.ts';
import { html, nothing, render, type ReactiveController, type TemplateResult } from 'lit';
import { consent as english } from '../../../locales/en/consent.ts';
import { ConsentMemory } from '../../../playback/index.ts';
import { VhConsentEvent } from '../../events/vh-consent-event.ts';
import { renewStyles } from '../../styling/renew-styles.ts';
import { WordsController } from '../../words/words-controller.ts';
import { consentStyles } from './consent-styles.ts';

const memory = new ConsentMemory();
/** The gates of players that are in the page. */
const present = new Set<ConsentGate>();

/**
 * Asks the visitor before a player loads anything of its video: only the page's own poster shows.
 *
 * @slot consent - Replaces the text with which `load="consent"` asks the visitor.
 * @fires {VhConsentEvent} vh-consent - With `load="consent"`: the visitor agreed. The page may cancel it.
 * @csspart consent - The question of `load="consent"`.
 * @csspart consent-button - The button that loads the video.
 */
export class ConsentGate implements ReactiveController {
  readonly #host: PlayerApi;
  readonly #start: () => void;
  readonly #allow: () => void;
  readonly #words: WordsController<'consent'>;
  #isAgreed = false;

  /** `start` plays, once the visitor has agreed here; `allow` lets the player load where nothing is left to be said. */
  constructor(host: PlayerApi, start: () => void, allow: () => void) {
    this.#host = host;
    this.#start = start;
    this.#allow = allow;
    this.#words = new WordsController(host, 'consent', english);
    renewStyles(host, consentStyles);
    // The page's own: that of the playback is not asked for.
    const poster = host.getAttribute('poster');
    if (poster) host.media.poster = poster;
    host.addController(this);
  }

  hostConnected(): void {
    present.add(this);
    if (this.#isAgreed || memory.isGiven) this.#allow();
  }

  hostDisconnected(): void {
    present.delete(this);
  }

  /** Draws the question. */
  draw(): void {
    this.#show(this.#render());
  }

  /** Takes it away: the visitor has agreed. */
  erase(): void {
    this.#show(nothing);
  }

  #show(view: TemplateResult | typeof nothing): void {
    const { renderRoot, drawBefore: renderBefore } = this.#host;
    render(view, renderRoot, { renderBefore });
  }

  #render(): TemplateResult {
    const { words } = this.#words;
    const { heading } = this.#host;
    return html`<form class="consent" part="consent" @submit=${this.#agree}>
      ${heading ? html`<strong><bdi>${heading}</bdi></strong>` : nothing}
      <slot name="consent"><p>${words.notice}</p></slot>
      <button part="consent-button">${words.load}</button>
      <label><input type="checkbox" name="remember" /> ${words.remember}</label>
    </form>`;
  }

  readonly #agree = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const remember = form instanceof HTMLFormElement && new FormData(form).has('remember');
    if (!this.#host.dispatchEvent(new VhConsentEvent(remember))) return;
    this.#isAgreed = true;
    this.#allow();
    this.#start();
    if (!remember) return;
    memory.give();
    for (const gate of present) gate.#host.consent();
  };
}

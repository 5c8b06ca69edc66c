import { html, nothing, svg, type ReactiveController, type TemplateResult } from 'lit';
import { formatCount } from '../../../../locales/format/number-format.ts';
import { pluralize } from '../../../../locales/format/plural.ts';
import { closeIcon, playIcon } from '../../../styling/icons.ts';
import { renewStyles } from '../../../styling/renew-styles.ts';
import { formatDuration } from '../../format/format-time.ts';
import type { PlaylistProgress, Upcoming } from '../../playlist/playlist-of.ts';
import type { SkinContext } from '../context/control.ts';
import { nameOfEntry } from '../menu/pages/playlist-page.ts';
import { Countdown } from './countdown.ts';
import { upNextStyles } from './up-next-styles.ts';

/** Seconds for which a viewer can call the next video off. */
const SECONDS = 10;

/**
 * The next entry of a playlist: its title and picture, and a countdown that a viewer can cancel.
 *
 * @attr {boolean} without-autoplay-next - Waits for the viewer after each entry of a playlist.
 * @csspart up-next - The next entry of a playlist, shown at the end of an entry.
 */
export class UpNext implements ReactiveController {
  readonly #skin: SkinContext;
  readonly #playlist: PlaylistProgress;
  /** The entry whose end it stands at, and whether the next one autoplays. */
  #situation = '';
  #countdown: Countdown | undefined;
  /** The announcement for screen readers: once, not each second. */
  #said = '';
  #abort: AbortController | undefined;

  constructor(skin: SkinContext, playlist: PlaylistProgress) {
    this.#skin = skin;
    this.#playlist = playlist;
    renewStyles(skin.host, upNextStyles);
    skin.host.addController(this);
    skin.update();
  }

  hostConnected(): void {
    this.#abort?.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    document.addEventListener('visibilitychange', () => this.#follow(), { signal });
    for (const type of ['online', 'offline']) window.addEventListener(type, () => this.#follow(), { signal });
  }

  hostDisconnected(): void {
    this.#abort?.abort();
    this.#leave();
  }

  hostUpdate(): void {
    this.#follow();
  }

  hostUpdated(): void {
    const left = this.#countdown?.left ?? 0;
    const ring = this.#skin.host.renderRoot.querySelector<SVGElement>('.ring');
    ring?.style.setProperty('--_left', String(left / SECONDS));
  }

  /** Whether there is anything to offer now. */
  get isOffered(): boolean {
    return this.#offered !== undefined;
  }

  /** The live region for screen readers. It exists before it has a text. */
  renderStatus(): TemplateResult {
    return html`<div class="hidden" role="status">${this.#said}</div>`;
  }

  /** The picture, the title and the buttons. */
  render(): TemplateResult | typeof nothing {
    const offered = this.#offered;
    if (!offered) return nothing;
    const { words } = this.#skin;
    const { title, poster, duration = NaN } = offered;
    const time = formatDuration(duration);
    return html`<div class="up-next" part="up-next" role="group" aria-label=${words.upNext}>
      ${poster ? html`<img alt="" src=${poster} @error=${hide} />` : nothing}
      <div class="about">
        ${this.#renderSkipped()}
        <p class="kicker">${words.upNext}${time ? html` · <span class="length">${time}</span>` : nothing}</p>
        ${title ? html`<p class="entry"><bdi>${title}</bdi></p>` : nothing} ${this.#renderButtons()}
      </div>
    </div>`;
  }

  /** The shorter view below a failure. */
  renderBelow(): TemplateResult | typeof nothing {
    const offered = this.#offered;
    if (!offered) return nothing;
    const { title } = offered;
    return html`${this.#renderSkipped()}
      <p class="kicker">${this.#skin.words.upNext}${title ? html` · <bdi>${title}</bdi>` : nothing}</p>
      ${this.#renderButtons()}`;
  }

  #renderButtons(): TemplateResult {
    const { words, locale } = this.#skin;
    const countdown = this.#countdown;
    return html`<div
      class="acts"
      @pointerenter=${this.#enter}
      @pointerleave=${this.#leaveByPointer}
      @focusin=${this.#focus}
      @focusout=${this.#blur}
    >
      <button class="action play-now" @click=${this.#playNow}>
        ${countdown ? renderRing(formatCount(countdown.left, locale)) : playIcon()}
        <span class="label">${words.playNow}</span>
      </button>
      ${
        countdown
          ? html`<button class="action cancel" @click=${this.#cancel}>
              ${closeIcon()}<span class="label">${words.cancel}</span>
            </button>`
          : nothing
      }
    </div>`;
  }

  #renderSkipped(): TemplateResult | typeof nothing {
    const skipped = this.#skipped;
    return skipped ? html`<p class="skipped">${skipped}</p>` : nothing;
  }

  /** The entries between that cannot be played, in words; empty for none. */
  get #skipped(): string {
    const { words, locale } = this.#skin;
    const titles = (this.#offered?.skipped ?? []).map(
      (entry) => `\u2068${nameOfEntry(entry, words, locale)}\u2069`,
    );
    return titles.length > 0 ? words.skipped.replace('{title}', () => titles.join(', ')) : '';
  }

  get #offered(): Upcoming | undefined {
    return this.#playlist.isOver ? this.#playlist.upcoming : undefined;
  }

  #follow(): void {
    const { host, choices, openSettings } = this.#skin;
    const begins = this.#playlist.mayGoOn && choices.autoplayNext;
    const situation = this.isOffered && host.isConnected ? `${this.#playlist.index} ${String(begins)}` : '';
    if (situation !== this.#situation) {
      this.#leave();
      this.#situation = situation;
      if (situation) this.#begin(begins);
    }
    this.#countdown?.hold('hidden', document.visibilityState === 'hidden');
    // Without a network the next entry fails as well.
    this.#countdown?.hold('offline', !navigator.onLine);
    // Where a viewer may be about to turn it off.
    this.#countdown?.hold('settings', openSettings !== undefined);
  }

  #begin(begins: boolean): void {
    const { words, locale, update } = this.#skin;
    const title = this.#offered?.title;
    if (begins) {
      const done = () => this.#playlist.goOn();
      this.#countdown = new Countdown({ seconds: SECONDS, changed: update, done });
    }
    const time = pluralize(words.seconds, SECONDS, locale);
    const nextIn = begins ? words.nextIn.replace('{seconds}', time) : undefined;
    this.#said = [this.#skipped, words.upNext, title, nextIn].filter(Boolean).join('. ');
  }

  #leave(): void {
    this.#countdown?.stop();
    this.#countdown = undefined;
    this.#situation = this.#said = '';
  }

  readonly #playNow = (): void => {
    this.#playlist.goOn();
    // Its button is about to go, and the focus with it.
    void this.#skin.host.updateComplete.then(() => this.#skin.focusControls());
  };

  readonly #cancel = (event: Event): void => {
    this.#countdown?.stop();
    this.#countdown = undefined;
    this.#said = '';
    // The one beside it stays.
    const { currentTarget } = event;
    if (currentTarget instanceof HTMLElement)
      currentTarget.parentElement?.querySelector<HTMLElement>('.play-now')?.focus();
    this.#skin.update();
  };

  readonly #enter = ({ pointerType }: PointerEvent): void => {
    // A finger rests on nothing.
    if (pointerType !== 'touch') this.#countdown?.hold('pointer', true);
  };

  readonly #leaveByPointer = (): void => this.#countdown?.hold('pointer', false);

  readonly #focus = (): void => this.#countdown?.hold('focus', true);

  readonly #blur = (): void => this.#countdown?.hold('focus', false);
}

/** The seconds that are left, in a ring that empties. */
function renderRing(seconds: string): TemplateResult {
  return html`<span class="count" aria-hidden="true">
    ${svg`<svg class="ring" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" pathLength="1" /></svg>`}
    <span>${seconds}</span>
  </span>`;
}

function hide({ currentTarget }: Event): void {
  if (currentTarget instanceof HTMLElement) currentTarget.hidden = true;
}

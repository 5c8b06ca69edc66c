import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { CaptionTracks, CaptionsState } from '../../captions/caption-tracks.ts';
import { shareCaptionTracks } from '../../captions/share-caption-tracks.ts';
import { captions } from '../../locales/en/captions.ts';
import { captionsIcon, checkIcon } from '../icons.ts';
import { internalsOf } from '../internals-of.ts';
import { surfaceTokens } from '../surface-tokens.ts';
import { tokens } from '../tokens.ts';
import { WordsController } from '../words-controller.ts';
import { styles } from './captions-picker.styles.ts';
import { MenuKeys } from '../menu-keys.ts';
import { TracksFinder, type FoundTracks } from './tracks-finder.ts';

/**
 * Chooses the captions of a player: one button, and a menu of the languages that there are.
 *
 * It belongs to the player that `for` names, else to the one around it, else to the nearest. The choice is remembered
 * and holds for the next video, too.
 *
 * @summary Chooses a player's captions.
 * @tag vh-captions-picker
 * @fires {Event} input - The viewer chose: `value` is the new language, or empty for none.
 * @fires {Event} change - After `input`, as with a `<select>`.
 * @csspart button - The button that opens the menu.
 * @csspart label - The present choice, on the button.
 * @csspart menu - The menu: a sheet at the bottom on small screens.
 * @csspart item - One choice in the menu.
 * @cssstate open - Its menu is open.
 */
export class VhCaptionsPicker extends LitElement {
  static override styles = [tokens, surfaceTokens, styles];

  static override properties: PropertyDeclarations = {
    htmlFor: { attribute: 'for' },
    // Its own accessor; named here so that what a page set before the upgrade is not lost.
    value: { noAccessor: true, attribute: false },
  };

  /** The id of the player or `<video>` that it belongs to. Without it: the player around it, or the nearest. */
  declare htmlFor: string;

  readonly #words = new WordsController(this, 'captions', captions);
  readonly #internals = internalsOf(this);
  readonly #keys = new MenuKeys();
  readonly #finder = new TracksFinder(this, (found) => this.#follow(found));
  #tracks: CaptionTracks | undefined;
  #following = new AbortController();
  #wanted: string | undefined;
  #place: 'page' | 'player' = 'page';

  constructor() {
    super();
    this.htmlFor = '';
  }

  /** The language that is shown, or the empty word. Setting it chooses, now or as soon as the language is there. */
  get value(): string {
    const state = this.#state;
    return state.status === 'some' ? state.active : '';
  }

  set value(language: string | null) {
    this.#wanted = language ?? '';
    this.#tracks?.select(this.#wanted);
  }

  adoptedCallback(): void {
    void import('../renew-styles.ts').then(({ renewStyles }) => renewStyles(this));
  }

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('htmlFor')) this.#finder.find();
  }

  override render(): TemplateResult {
    const state = this.#state;
    const { words } = this.#words;
    const active = state.status === 'some' ? state.tracks.find((track) => track.active) : undefined;
    const off = state.status === 'some' ? words.off : words.none;
    const label = active ? active.label || words.captions : off;
    return html`
      <button
        part="button"
        class=${`button ${this.#place} ${active ? 'on' : ''}`}
        popovertarget="menu"
        aria-haspopup="menu"
        aria-expanded=${this.#isOpen}
        aria-label=${state.status === 'some' ? words.current.replace('{name}', () => label) : words.none}
        ?disabled=${state.status === 'none'}
        @keydown=${this.#openByKey}
      >
        ${captionsIcon()}
        <span part="label" class="label" lang=${active?.language ?? nothing} dir="auto">${label}</span>
        <span class="chevron"></span>
      </button>
      <div
        part="menu"
        id="menu"
        class=${`menu ${this.#place}`}
        role="menu"
        popover
        aria-label=${words.captions}
        @toggle=${this.#followToggle}
        @keydown=${this.#moveByKey}
      >
        ${state.status === 'some' ? this.#renderItems(state) : nothing}
      </div>
    `;
  }

  #renderItems(state: Extract<CaptionsState, { status: 'some' }>): TemplateResult[] {
    const { words } = this.#words;
    const item = (language: string, label: string, active: boolean) => html`
      <button
        part="item"
        class="item"
        role="menuitemradio"
        tabindex="-1"
        aria-checked=${active}
        lang=${language || nothing}
        @click=${() => this.#choose(language)}
      >
        ${checkIcon()}<span dir="auto">${label}</span>
      </button>
    `;
    return [
      item('', words.off, state.active === ''),
      ...state.tracks.map(({ language, label }) =>
        item(language, label || words.captions, language === state.active),
      ),
    ];
  }

  get #state(): CaptionsState {
    return this.#tracks?.store.state ?? { status: 'none' };
  }

  get #button(): HTMLElement | null {
    return this.renderRoot.querySelector('.button');
  }

  get #sheet(): HTMLElement | null {
    return this.renderRoot.querySelector('.menu');
  }

  get #isOpen(): boolean {
    return this.#sheet?.matches(':popover-open') ?? false;
  }

  get #items(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('.item')];
  }

  #follow(found: FoundTracks | undefined): void {
    this.#following.abort();
    const { signal } = (this.#following = new AbortController());
    this.#place = found?.inside ? 'player' : 'page';
    this.#tracks = found && shareCaptionTracks(found.tracks, signal);
    if (this.#wanted !== undefined) this.#tracks?.select(this.#wanted);
    this.#tracks?.store.subscribe(() => this.#update(), { signal });
    this.#update();
  }

  #update(): void {
    if (this.#state.status === 'none' && this.#isOpen) this.#sheet?.hidePopover();
    this.requestUpdate();
  }

  #choose(language: string): void {
    this.#close();
    if (language === this.value) return;
    this.#wanted = undefined;
    this.#tracks?.choose(language);
    this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #close(): void {
    if (this.#isOpen) this.#sheet?.hidePopover();
    this.#button?.focus();
  }

  // However it was opened or closed: by a key, by its button, by a press elsewhere.
  readonly #followToggle = (): void => {
    this.requestUpdate();
    // The player around it keeps its controls for as long.
    this.#internals.states?.[this.#isOpen ? 'add' : 'delete']('open');
    if (!this.#isOpen) return;
    const items = this.#items;
    (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
  };

  readonly #openByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (!this.#isOpen) this.#sheet?.showPopover();
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #moveByKey = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === 'Escape' || key === 'Tab') this.#close();
    else if (!this.#keys.move(event, this.#items)) return;
    // Tab goes on from the button. Escape has done its work, and must not end full screen, too.
    if (key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
  };
}

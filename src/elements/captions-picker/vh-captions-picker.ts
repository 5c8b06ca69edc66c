import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { CaptionsState, CaptionTracks } from '../../captions/index.ts';
import { captions } from '../../locales/en/captions.ts';
import { captionsIcon } from '../styling/first-icons.ts';
import { elementPart } from '../host/element-part.ts';
import { internalsOf } from '../host/internals-of.ts';
import { checkWhenConnected } from '../setup/check-setup.ts';
import { surfaceTokens } from '../styling/surface-tokens.ts';
import { takeStyles } from '../styling/take-styles.ts';
import { tokens } from '../styling/tokens.ts';
import { WordsController } from '../words/words-controller.ts';
import { styles } from './captions-picker.styles.ts';
import { loadMenu, loadTracks } from './parts.ts';
import type { MenuActs } from './picker-menu.ts';
import { TracksFinder, type FoundTracks } from './tracks-finder.ts';

export type { VhErrorEvent } from '../events/vh-error-event.ts';

/**
 * Lets viewers choose the captions of a player: a button with a menu of the available languages.
 *
 * It belongs to the player that `for` names, else to the one around it, else to the nearest. The choice is remembered
 * and holds for the next video, too. In a form, its value is the chosen language.
 *
 * @summary Chooses a player's captions.
 * @tag vh-captions-picker
 * @fires {Event} input - The viewer chose: `value` is the new language, or empty for none.
 * @fires {Event} change - After `input`, as with a `<select>`.
 * @csspart button - The button that opens the menu.
 * @csspart label - The current choice, on the button.
 * @csspart menu - The menu: a sheet at the bottom on small screens.
 * @csspart search - The field that finds a language, from 12 languages on.
 * @csspart list - The choices.
 * @csspart item - One choice in the menu.
 * @csspart auto - The choice to have captions when they are needed.
 * @csspart aloud - The choice to have captions read aloud.
 * @csspart translated - The choice to have captions translated on the device, where the browser can.
 * @csspart second - The row that opens the choice of a second language.
 * @csspart back - The button that leads back from there.
 * @csspart style - The row that opens the panel for the look of captions.
 * @csspart style-panel - That panel.
 * @fires {VhErrorEvent} vh-error - A track of a bare `<video>` could not be read: `captions-unreadable`. Or code could not be fetched: `code-unavailable`.
 * @cssstate open - Its menu is open.
 */
export class VhCaptionsPicker extends LitElement {
  static readonly formAssociated = true;

  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true };

  static override styles = [tokens, surfaceTokens, styles];

  static override properties: PropertyDeclarations = {
    htmlFor: { attribute: 'for' },
    // Its own accessor; named here so that what a page set before the upgrade is not lost.
    value: { noAccessor: true, attribute: false },
    // Nothing of its own: a framework that compares its markup with the server's would find an attribute more.
    name: { reflect: true, useDefault: true },
    disabled: { type: Boolean },
    withoutStyle: { type: Boolean, attribute: 'without-style' },
  };

  /** The id of the player or `<video>` that it belongs to. Without it: the player around it, or the nearest. */
  declare htmlFor: string;
  /** The name of its value in a form. */
  declare name: string;
  /** Disables the choice. */
  declare disabled: boolean;
  /** Takes out the panel for the look of captions. */
  declare withoutStyle: boolean;

  readonly #words = new WordsController(this, 'captions', captions);
  readonly #internals = internalsOf(this);
  readonly #finder = new TracksFinder(this, (found) => this.#follow(found));
  #tracks: CaptionTracks | undefined;
  #following = new AbortController();
  #wanted: string | undefined;
  #place: 'page' | 'player' = 'page';
  readonly #engine = elementPart(this, loadTracks, (code) => code);
  readonly #menu = elementPart(this, loadMenu, (code) => new code.PickerMenu(this, this.#acts));
  /** The same by a fieldset around it. */
  #isDisabledByForm = false;

  constructor() {
    super();
    checkWhenConnected(this);
    this.htmlFor = '';
    this.name = '';
    this.disabled = false;
    this.withoutStyle = false;
    // A pointer or the focus nearby may open it soon.
    for (const type of ['pointerenter', 'focusin']) this.addEventListener(type, () => void this.#load());
  }

  /** The language that is shown, or an empty string. Setting it selects that language, at once or when it becomes available. */
  get value(): string {
    const state = this.#state;
    return state.status === 'some' ? state.active : '';
  }

  set value(language: string | null) {
    this.#wanted = language ?? '';
    this.#tracks?.select(this.#wanted);
  }

  /** The form that it belongs to. */
  get form(): HTMLFormElement | null {
    return this.#internals.form ?? null;
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabledByForm = isDisabled;
    this.requestUpdate();
  }

  formStateRestoreCallback(state: string): void {
    this.value = state;
  }

  adoptedCallback(): void {
    takeStyles(this);
  }

  /** Before anything is drawn: the form disables by the attribute, and says so at once. */
  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    this.toggleAttribute('disabled', this.disabled);
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
        ?disabled=${state.status === 'none' || this.disabled || this.#isDisabledByForm}
        @keydown=${this.#openByKey}
      >
        ${captionsIcon()}
        <span part="label" class="label" lang=${active?.language ?? nothing} dir="auto">${label}</span>
        <span class="chevron"></span>
      </button>
      <div
        part="menu"
        id="menu"
        class=${`popup beside menu ${this.#place}`}
        popover
        ?hidden=${!this.#menu.part}
        @toggle=${this.#followToggle}
        @keydown=${this.#moveByKey}
      >
        ${this.#menu.part?.render(state, { label: words.captions, off: words.off, captions: words.captions })}
      </div>
      ${this.#menu.part?.renderStyle() ?? nothing}
    `;
  }

  get #state(): CaptionsState {
    return this.#tracks?.store.state ?? { status: 'none' };
  }

  get #choice(): string {
    const state = this.#state;
    return state.status === 'some' && state.isAuto ? 'auto' : this.value;
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

  #follow(found: FoundTracks | undefined): void {
    this.#following.abort();
    const { signal } = (this.#following = new AbortController());
    this.#place = found?.inside ? 'player' : 'page';
    this.#tracks = found && this.#engine.part?.shareCaptionTracks(found.tracks, signal);
    if (found && !this.#tracks) void this.#loadTracks(signal);
    if (this.#wanted !== undefined) this.#tracks?.select(this.#wanted);
    this.#tracks?.store.subscribe(() => this.#update(), { signal });
    const [player, tracks] = [found?.player, this.#tracks];
    // A player cares for its captions itself.
    if (player instanceof HTMLVideoElement && tracks)
      this.#engine.part?.careForVideo(player, { tracks, picker: this }, signal);
    this.#update();
  }

  /** Nothing updates a button that offers nothing: it asks for the tracks until they come. */
  async #loadTracks(signal: AbortSignal): Promise<void> {
    if ((await this.#engine.loadUntil(signal)) && !signal.aborted) this.#follow(this.#finder.found);
  }

  #update(): void {
    if (this.#state.status === 'none' && this.#isOpen) this.#sheet?.hidePopover();
    this.#internals.setFormValue?.(this.value);
    this.requestUpdate();
  }

  /** Where code does not come, the next press tries again. */
  async #load(): Promise<void> {
    const { found } = this.#finder;
    const [engine] = await Promise.all([found && this.#engine.load(), this.#menu.load()]);
    if (engine && !this.#tracks) this.#follow(this.#finder.found);
    this.requestUpdate();
  }

  get #acts(): MenuActs {
    return {
      take: (choose) => this.#take(choose),
      close: () => this.#close(),
      focusButton: () => this.#button?.focus(),
      finder: this.#finder,
      tracks: () => this.#tracks,
    };
  }

  #take(choose: (tracks: CaptionTracks) => void): void {
    this.#close();
    const before = this.#choice;
    if (this.#tracks) choose(this.#tracks);
    if (this.#choice === before) return;
    this.#wanted = undefined;
    this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#sheet?.hidePopover();
    this.#button?.focus();
  }

  // However it was opened or closed: by a key, by its button, by a press elsewhere.
  readonly #followToggle = async (): Promise<void> => {
    this.requestUpdate();
    // The player around it keeps its controls for as long.
    this.#internals.states?.[this.#isOpen ? 'add' : 'delete']('open');
    if (!this.#isOpen) return;
    await this.#load();
    this.#menu.part?.reset();
    this.requestUpdate();
    await this.updateComplete;
    if (this.#sheet?.matches(':popover-open')) this.#menu.part?.focus();
  };

  readonly #openByKey = (event: KeyboardEvent): void => {
    // Both keys press the button; the controls of another player around it would also play the video.
    if (event.key === ' ' || event.key === 'Enter') event.stopPropagation();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (!this.#isOpen) this.#sheet?.showPopover();
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #moveByKey = (event: KeyboardEvent): void => {
    const { key } = event;
    // A key pressed in an open menu must not drive the player.
    if (key !== 'Tab') event.stopPropagation();
    if (key === 'Escape' || key === 'Tab') this.#close();
    else if (!this.#menu.part?.takeKey(event)) return;
    // Tab continues from the button. Escape has closed the menu, and must not end full screen, too.
    if (key !== 'Tab') event.preventDefault();
  };
}

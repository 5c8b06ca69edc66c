import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { LazyModule } from '../../core/async/lazy-module.ts';
import {
  loadCaptionTracks,
  type CaptionsState,
  type CaptionTracks,
  type shareCaptionTracks,
} from '../../captions/index.ts';
import { captions } from '../../locales/en/captions.ts';
import type { StylePanel } from '../caption-style/style-panel.ts';
import { VhErrorEvent } from '../events/vh-error-event.ts';
import { captionsIcon } from '../styling/icons.ts';
import { internalsOf } from '../host/internals-of.ts';
import { checkWhenConnected } from '../setup/check-setup.ts';
import { surfaceTokens } from '../styling/surface-tokens.ts';
import { takeStyles } from '../styling/take-styles.ts';
import { tokens } from '../styling/tokens.ts';
import { WordsController } from '../words/words-controller.ts';
import { styles } from './captions-picker.styles.ts';
import type { MenuActs, PickerMenu } from './picker-menu.ts';
import { TracksFinder, type FoundTracks } from './tracks-finder.ts';

export type { VhErrorEvent } from '../events/vh-error-event.ts';

/** Comes with the first list of tracks; from then on, it is there at once. */
let share: typeof shareCaptionTracks | undefined;

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
  #loading: Promise<void> | undefined;
  #engine: Promise<void> | undefined;
  #menu: PickerMenu | undefined;
  #style: StylePanel | undefined;
  readonly #stylePanel = new LazyModule(
    () => import('../caption-style/style-panel.ts'),
    (code) => code.StylePanel,
    (error) => this.dispatchEvent(new VhErrorEvent(error)),
  );
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
        ?hidden=${!this.#menu}
        @toggle=${this.#followToggle}
        @keydown=${this.#moveByKey}
      >
        ${this.#menu?.render(state, { label: words.captions, off: words.off, captions: words.captions })}
      </div>
      ${this.#style?.render() ?? nothing}
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
    this.#tracks = found && share?.(found.tracks, signal);
    if (found && !share) this.#engine = this.#loadEngine(found, signal);
    if (this.#wanted !== undefined) this.#tracks?.select(this.#wanted);
    this.#tracks?.store.subscribe(() => this.#update(), { signal });
    this.#careFor(found, signal);
    this.#update();
  }

  /** Without a network, the button stays as it is until the pointer or the focus comes near. */
  async #loadEngine(found: FoundTracks, signal: AbortSignal): Promise<void> {
    try {
      ({ shareCaptionTracks: share } = await loadCaptionTracks());
      if (!signal.aborted) this.#follow(found);
    } catch {
      this.#engine = undefined;
    }
  }

  /** A player cares for its captions itself. */
  #careFor(found: FoundTracks | undefined, signal: AbortSignal): void {
    const [player, tracks] = [found?.player, this.#tracks];
    if (!(player instanceof HTMLVideoElement) || !tracks) return;
    import('./native-player.ts').then(
      ({ careForVideo }) => careForVideo(player, { tracks, picker: this }, signal),
      () => {},
    );
  }

  #update(): void {
    if (this.#state.status === 'none' && this.#isOpen) this.#sheet?.hidePopover();
    this.#internals.setFormValue?.(this.value);
    this.requestUpdate();
  }

  #load(): Promise<void> {
    const acts: MenuActs = {
      take: (choose) => this.#take(choose),
      style: () => void this.#openStyle(),
      finder: this.#finder,
      tracks: () => this.#tracks,
    };
    if (!this.#tracks && !this.#engine) this.#follow(this.#finder.found);
    return (this.#loading ??= Promise.all([import('./picker-menu.ts'), this.#engine]).then(
      ([{ PickerMenu: Menu }]) => {
        this.#menu = new Menu(this, acts);
        this.requestUpdate();
      },
      // Without a network: the next press tries again.
      () => void (this.#loading = undefined),
    ));
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

  /** In place of the menu: by a choice in it, that is the second step. */
  async #openStyle(): Promise<void> {
    const sources = this.#finder.found?.tracks;
    // Without a network the menu stays, and the next press tries again.
    const Panel = sources && (await this.#stylePanel.load());
    if (!Panel) return;
    this.#close();
    this.#style = new Panel(this, { sources, memory: 'kept', place: 'button' });
    await this.#style.toggle(() => this.#button?.focus());
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
    this.#menu?.reset();
    this.requestUpdate();
    await this.updateComplete;
    if (this.#sheet?.matches(':popover-open')) this.#menu?.focus();
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
    else if (!this.#menu?.takeKey(event)) return;
    // Tab continues from the button. Escape has closed the menu, and must not end full screen, too.
    if (key !== 'Tab') event.preventDefault();
  };
}

import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import {
  presetOf,
  PRESETS,
  shareCaptionStyle,
  shareCaptionTracks,
  type CaptionSources,
  type CaptionStyle,
  type CaptionStyleMemory,
  type PresetName,
} from '../../captions/index.ts';
import { captionStyle, type CaptionStyleWords } from '../../locales/en/caption-style.ts';
import { closeIcon } from '../styling/icons.ts';
import type { RenderingHost } from '../host/rendering-host.ts';
import { popupStyles } from '../styling/popup-styles.ts';
import { renewStyles } from '../styling/renew-styles.ts';
import { WordsController } from '../words/words-controller.ts';
import { CaptionLook } from './caption-look.ts';
import { rowsOf, type StyleField } from './style-fields.ts';
import { panelStyles } from './panel-styles.ts';

/** Whose captions it styles, and where the panel stands. */
export interface StylePanelOptions {
  sources: CaptionSources;
  memory: 'kept' | 'none';
  /** At the side of the picture, or beside the button that opens it. */
  place: 'picture' | 'button';
}

/** A picture this large has room for captions beside the panel. */
const MIN_WIDTH_PX = 560;
const MIN_HEIGHT_PX = 240;

const PRESET_WORDS: Readonly<Record<PresetName, keyof CaptionStyleWords>> = {
  standard: 'standard',
  large: 'large',
  contrast: 'contrast',
  yellow: 'yellowOnBlack',
  system: 'system',
};

/**
 * The panel in which a viewer chooses the look of captions. Each choice holds at once, on the running picture. It stays open
 * while the viewer plays, pauses and seeks: Escape and its button close it.
 */
export class StylePanel implements ReactiveController {
  readonly #host: RenderingHost;
  readonly #options: StylePanelOptions;
  readonly #vocabulary: WordsController<'captionStyle'>;
  #memory: CaptionStyleMemory | undefined;
  #connection: AbortController | undefined;
  #giveFocusBack = (): void => undefined;

  constructor(host: RenderingHost, options: StylePanelOptions) {
    this.#host = host;
    this.#options = options;
    this.#vocabulary = new WordsController(host, 'captionStyle', captionStyle);
    renewStyles(host, popupStyles, panelStyles);
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#connection !== undefined;
  }

  /** Opens it, or closes it. It asks for the focus to be given back once it closes. */
  async toggle(giveFocusBack: () => void): Promise<void> {
    if (this.isOpen) return this.close();
    const { sources, memory } = this.#options;
    const { signal } = (this.#connection = new AbortController());
    this.#giveFocusBack = giveFocusBack;
    this.#memory = shareCaptionStyle(sources, signal, memory);
    this.#memory.store.subscribe(() => this.#host.requestUpdate(), { signal });
    const tracks = shareCaptionTracks(sources, signal, memory);
    tracks.showSample(this.#words.sample);
    signal.addEventListener('abort', () => tracks.showSample(''), { once: true });
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#panel?.showPopover();
    this.#panel?.querySelector<HTMLElement>('[aria-pressed=true], .preset')?.focus();
    this.#host.requestUpdate();
  }

  close(): void {
    if (!this.isOpen) return;
    this.#panel?.hidePopover();
    this.#end();
    this.#giveFocusBack();
  }

  hostDisconnected(): void {
    this.#end();
  }

  hostUpdated(): void {
    const { clientWidth, clientHeight } = (this.#host.renderRoot as ShadowRoot).host;
    const hasRoom = clientWidth >= MIN_WIDTH_PX && clientHeight >= MIN_HEIGHT_PX;
    this.#panel?.classList.toggle('docked', hasRoom && this.#options.place === 'picture');
    for (const [name, sample] of this.#samples) this.#styleOf[name].apply(sample, PRESETS[name]);
  }

  render(): TemplateResult | typeof nothing {
    const memory = this.#memory;
    if (!memory || !this.isOpen) return nothing;
    const words = this.#words;
    const style = memory.store.state;
    const chosen = presetOf(style);
    const { place } = this.#options;
    return html`<div
      class="popup over-picture style-panel of-${place} ${place === 'button' ? 'beside' : ''}"
      part="style-panel"
      popover="manual"
      role="dialog"
      aria-label=${words.title}
      @keydown=${this.#onKey}
    >
      <div class="panel-head">
        <span class="panel-title" aria-hidden="true">${words.title}</span>
        <button
          class="panel-close"
          aria-label=${words.close}
          title=${words.close}
          @click=${() => this.close()}
        >
          ${closeIcon()}
        </button>
      </div>
      <div class="presets" role="group" aria-label=${words.presets}>
        ${this.#names.map((name) => this.#renderPreset(name, name === chosen, memory))}
      </div>
      ${
        style.system
          ? html`<p class="system-note" role="status">${words.systemNote}</p>`
          : rowsOf(words, this.#vocabulary.locale).map((fields) => this.#renderRow(fields, style, memory))
      }
      <button
        class="panel-reset"
        aria-disabled=${chosen === 'standard' ? 'true' : nothing}
        @click=${() => memory.replace({})}
      >
        ${words.reset}
      </button>
    </div>`;
  }

  #renderPreset(name: PresetName, isChosen: boolean, memory: CaptionStyleMemory): TemplateResult {
    return html`<button class="preset" aria-pressed=${isChosen} @click=${() => memory.replace(PRESETS[name])}>
      <span class="sample" data-preset=${name} aria-hidden="true"><span>Aa</span></span>
      <span>${this.#words[PRESET_WORDS[name]]}</span>
    </button>`;
  }

  #renderRow(fields: readonly StyleField[], style: CaptionStyle, memory: CaptionStyleMemory): TemplateResult {
    const [first] = fields;
    return html`<div class="panel-row ${fields.length > 1 ? 'pair' : ''}">
      <span class="row-label" aria-hidden="true">${first?.label}</span>
      ${fields.map(({ name, label, choices }) => {
        const chosen = style[name];
        const change = ({ currentTarget }: Event) => {
          const { selectedIndex } = currentTarget as HTMLSelectElement;
          memory.change({ [name]: choices[selectedIndex]?.value });
        };
        // A value from another version or another program stays until the viewer chooses another one.
        const isOwn = !choices.some(({ value }) => value === chosen);
        return html`<select name=${name} aria-label=${label} @change=${change}>
          ${choices.map(
            ({ value, label: text }) => html`<option .selected=${value === chosen}>${text}</option>`,
          )}
          ${isOwn ? html`<option selected>${chosen}</option>` : nothing}
        </select>`;
      })}
    </div>`;
  }

  readonly #names = Object.keys(PRESETS) as PresetName[];
  readonly #styleOf = Object.fromEntries(this.#names.map((name) => [name, new CaptionLook()])) as Record<
    PresetName,
    CaptionLook
  >;

  get #samples(): [PresetName, HTMLElement][] {
    const samples = this.#panel?.querySelectorAll<HTMLElement>('.sample') ?? [];
    return [...samples].map((sample) => [sample.dataset['preset'] as PresetName, sample]);
  }

  get #words(): CaptionStyleWords {
    return this.#vocabulary.words;
  }

  get #panel(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('.style-panel');
  }

  #end(): void {
    this.#connection?.abort();
    this.#connection = undefined;
    this.#host.requestUpdate();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    // No key of the player's may act behind the panel, and Escape must not end full screen, too.
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.close();
  };
}

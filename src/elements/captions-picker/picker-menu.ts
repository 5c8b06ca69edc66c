import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { CaptionsState, CaptionTrack } from '../../captions/caption-tracks.ts';
import { captionsMenu, type CaptionsMenuWords } from '../../locales/en/captions-menu.ts';
import { checkIcon } from '../icons.ts';
import { MenuKeys } from '../menu-keys.ts';
import { renewStyles } from '../renew-styles.ts';
import { WordsController } from '../words-controller.ts';
import { matchesLanguage } from './find-language.ts';
import { menuStyles } from './menu-styles.ts';

type SomeCaptions = Extract<CaptionsState, { status: 'some' }>;

/** The members of the picker that its menu uses. */
export interface MenuHost extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly withoutStyle: boolean;
}

/** What a choice does. */
export interface MenuActs {
  choose: (language: string) => void;
  chooseSecond: (language: string) => void;
  /** Opens the panel for the look of captions. */
  style: () => void;
  close: () => void;
}

/** From so many languages on, a field finds one. */
const SEARCH_FROM = 12;

/** What stands in the menu of captions. It is loaded when somebody comes near. */
export class PickerMenu {
  readonly #host: MenuHost;
  readonly #acts: MenuActs;
  readonly #keys = new MenuKeys();
  readonly #vocabulary: WordsController<'captionsMenu'>;
  #page: 'first' | 'second' = 'first';
  #search = '';

  constructor(host: MenuHost, acts: MenuActs) {
    this.#host = host;
    this.#acts = acts;
    this.#vocabulary = new WordsController(host, 'captionsMenu', captionsMenu);
    renewStyles(host, menuStyles);
  }

  /** Begins at the first page again. */
  reset(): void {
    this.#page = 'first';
    this.#search = '';
  }

  /** Gives the focus to the present choice. */
  focus(): void {
    const items = this.#items;
    (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
  }

  render(state: CaptionsState, names: { label: string; off: string; captions: string }): TemplateResult {
    const some = state.status === 'some' ? state : undefined;
    const hasSearch = (some?.tracks.length ?? 0) >= SEARCH_FROM;
    const { words } = this;
    return html`${
        hasSearch
          ? html`<input
              class="search"
              part="search"
              type="search"
              aria-label=${words.search}
              placeholder=${words.search}
              .value=${this.#search}
              @input=${this.#find}
            />`
          : nothing
      }
      <div
        part="list"
        class="list"
        role="menu"
        aria-label=${this.#page === 'first' ? names.label : words.second}
      >
        ${some && (this.#page === 'first' ? this.#renderFirst(some, names) : this.#renderSecond(some, names))}
      </div>`;
  }

  get words(): CaptionsMenuWords {
    return this.#vocabulary.words;
  }

  #renderFirst(state: SomeCaptions, names: { off: string; captions: string }): TemplateResult {
    const { words } = this;
    const { active, isAuto, tracks } = state;
    const second = tracks.find(({ language }) => language === state.second);
    const found = this.#found(tracks);
    const isWhole = this.#search === '';
    return html`${isWhole ? this.#renderChoice('', names.off, active === '' && !isAuto) : nothing}
    ${found.map(({ language, label }) =>
      this.#renderChoice(language, label || names.captions, language === active && !isAuto),
    )}
    ${found.length === 0 ? html`<p class="none" role="presentation">${words.noMatch}</p>` : nothing}
    ${
      isWhole
        ? html`<button
              part="item auto"
              class="item apart"
              role="menuitemradio"
              tabindex="-1"
              aria-checked=${isAuto}
              @click=${() => this.#acts.choose('auto')}
            >
              ${checkIcon()}<span>${words.auto}<small>${words.autoWhen}</small></span>
            </button>
            ${
              tracks.length > 1 && active !== ''
                ? this.#renderAction(
                    'second',
                    second ? words.secondNow.replace('{name}', () => second.label) : words.second,
                    () => this.#go('second'),
                  )
                : nothing
            }
            ${this.#host.withoutStyle ? nothing : this.#renderAction('style', words.style, this.#acts.style)}`
        : nothing
    }`;
  }

  #renderSecond(state: SomeCaptions, names: { off: string; captions: string }): TemplateResult {
    const others = this.#found(state.tracks.filter(({ language }) => language !== state.active));
    return html`${this.#renderAction('back', this.words.back, () => this.#go('first'))}
    ${this.#renderChoice('', names.off, state.second === '')}
    ${others.map(({ language, label }) =>
      this.#renderChoice(language, label || names.captions, language === state.second),
    )}`;
  }

  #renderChoice(language: string, label: string, isChosen: boolean): TemplateResult {
    const act = this.#page === 'first' ? this.#acts.choose : this.#acts.chooseSecond;
    return html`<button
      part="item"
      class="item"
      role="menuitemradio"
      tabindex="-1"
      aria-checked=${isChosen}
      lang=${language || nothing}
      @click=${() => act(language)}
    >
      ${checkIcon()}<span dir="auto">${label}</span>
    </button>`;
  }

  #renderAction(name: 'second' | 'style' | 'back', label: string, act: () => void): TemplateResult {
    return html`<button
      part="item ${name}"
      class="item ${name === 'style' ? '' : 'apart'}"
      role="menuitem"
      tabindex="-1"
      aria-haspopup=${name === 'back' ? nothing : name === 'style' ? 'dialog' : 'menu'}
      @click=${act}
    >
      <span class="icon"></span><span dir="auto">${label}</span>
    </button>`;
  }

  /** Takes a key; true when it was one of the menu's own. */
  takeKey(event: KeyboardEvent): boolean {
    const [target] = event.composedPath();
    const isWriting = target instanceof HTMLInputElement;
    if (isWriting && !/^Arrow(Up|Down)$/.test(event.key)) return false;
    const field = this.#host.renderRoot.querySelector<HTMLElement>('.search');
    return this.#keys.move(event, field ? [field, ...this.#items] : this.#items);
  }

  #found(tracks: readonly CaptionTrack[]): readonly CaptionTrack[] {
    if (this.#search === '') return tracks;
    return tracks.filter((track) => matchesLanguage(track, this.#search, this.#vocabulary.locale));
  }

  get #items(): HTMLElement[] {
    return [...this.#host.renderRoot.querySelectorAll<HTMLElement>('.list .item')];
  }

  readonly #find = ({ currentTarget }: Event): void => {
    this.#search = (currentTarget as HTMLInputElement).value;
    this.#host.requestUpdate();
  };

  #go(page: 'first' | 'second'): void {
    this.#page = page;
    this.#search = '';
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => this.focus());
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import type { CaptionsState, CaptionTracks, CaptionTranslation } from '../../captions/index.ts';
import { captionsMenu, type CaptionsMenuWords } from '../../locales/en/captions-menu.ts';
import { StylePanel } from '../caption-style/style-panel.ts';
import {
  languageRows,
  moreRows,
  secondRows,
  spokenNote,
  translationRows,
  type CaptionActs,
  type CaptionNames,
  type CaptionRow,
  type SomeCaptions,
} from '../captions-menu/caption-rows.ts';
import { nameIn } from '../captions-menu/find-language.ts';
import { LanguageSearch } from '../captions-menu/language-search.ts';
import { TranslationLoader } from '../captions-menu/load-translation.ts';
import { searchStyles } from '../captions-menu/search-styles.ts';
import { checkIcon } from '../styling/icons.ts';
import { MenuKeys } from '../host/menu-keys.ts';
import { popupStyles } from '../styling/popup-styles.ts';
import type { RenderingHost } from '../host/rendering-host.ts';
import { renewStyles } from '../styling/renew-styles.ts';
import { WordsController } from '../words/words-controller.ts';
import type { TracksFinder } from './tracks-finder.ts';
import { menuStyles } from './menu-styles.ts';

/** The members of the picker that its menu uses. */
export interface MenuHost extends RenderingHost {
  readonly withoutStyle: boolean;
}

/** The picker's actions for its menu. */
export interface MenuActs {
  /** Closes the menu, and chooses for a person. */
  take: (choose: (tracks: CaptionTracks) => void) => void;
  close: () => void;
  focusButton: () => void;
  /** Whose captions they are. */
  finder: Pick<TracksFinder, 'found'>;
  tracks: () => CaptionTracks | undefined;
}

type MenuNames = Pick<CaptionNames, 'off' | 'captions'>;

/** The content of the captions menu. It is loaded when the pointer or the focus comes near. */
export class PickerMenu {
  readonly #host: MenuHost;
  readonly #acts: MenuActs;
  readonly #keys = new MenuKeys();
  readonly #translation: TranslationLoader;
  readonly #vocabulary: WordsController<'captionsMenu'>;
  readonly #search: LanguageSearch;
  #page: 'first' | 'second' = 'first';
  #style: StylePanel | undefined;

  constructor(host: MenuHost, acts: MenuActs) {
    this.#host = host;
    this.#acts = acts;
    this.#translation = new TranslationLoader(host, () => host.requestUpdate());
    this.#vocabulary = new WordsController(host, 'captionsMenu', captionsMenu);
    this.#search = new LanguageSearch(() => host.requestUpdate());
    renewStyles(host, popupStyles, menuStyles, searchStyles);
  }

  /** Begins at the first page again. */
  reset(): void {
    this.#page = 'first';
    this.#search.reset();
  }

  /** Gives the focus to the present choice. */
  focus(): void {
    const items = this.#items;
    (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
  }

  render(state: CaptionsState, names: MenuNames & { label: string }): TemplateResult {
    const some = state.status === 'some' ? state : undefined;
    const { words } = this;
    return html`${some && this.#search.isOffered(some.tracks) ? this.#search.render(words) : nothing}
      <div
        part="list"
        class="list"
        role="menu"
        aria-label=${this.#page === 'first' ? names.label : words.second}
      >
        ${some && (this.#page === 'first' ? this.#renderFirst(some, names) : this.#renderSecond(some, names))}
      </div>
      <span class="spoken" role="status">${this.#spoken}</span>`;
  }

  /** The panel for the look of captions, once it has been chosen. */
  renderStyle(): TemplateResult | typeof nothing {
    return this.#style?.render() ?? nothing;
  }

  /** In place of the menu: by a choice in it, that is the second step. */
  async #openStyle(): Promise<void> {
    const sources = this.#acts.finder.found?.tracks;
    if (!sources) return;
    this.#acts.close();
    this.#style = new StylePanel(this.#host, { sources, memory: 'kept', place: 'button' });
    await this.#style.toggle(this.#acts.focusButton);
  }

  /** How far a translation is. */
  get #spoken(): string {
    const state = this.#presentTranslation?.store.state;
    return state ? spokenNote(state, this.words, this.#vocabulary.locale) : '';
  }

  get words(): CaptionsMenuWords {
    return this.#vocabulary.words;
  }

  #renderFirst(state: SomeCaptions, names: MenuNames): TemplateResult {
    const { words } = this;
    const found = this.#found(state, this.#rows(languageRows, state, names));
    return html`${found.map((row) => this.#renderRow(row))}
    ${found.length === 0 ? this.#search.renderNone(words) : nothing}
    ${
      this.#search.isOn
        ? nothing
        : html`${this.#translationRows(names).map((row) => this.#renderRow(row))}
          ${this.#rows(moreRows, state, names).map((row) => this.#renderRow(row))}
          ${this.#host.withoutStyle ? nothing : this.#renderAction('style', words.style, () => void this.#openStyle())}`
    }`;
  }

  #renderSecond(state: SomeCaptions, names: MenuNames): TemplateResult {
    const found = this.#found(state, this.#rows(secondRows, state, names));
    return html`${this.#renderAction('back', this.words.back, () => this.#go('first'))}
    ${found.map((row) => this.#renderRow(row))}`;
  }

  #rows(make: typeof languageRows, state: SomeCaptions, names: MenuNames): CaptionRow[] {
    const { take } = this.#acts;
    const acts: CaptionActs = {
      choose: (language) => take((tracks) => tracks.choose(language)),
      chooseSecond: (language) => take((tracks) => tracks.chooseSecond(language)),
      chooseSpoken: (isSpoken) => take((tracks) => tracks.chooseSpoken(isSpoken)),
      goToSecond: () => this.#go('second'),
    };
    return make(state, { ...this.words, ...names }, acts);
  }

  #translationRows(names: MenuNames): CaptionRow[] {
    const choose = (language: string) => this.#acts.take((present) => present.choose(language));
    const how = { choose, locale: this.#vocabulary.locale };
    return translationRows(this.#presentTranslation, { ...this.words, ...names }, how);
  }

  get #presentTranslation(): CaptionTranslation | undefined {
    const player = this.#acts.finder.found?.player;
    const media: unknown = player && 'media' in player ? player.media : player;
    const video = media instanceof HTMLVideoElement ? media : undefined;
    return this.#translation.of(this.#acts.tracks(), video);
  }

  #renderRow(row: CaptionRow): TemplateResult {
    const { name, label, lang, note, isChosen, act } = row;
    if (isChosen === undefined) return this.#renderAction('second', label, act);
    const isLanguage = name === 'language' || name === 'translated';
    return html`<button
      part=${name === 'language' ? 'item' : `item ${name}`}
      class="item ${name === 'auto' ? 'apart' : ''}"
      role=${name === 'aloud' ? 'menuitemcheckbox' : 'menuitemradio'}
      tabindex="-1"
      aria-checked=${isChosen}
      lang=${note ? nothing : (lang ?? nothing)}
      data-name=${lang ? nameIn(this.#vocabulary.locale, lang) : nothing}
      @click=${act}
    >
      ${checkIcon()}<span dir=${isLanguage ? 'auto' : nothing}
        >${note ? html`<bdi lang=${lang ?? nothing}>${label}</bdi><small>${note}</small>` : label}</span
      >
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

  #found({ tracks }: SomeCaptions, rows: readonly CaptionRow[]): readonly CaptionRow[] {
    return this.#search.find(rows, tracks, this.#vocabulary.locale);
  }

  get #items(): HTMLElement[] {
    return [...this.#host.renderRoot.querySelectorAll<HTMLElement>('.list .item')];
  }

  #go(page: 'first' | 'second'): void {
    this.#page = page;
    this.#search.reset();
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => this.focus());
  }
}

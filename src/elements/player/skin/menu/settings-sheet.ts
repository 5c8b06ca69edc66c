import { html, nothing, type TemplateResult } from 'lit';
import { captionsMenu } from '../../../../locales/en/captions-menu.ts';
import type { TranslationState } from '../../../../captions/index.ts';
import { TranslationLoader } from '../../../captions-menu/load-translation.ts';
import { LanguageSearch } from '../../../captions-menu/language-search.ts';
import { searchStyles } from '../../../captions-menu/search-styles.ts';
import { spokenNote } from '../../../captions-menu/caption-rows.ts';
import { MenuKeys } from '../../../host/menu-keys.ts';
import { popupStyles } from '../../../styling/popup-styles.ts';
import { renewStyles } from '../../../styling/renew-styles.ts';
import { WordsController } from '../../../words/words-controller.ts';
import type { SkinContext } from '../context/control.ts';
import { StylePanel } from '../../../caption-style/style-panel.ts';
import { actionsOf, type MenuAction } from './pages/actions.ts';
import type { MenuPage, PageRow } from './pages/menu-page.ts';
import { actionRow, choiceRow, keysList, linkRow, rowGroups } from './menu-rows.ts';
import { pagesOf } from './pages/pages.ts';
import { rowIcons } from './row-icons.ts';
import { sheetStyles } from './sheet-styles.ts';
import type { PlayerWords } from '../../../../locales/en/player.ts';

/** A press on the button that opened the sheet closes it, before the click that would open it again. */
const SAME_PRESS_MS = 300;

/** The settings of a player: one sheet with a page for each. It is loaded when it is first opened. */
export class SettingsSheet {
  readonly #skin: SkinContext;
  readonly #keys = new MenuKeys();
  readonly #search: LanguageSearch;
  readonly #captionWords: WordsController<'captionsMenu'>;
  readonly #translation: TranslationLoader;
  /** The last announcement about a translation. */
  #reported = '';
  #place: SheetRoute = 'first';
  /** The page at which it was opened. */
  #first = 'first';
  /** The element that had the focus before, and gets it back. */
  #opener: HTMLElement | undefined;
  /** Made when it is first opened: its words may have to be fetched. */
  #style: StylePanel | undefined;
  #isClosing = false;
  /** When the browser closed it at a press elsewhere. */
  #dismissedAt = -SAME_PRESS_MS;

  constructor(skin: SkinContext) {
    this.#skin = skin;
    this.#captionWords = new WordsController(skin.host, 'captionsMenu', captionsMenu);
    this.#translation = new TranslationLoader(skin.host, ({ store }) => this.#followTranslation(store.state));
    this.#search = new LanguageSearch(skin.update);
    renewStyles(skin.host, popupStyles, sheetStyles, searchStyles);
  }

  get isOpen(): boolean {
    return this.#sheet?.matches(':popover-open') ?? false;
  }

  /** The page at which it was opened; undefined while it is closed. */
  get opened(): string | undefined {
    return this.isOpen ? this.#first : undefined;
  }

  /** Opens the first page, the list of keys or the page of a control; closes an open one. */
  async toggle(page = 'first'): Promise<void> {
    if (this.isOpen) return this.#close();
    if (page === this.#first && performance.now() - this.#dismissedAt < SAME_PRESS_MS) return;
    this.#style?.close();
    const { host, update } = this.#skin;
    this.#first = page;
    this.#search.reset();
    this.#place = placeOf(page, this.#pages);
    const focused = (host.renderRoot as ShadowRoot).activeElement;
    this.#opener = focused instanceof HTMLElement ? focused : undefined;
    update();
    await host.updateComplete;
    this.#sheet?.showPopover();
  }

  render(): TemplateResult {
    const { words } = this.#skin;
    const place = this.#place;
    const link = linkOf(place);
    const isMenu = place !== 'keys' && link === undefined;
    const page = this.#page;
    // A menu holds nothing but its items: beside a field it is a part of the sheet.
    const isAlone = isMenu && !page?.search;
    return html`<div
        class="popup over-picture beside sheet of-${this.#first}"
        part="settings-sheet"
        popover
        role=${isAlone ? 'menu' : 'dialog'}
        aria-label=${titleOf(place, page, words)}
        @beforetoggle=${this.#followDismissal}
        @toggle=${this.#followToggle}
        @keydown=${this.#onKey}
      >
        ${isMenu ? this.#renderMenu() : link === undefined ? this.#renderKeys() : this.#renderLink(link)}
      </div>
      ${this.#style?.render() ?? nothing}`;
  }

  #renderMenu(): TemplateResult {
    const page = this.#page;
    return page ? this.#renderPage(page) : this.#renderFirst(this.#pages);
  }

  #renderFirst(pages: readonly MenuPage[]): TemplateResult {
    const { words, bindings } = this.#skin;
    const row = (name: string, title: string, now: string, to: SheetRoute | 'style') =>
      html`<button
        class="item"
        role="menuitem"
        tabindex="-1"
        aria-haspopup=${to === 'keys' || to === 'style' ? 'dialog' : 'menu'}
        data-page=${to === 'style' ? to : rowOf(to)}
        @click=${() => (to === 'style' ? void this.#openStyle() : this.#go(to))}
      >
        ${rowIcons[name]?.() ?? nothing}<span class="pair"
          ><span class="label">${title}</span
          >${now ? html`<span class="now" dir="auto">${now}</span>` : nothing}</span
        ><span class="chevron"></span>
      </button>`;
    const actions = actionsOf(this.#skin, this.#captionWords.words).map(
      ({ name, label, act }) =>
        html`<button
          class="item"
          role="menuitem"
          tabindex="-1"
          data-action=${name}
          @click=${() => void this.#do(act)}
        >
          ${rowIcons[name]?.() ?? nothing}<span class="label">${label}</span>
        </button>`,
    );
    const own = pages.filter(({ parent }) => parent === undefined);
    return html`${own.map((page) => row(idOf(page), page.title, page.now, page.isPanel ? 'style' : { page: idOf(page) }))}
    ${actions} ${bindings.length > 0 ? row('keys', words.keys, '', 'keys') : nothing}`;
  }

  #renderPage({ title, choices, search, shown }: MenuPage): TemplateResult {
    if (this.isOpen) shown?.();
    const { words } = this.#captionWords;
    const rows = rowGroups(choices).map((group) => group.map((one) => this.#renderRow(one)));
    if (!search) return html`${this.#renderBack('menuitem', title)} ${rows}`;
    return html`${this.#renderBack(undefined, title)} ${search.render(words)}
      <div role="menu" aria-label=${title}>
        ${rows} ${choices.length === 0 ? search.renderNone(words) : nothing}
      </div>`;
  }

  #renderRow(row: PageRow): TemplateResult {
    if ('act' in row) return actionRow(row, () => (row.isRepeated ? row.act() : this.#choose(row.act)));
    if (!('to' in row)) return choiceRow(row, this.#skin.locale, () => this.#choose(row.choose));
    return linkRow(row, () => (row.isPanel ? void this.#openStyle() : this.#go({ page: row.to })));
  }

  #renderBack(role: 'menuitem' | undefined, title: string): TemplateResult {
    return html`<button
      class="item back"
      role=${role ?? nothing}
      tabindex=${role ? -1 : nothing}
      @click=${() => this.#goBack()}
    >
      <span class="chevron"></span><span class="label">${title}</span>
      <span class="hidden"
        >${this.#page?.parent === undefined ? this.#skin.words.back : this.#captionWords.words.back}</span
      >
    </button>`;
  }

  #renderKeys(): TemplateResult {
    const { words, bindings } = this.#skin;
    return html`${this.#renderBack(undefined, words.keys)} ${keysList(bindings, words)}`;
  }

  /** For browsers that refuse access to the clipboard. */
  #renderLink(link: string): TemplateResult {
    const { words } = this.#skin;
    return html`${this.#renderBack(undefined, words.linkNotCopied)}
      <input
        class="link"
        readonly
        dir="ltr"
        aria-label=${words.linkNotCopied}
        .value=${link}
        @focus=${({ currentTarget }: Event) => (currentTarget as HTMLInputElement).select()}
      />`;
  }

  get #pages(): readonly MenuPage[] {
    const { captions, media } = this.#skin;
    return pagesOf(this.#skin, {
      words: this.#captionWords.words,
      translation: this.#translation.of(captions, media),
      search: this.#search,
    });
  }

  /** The page of choices that is open. */
  get #page(): MenuPage | undefined {
    return pageAt(this.#place, this.#pages);
  }

  get #sheet(): HTMLElement | null {
    return this.#skin.host.renderRoot.querySelector<HTMLElement>('.sheet');
  }

  get #items(): HTMLElement[] {
    return [...(this.#sheet?.querySelectorAll<HTMLElement>('.item, .search') ?? [])];
  }

  #choose(choose: () => void): void {
    choose();
    this.#close();
  }

  /** The sheet is closed while a translation comes. */
  #followTranslation(state: TranslationState): void {
    const { locale, notify, update } = this.#skin;
    const note = spokenNote(state, this.#captionWords.words, locale);
    if (note && note !== this.#reported) notify(note);
    this.#reported = note;
    update();
  }

  /** Opens the panel for the look of captions in place of the sheet. */
  async #openStyle(): Promise<void> {
    const opener = this.#opener;
    const { host, media, has } = this.#skin;
    const memory = has('memory') ? 'kept' : 'none';
    const options = { sources: media.textTracks, memory, place: 'picture' } as const;
    this.#close();
    await (this.#style ??= new StylePanel(host, options)).toggle(() => this.#giveFocusTo(opener));
  }

  async #do(act: MenuAction['act']): Promise<void> {
    const link = await act();
    if (link === undefined) this.#close();
    else this.#go({ link });
  }

  /** The focus goes back to where it was; after a press elsewhere it stays there. */
  #close(): void {
    this.#isClosing = true;
    this.#sheet?.hidePopover();
    this.#isClosing = false;
    this.#giveFocusTo(this.#opener);
  }

  /** To the play button if the opener is gone for want of room. */
  #giveFocusTo(opener: HTMLElement | undefined): void {
    if (opener?.checkVisibility() === false) this.#skin.focusControls();
    else opener?.focus();
  }

  #goBack(): void {
    const parent = this.#page?.parent;
    this.#go(parent === undefined ? 'first' : { page: parent });
  }

  #go(place: SheetRoute): void {
    const from = this.#place;
    this.#place = place;
    this.#search.reset();
    this.#skin.update();
    void this.#skin.host.updateComplete.then(() => this.#focusItem(rowOf(from)));
  }

  /** The row of the page that was left, else the present choice. */
  #focusItem(left = ''): void {
    const field = this.#sheet?.querySelector<HTMLInputElement>('input.link');
    if (field) {
      field.focus();
      // A window without the focus says nothing of it.
      return field.select();
    }
    const items = this.#items;
    const opener = items.find((item) => left !== '' && item.dataset['page'] === left);
    (opener ?? items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
  }

  readonly #followDismissal = ({ newState }: ToggleEvent): void => {
    if (newState === 'closed' && !this.#isClosing) this.#dismissedAt = performance.now();
  };

  readonly #followToggle = (): void => {
    this.#skin.update();
    if (this.isOpen) return this.#focusItem();
    this.#opener = undefined;
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const { key } = event;
    const isRtl = getComputedStyle(this.#skin.host).direction === 'rtl';
    const [inward, outward] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const path = event.composedPath();
    const focused = this.#items.find((item) => path.includes(item));
    // No key of the player's may act behind the sheet.
    event.stopPropagation();
    // In the field, the other keys are the browser's.
    if (linkOf(this.#place) !== undefined && key !== 'Escape') return;
    const isWriting = focused instanceof HTMLInputElement;
    if (isWriting && !/^(Escape|Tab|ArrowUp|ArrowDown)$/.test(key)) return;
    if (key === 'Tab') return this.#close();
    if (key === 'Escape') this.#close();
    else if (key === inward && focused?.ariaHasPopup) focused.click();
    else if (key === outward && this.#place !== 'first') this.#goBack();
    else if (this.#place === 'keys' || !this.#keys.move(event, this.#items)) return;
    event.preventDefault();
  };
}

/** The first page, the list of keys, the id of a page of choices, or a link to copy by hand. */
type SheetRoute = 'first' | 'keys' | { readonly page: string } | { readonly link: string };

/** The id of a page, the same in every language. */
function idOf({ id, name }: MenuPage): string {
  return id ?? name;
}

/** The link to copy by hand, at that place. */
function linkOf(place: SheetRoute): string | undefined {
  return typeof place === 'object' && 'link' in place ? place.link : undefined;
}

/** The page of choices at that place. */
function pageAt(place: SheetRoute, pages: readonly MenuPage[]): MenuPage | undefined {
  if (typeof place !== 'object' || !('page' in place)) return undefined;
  return pages.find((page) => idOf(page) === place.page);
}

/** The title of that place. */
function titleOf(place: SheetRoute, page: MenuPage | undefined, words: PlayerWords): string {
  if (place === 'keys') return words.keys;
  if (linkOf(place) !== undefined) return words.linkNotCopied;
  return page?.title ?? words.settings;
}

/** The `data-page` of the row that leads to that place. */
function rowOf(place: SheetRoute): string {
  return typeof place === 'object' ? ('page' in place ? place.page : '') : place;
}

/** The route of a control's name. */
function placeOf(name: string, pages: readonly MenuPage[]): SheetRoute {
  if (name === 'keys') return 'keys';
  return pages.some((page) => idOf(page) === name) ? { page: name } : 'first';
}

import { html, type TemplateResult } from 'lit';
import type { CaptionTrack } from '../../captions/index.ts';
import type { CaptionsMenuWords } from '../../locales/en/captions-menu.ts';
import type { CaptionRow } from './caption-rows.ts';
import { matchesLanguage } from './find-language.ts';

/** From this number of languages on, a field finds one. */
const SEARCH_FROM = 12;

/** The field of a captions menu that finds a language. */
export class LanguageSearch {
  readonly #update: () => void;
  #text = '';

  constructor(update: () => void) {
    this.#update = update;
  }

  /** True while the search is in use. */
  get isOn(): boolean {
    return this.#text !== '';
  }

  /** True where there are enough languages for a search field. */
  isOffered(tracks: readonly CaptionTrack[]): boolean {
    return tracks.length >= SEARCH_FROM;
  }

  /** Empties the field. */
  reset(): void {
    this.#text = '';
  }

  /** The rows whose languages match the search. */
  find(rows: readonly CaptionRow[], tracks: readonly CaptionTrack[], locale: string): readonly CaptionRow[] {
    if (!this.isOn) return rows;
    const isFound = (track: CaptionTrack) => matchesLanguage(track, this.#text, locale);
    const found = new Set(tracks.filter(isFound).map(({ language }) => language));
    return rows.filter(({ lang }) => lang !== undefined && found.has(lang));
  }

  render({ search }: CaptionsMenuWords): TemplateResult {
    return html`<input
      class="search"
      part="search"
      type="search"
      aria-label=${search}
      placeholder=${search}
      .value=${this.#text}
      @input=${this.#take}
    />`;
  }

  /** The words in place of rows. */
  renderNone({ noMatch }: CaptionsMenuWords): TemplateResult {
    return html`<p class="none" role="presentation">${noMatch}</p>`;
  }

  readonly #take = ({ currentTarget }: Event): void => {
    this.#text = (currentTarget as HTMLInputElement).value;
    this.#update();
  };
}

import { html, nothing, type TemplateResult } from 'lit';
import { chapterAt } from '../../../../captions/index.ts';
import { goToChapter } from '../seek/steps.ts';
import type { Control, SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';

/** Names the current chapter and opens the list of chapters. The gaps in the seek bar belong to it. */
export class ChaptersControl implements Control {
  readonly name = 'chapters';
  readonly place = 'start';
  readonly #skin: SkinContext;
  readonly #keys: readonly KeyBinding[] = [
    {
      keys: ['pageup', 'pagedown'],
      actions: ['nextChapter', 'previousChapter'],
      shown: 'PageUp PageDown',
      word: 'nextOrPreviousChapter',
      act: (key) => goToChapter(this.#skin, key === 'pageup' ? 1 : -1),
    },
  ];

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  /** Without chapters these keys scroll the page. */
  get keys(): readonly KeyBinding[] {
    return this.#isOffered ? this.#keys : [];
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#isOffered) return nothing;
    const { words, chapters, timeline, openSettings, toggleSettings } = this.#skin;
    const title = chapterAt(chapters, timeline.time)?.title;
    const label = title ? words.chapterNow.replace('{name}', () => title) : words.chapters;
    return html`<button
      class="button chapters"
      part="button chapters"
      aria-label=${label}
      aria-haspopup="menu"
      aria-expanded=${openSettings === 'chapters'}
      data-hint=${words.chapters}
      @click=${() => toggleSettings('chapters')}
    >
      <span dir="auto">${title ?? words.chapters}</span>
    </button>`;
  }

  follow(signal: AbortSignal): void {
    this.#skin.host.addEventListener('vh-chapter-change', this.#skin.update, { signal });
  }

  get #isOffered(): boolean {
    return this.#skin.chapters.length > 0;
  }
}

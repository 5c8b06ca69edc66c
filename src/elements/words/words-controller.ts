import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { pageConfig } from '../../core/config.ts';
import type { ElementWords } from '../../locales/element-words.ts';
import { loadWords, loadedWords } from '../../locales/load-words.ts';
import { amend } from '../../locales/page-words.ts';

type Host = ReactiveControllerHost & HTMLElement;

/**
 * The words that an element shows, in the language of its surroundings: the page's configuration, else the nearest
 * `lang`. English is there from the first render; other languages are loaded and then rendered. The page's own texts come before both.
 */
export class WordsController<
  Name extends keyof ElementWords,
  Word extends keyof ElementWords[Name] = keyof ElementWords[Name],
> implements ReactiveController {
  readonly #host: Host;
  readonly #name: Name;
  readonly #english: Pick<ElementWords[Name], Word>;
  #words: Pick<ElementWords[Name], Word>;
  #locale = 'en';
  #watch: MutationObserver | undefined;

  constructor(host: Host, name: Name, english: Pick<ElementWords[Name], Word>) {
    this.#host = host;
    this.#name = name;
    this.#words = this.#english = english;
    host.addController(this);
  }

  /** The words to render. */
  get words(): Pick<ElementWords[Name], Word> {
    return amend?.(this.#words, this.#name, this.#locale) ?? this.#words;
  }

  /** The language for numbers and times: what the surroundings say, whether there are words for it or not. */
  get locale(): string {
    return this.#locale;
  }

  hostConnected(): void {
    void this.#look();
    this.#watch = new MutationObserver(() => void this.#look());
    // The second is `configure`: it puts that on the page and takes it off again.
    const change = { subtree: true, attributeFilter: ['lang', 'vh-lang'] };
    this.#watch.observe(this.#host.ownerDocument, change);
  }

  hostDisconnected(): void {
    this.#watch?.disconnect();
  }

  async #look(): Promise<void> {
    const locale = (this.#locale = localeOf(pageConfig().locale ?? langOf(this.#host)));
    this.#words = loadedWords(locale)?.[this.#name] ?? this.#words;
    this.#host.requestUpdate();
    const words = (await loadWords(locale))?.[this.#name] ?? this.#english;
    if (locale !== this.#locale || words === this.#words) return;
    this.#words = words;
    this.#host.requestUpdate();
  }
}

/** The language of an element's surroundings, beyond the shadow root that it may be in. */
function langOf(element: Element): string {
  const root = element.getRootNode();
  return (
    element.closest<HTMLElement>('[lang]')?.lang ?? (root instanceof ShadowRoot ? langOf(root.host) : '')
  );
}

/** The canonical form of a language tag; English for invalid ones. */
function localeOf(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

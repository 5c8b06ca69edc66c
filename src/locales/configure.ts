import { configure as setDefaults, type Config as Defaults } from '../core/config.ts';
import { setOwnWords, type PageWords } from './own-words.ts';

/** Page-wide defaults, and the page's own texts. */
export interface Config extends Defaults {
  /** Texts in the place of the elements' own: `{ en: { uploader: { choose: 'Choose your film' } } }`. */
  words?: PageWords | undefined;
}

/**
 * Sets defaults for every element on the page; later calls add to earlier ones.
 *
 * An element reads addresses when it starts its work, so call this before the first upload or playback. Language and texts
 * change at any time, on elements that are there already, too.
 */
export function configure({ words, ...defaults }: Config): void {
  setDefaults(defaults);
  if (words) setOwnWords(words);
  if (!('document' in globalThis)) return;
  // Elements watch the page's languages anyway: a further attribute, gone at once, notifies them without a list of them all.
  document.documentElement.toggleAttribute('vh-lang');
  document.documentElement.toggleAttribute('vh-lang');
}

import type { CaptionsWords } from './en/captions.ts';
import type { PlayerWords } from './en/player.ts';
import type { RecorderWords } from './en/recorder.ts';
import type { UploaderWords } from './en/uploader.ts';

/** All the words of one language, by element. */
export interface ElementWords {
  uploader: UploaderWords;
  recorder: RecorderWords;
  player: PlayerWords;
  captions: CaptionsWords;
}

// One chunk a language, fetched when a page wants it. A literal import each, so that every bundler sees them.
const languages: Record<string, () => Promise<{ default: ElementWords }>> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  he: () => import('./he.ts'),
  hi: () => import('./hi.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  pt: () => import('./pt.ts'),
  ru: () => import('./ru.ts'),
  tr: () => import('./tr.ts'),
  uk: () => import('./uk.ts'),
  zh: () => import('./zh.ts'),
};

/** The languages that there are words for, beside English. */
export const LANGUAGES: readonly string[] = Object.keys(languages);

/** A language's words, or nothing where English has to do. */
export async function loadWords(locale: string): Promise<ElementWords | undefined> {
  const load = languages[locale.toLowerCase().split('-')[0] ?? ''];
  try {
    return (await load?.())?.default;
  } catch {
    // A language that cannot be fetched must not take the element with it.
    return undefined;
  }
}

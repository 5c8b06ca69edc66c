import type { ElementWords } from './element-words.ts';

const loaded = new Map<string, ElementWords>();

/** A language's words, if they have been loaded before: what comes later to a page need not begin in English. */
export function loadedWords(locale: string): ElementWords | undefined {
  return loaded.get(languageOf(locale));
}

/** A language's words, or nothing where English has to do. */
export async function loadWords(locale: string): Promise<ElementWords | undefined> {
  const language = languageOf(locale);
  if (language === 'en') return undefined;
  try {
    // Apart, so that no page carries a list of languages that it does not speak.
    const { languages } = await import('./languages.ts');
    const words = (await languages[language]?.())?.default;
    if (words) loaded.set(language, words);
    return words;
  } catch {
    // A language that cannot be fetched must not take the element with it.
    return undefined;
  }
}

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] ?? '';

import type { ElementWords } from './element-words.ts';

const loaded: Record<string, ElementWords | undefined> = {};

/** A language's words, if they have been loaded before: what comes later to a page need not begin in English. */
export function loadedWords(locale: string): ElementWords | undefined {
  return loaded[languageOf(locale)];
}

/** A language's words, or nothing where English has to do. */
export async function loadWords(locale: string): Promise<ElementWords | undefined> {
  const language = languageOf(locale);
  if (language === 'en') return undefined;
  try {
    // Apart, so that no page carries a list of languages that it does not speak.
    const { languages } = await import('./languages.ts');
    return (loaded[language] = (await languages[language]?.())?.default);
  } catch {
    // A language that cannot be fetched must not take the element with it.
    return undefined;
  }
}

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] ?? '';

import type { CaptionTrack } from '../../captions/index.ts';
import { plainText } from '../words/plain-text.ts';

/** True when a language matches the search: by its label, by its name in the page's language, or by its tag. */
export function matchesLanguage({ label, language }: CaptionTrack, search: string, locale: string): boolean {
  const wanted = plainText(search.trim());
  return [label, nameIn(locale, language), language].some((name) => plainText(name).includes(wanted));
}

/** The name of a language in another one, such as "Hebrew" in English; empty for unknown languages. */
export function nameIn(locale: string, language: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? '';
  } catch {
    return '';
  }
}

import type { CaptionTrack } from '../../captions/caption-tracks.ts';

/** True where a language is what somebody looks for: by its label, by its name in the page's language, or by its tag. */
export function matchesLanguage({ label, language }: CaptionTrack, search: string, locale: string): boolean {
  const wanted = plain(search.trim());
  return [label, nameIn(locale, language), language].some((name) => plain(name).includes(wanted));
}

/** Without accents and capitals: who looks for "francais" means "Français". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function nameIn(locale: string, language: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? '';
  } catch {
    return '';
  }
}

import { isLanguageTag } from '../../../../core/wire/caption-text.ts';

/** The languages that are offered beside the author's own. */
const OFFERED =
  'ar bg bn ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms ' +
  'my nb ne nl pa pl pt pt-BR ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant zu';

/** One language to choose from. */
export interface OfferedLanguage {
  readonly tag: string;
  readonly name: string;
}

/** Languages by their names in the page's language; the likely ones, which the author speaks or reads, come first. */
export function offerLanguages(locale: string, likely: readonly string[]): OfferedLanguage[] {
  const first = likely.flatMap((tag) => canonical(tag) ?? []);
  const named = (tags: readonly string[]) => tags.map((tag) => ({ tag, name: nameOf(tag, locale) ?? tag }));
  const rest = OFFERED.split(' ').filter((tag) => !first.includes(tag));
  const { compare } = new Intl.Collator(locale);
  return [...named([...new Set(first)]), ...named(rest).sort((one, other) => compare(one.name, other.name))];
}

/** The language that a file's name says: `film.de.srt`, `film_pt-BR.vtt`. */
export function languageInName(name: string): string | undefined {
  const [, said = ''] = /[._ -]([A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8})?)\.\w{2,4}$/.exec(name.slice(-64)) ?? [];
  const tag = canonical(said.replace('_', '-'));
  return tag !== undefined && nameOf(tag, 'en') !== undefined ? tag : undefined;
}

/** A language's name in the page's language; undefined for an unknown tag. */
export function nameOf(tag: string, locale: string): string | undefined {
  try {
    return new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(tag);
  } catch {
    return undefined;
  }
}

function canonical(tag: string): string | undefined {
  try {
    const [known] = Intl.getCanonicalLocales(tag);
    return isLanguageTag(known) ? known : undefined;
  } catch {
    return undefined;
  }
}

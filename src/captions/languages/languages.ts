/**
 * The language of `offered` that is nearest to `wanted`: the same one, else one of the same script (`zh-TW` for
 * `zh-Hant`), else any form of it.
 */
export function nearestLanguage(wanted: string, offered: readonly string[]): string | undefined {
  const tag = canonical(wanted);
  const same = offered.find((language) => canonical(language) === tag);
  if (same !== undefined) return same;
  const forms = offered.filter((language) => primary(language) === primary(wanted));
  return forms.find((language) => scriptOf(language) === scriptOf(wanted)) ?? forms[0];
}

/** One spelling for each language: `EN-us` and `en-US` are the same. */
export function canonical(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language;
  } catch {
    return language;
  }
}

function primary(language: string): string {
  return canonical(language).split('-')[0] ?? '';
}

/** The script in which a language is written, also where the tag names none; undefined where the tag is malformed. */
function scriptOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).maximize().script;
  } catch {
    return undefined;
  }
}

/** A language's name in the language itself, as it stands in a list: "Deutsch", "Français". Unknown ones stay tags. */
export function languageName(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    const [first = '', ...rest] = name;
    return name === language ? language : first.toLocaleUpperCase(language) + rest.join('');
  } catch {
    return language;
  }
}

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

/** The language of `offered` that is nearest to `wanted`: the same one, else another region's form of it. */
export function nearestLanguage(wanted: string, offered: readonly string[]): string | undefined {
  const tag = canonical(wanted);
  const same = offered.find((language) => canonical(language) === tag);
  return same ?? offered.find((language) => primary(language) === primary(wanted));
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

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

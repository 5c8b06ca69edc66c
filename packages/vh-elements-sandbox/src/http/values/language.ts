// Language, script, region, variants. The service's own list knows no extensions.
const TAG = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3})){0,3}$/i;

const NAMES = {
  language: new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }),
  script: new Intl.DisplayNames(['en'], { type: 'script', fallback: 'none' }),
  region: new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }),
};

/** A well-formed language tag in its usual case, in which it is kept and compared; nothing for any other text. */
export function readLanguageTag(text: string): string | undefined {
  if (!TAG.test(text)) return undefined;
  return text
    .split('-')
    .map((subtag, index) => {
      const lower = subtag.toLowerCase();
      if (index > 0 && subtag.length === 2) return lower.toUpperCase();
      return index > 0 && /^[a-z]{4}$/.test(lower) ? lower.charAt(0).toUpperCase() + lower.slice(1) : lower;
    })
    .join('-');
}

/** Whether there is such a language, written so and spoken there. */
export function isKnownLanguage(tag: string): boolean {
  const [, language = '', script, region] = TAG.exec(tag) ?? [];
  return (
    isNamed('language', language) &&
    (script === undefined || isNamed('script', script)) &&
    (region === undefined || isNamed('region', region))
  );
}

function isNamed(kind: keyof typeof NAMES, subtag: string): boolean {
  try {
    return NAMES[kind].of(subtag) !== undefined;
  } catch {
    return false;
  }
}

/** From which language into which. BCP 47. */
export interface LanguagePair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

/** Translates texts of one language into another. */
export interface Translator {
  translate: (text: string, options: { signal: AbortSignal }) => Promise<string>;
  destroy: () => void;
}

/** The members of the browser's `Translator` that we use. Its languages are on the device, or come there once. */
export interface TranslatorMaker {
  availability: (pair: LanguagePair) => Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  /** A model that has yet to be downloaded needs a press of the viewer. */
  create: (
    options: LanguagePair & { signal: AbortSignal; monitor: (monitor: EventTarget) => void },
  ) => Promise<Translator>;
}

/** The browser's own; undefined where there is none. */
export function browserTranslator(): TranslatorMaker | undefined {
  return (globalThis as { Translator?: TranslatorMaker }).Translator;
}

/** A language as translators call it: without a region, and Chinese by its script. */
export function translatedLanguage(language: string): string | undefined {
  try {
    if (/^(und|mul|zxx)\b/i.test(language)) return undefined;
    const { language: primary, script } = new Intl.Locale(language.replace(/-x-.*$/, '')).maximize();
    return primary === 'zh' && script === 'Hant' ? 'zh-Hant' : primary;
  } catch {
    return undefined;
  }
}

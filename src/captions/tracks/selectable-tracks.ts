import { canonical, languageName, nearestLanguage } from '../languages/languages.ts';

/** The members of a `TextTrack` that the engine uses. */
export interface CaptionSource {
  readonly kind: string;
  readonly language: string;
  readonly label: string;
  mode: 'disabled' | 'hidden' | 'showing';
}

/** The tag of captions beside subtitles of the same language: a private tag of that language. */
const CAPTIONS_TAG = '-x-cc';

/** The captions and subtitles among the sources. */
export function captionsOf<Source extends CaptionSource>(sources: Iterable<Source>): Source[] {
  return [...sources].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');
}

/** True for a track that describes the picture: words to be read aloud, or sound, alone or mixed with the video's own. */
export function isDescription({ kind }: { readonly kind: string }): boolean {
  return kind === 'descriptions' || kind === 'main-desc';
}

/**
 * The tracks to choose from, each by its language, or by its label where it says none: one a language, the one that shows,
 * else the first. Captions (with sounds) and subtitles (without) of one language are two. A viewer's own languages come
 * first, in their order.
 */
export function choicesOf(
  sources: Iterable<CaptionSource>,
  languages: readonly string[] = [],
): Map<string, CaptionSource> {
  const all = captionsOf(sources);
  const subtitled = new Set(all.filter(({ kind }) => kind === 'subtitles').map(nameOf));
  const names = new Map<string, string>();
  const choices = new Map<string, CaptionSource>();
  for (const source of all) {
    const isBeside = source.kind === 'captions' && source.language !== '' && subtitled.has(nameOf(source));
    const id = nameOf(source) + (isBeside ? CAPTIONS_TAG : '');
    const written = source.language || source.label.trim() || 'und';
    const name = names.get(id) ?? (isBeside ? id : written);
    names.set(id, name);
    if (source.mode === 'showing' || !choices.has(name)) choices.set(name, source);
  }
  const offered = [...choices.keys()];
  const own = new Set(languages.map((language) => nearestLanguage(language, offered) ?? ''));
  const order = [...own, ...offered.filter((name) => !own.has(name))];
  return new Map(
    order.flatMap((name) => {
      const source = choices.get(name);
      return source ? [[name, source]] : [];
    }),
  );
}

/** The name of a choice: the author's label, else the language in itself; captions beside subtitles say so. */
export function labelOf(name: string, { label, language }: CaptionSource): string {
  const said = label.trim() || (language && languageName(language));
  return name.endsWith(CAPTIONS_TAG) && !/\b(cc|sdh)\b/i.test(said) ? `${said} (CC)` : said;
}

function nameOf({ language, label }: CaptionSource): string {
  return canonical(language || label.trim() || 'und');
}

import { embedLanguages, rightToLeft } from './embed-languages.ts';

/** The sentences of an embed page that stand in it before any script runs. */
export interface EmbedWords {
  /** In place of a video that is not there, or not for this visitor. */
  notFound: string;
  /** In place of a private video whose address has ended. */
  expired: string;
  /** In place of a video while the service fails. */
  failed: string;
  /** A link to the file, where scripts are off. */
  watchFile: string;
  /** The title of a page whose video has none. */
  video: string;
}

const en: EmbedWords = {
  notFound: 'This video is not available.',
  expired: 'This link to the video has expired. Ask for a new one where you found it.',
  failed: 'This video cannot be shown right now. Please try again later.',
  watchFile: 'Watch the video without scripts',
  video: 'Video',
};

/** A language of embed pages, and what follows from it. */
export interface EmbedLanguage {
  /** For `lang`. */
  tag: string;
  dir: 'ltr' | 'rtl';
  words: EmbedWords;
}

/** The words of a language; English for one that has none. */
export function embedLanguage(tag: string): EmbedLanguage {
  const [main = ''] = tag.toLowerCase().split('-');
  const words = Object.hasOwn(embedLanguages, main) ? embedLanguages[main] : undefined;
  if (!words) return { tag: main === 'en' ? tag : 'en', dir: 'ltr', words: en };
  return { tag, dir: rightToLeft.includes(main) ? 'rtl' : 'ltr', words };
}

/** The first language of an `Accept-Language` header that has words. */
export function preferredLanguage(header: string | null | undefined): string {
  const wanted = (header ?? '')
    .slice(0, 512)
    .split(',')
    .map((part) =>
      /^\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3})\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(part),
    )
    .flatMap((match) => (match?.[1] ? [{ tag: match[1], weight: Number(match[2] ?? 1) }] : []))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  const isKnown = (tag: string) => {
    const [main = ''] = tag.toLowerCase().split('-');
    return main === 'en' || Object.hasOwn(embedLanguages, main);
  };
  return wanted.find(({ tag }) => isKnown(tag))?.tag ?? 'en';
}

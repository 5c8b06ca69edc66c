import type { CaptionsWords } from './en/captions.ts';
import type { PlayerWords } from './en/player.ts';
import type { RecorderWords } from './en/recorder.ts';
import type { UploaderWords } from './en/uploader.ts';

/** All the words of one language, by element. */
export interface ElementWords {
  uploader: UploaderWords;
  recorder: RecorderWords;
  player: PlayerWords;
  captions: CaptionsWords;
}

/** A language's words, or nothing where English has to do. */
export async function loadWords(locale: string): Promise<ElementWords | undefined> {
  const language = locale.toLowerCase().split('-')[0] ?? '';
  if (language === 'en') return undefined;
  try {
    // Apart, so that no page carries a list of languages that it does not speak.
    const { languages } = await import('./languages.ts');
    return (await languages[language]?.())?.default;
  } catch {
    // A language that cannot be fetched must not take the element with it.
    return undefined;
  }
}

import { addOwnCaptions, OWN_LANGUAGE, readOwnCaptions } from '../../../../captions/index.ts';
import { captionsMenu } from '../../../../locales/en/captions-menu.ts';
import { loadWords } from '../../../../locales/load-words.ts';
import type { SkinContext } from './control.ts';

/** Shows the captions of a viewer's file, and says so, or that there are none in it. */
export async function takeCaptionsFile(skin: SkinContext, file: File): Promise<void> {
  const { media, words, notify, locale } = skin;
  const { currentSrc } = media;
  const cues = await readOwnCaptions(file).catch(() => undefined);
  // Something else plays meanwhile.
  if (media.currentSrc !== currentSrc) return;
  if (!cues) {
    const menu = (await loadWords(locale))?.captionsMenu ?? captionsMenu;
    return notify(menu.unreadable);
  }
  await addOwnCaptions(media, file.name, cues);
  skin.captions?.choose(OWN_LANGUAGE);
  notify(words.captionsNow.replace('{name}', () => file.name));
}

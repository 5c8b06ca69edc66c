import type { CaptionsMenuWords } from '../../../../../locales/en/captions-menu.ts';
import { formatTime } from '../../../format/format-time.ts';
import type { SkinContext } from '../../context/control.ts';
import { canSavePicture, savePicture } from './save-picture.ts';
import { linkTime, shareLink } from './share-link.ts';

/** Something to do at once, on the first page of the settings. */
export interface MenuAction {
  /** `without-name` takes it out. */
  name: string;
  label: string;
  /** Does it; gives an address that is left to copy by hand. */
  act: () => Promise<string | undefined>;
}

/** The actions on the present moment. */
export function actionsOf(skin: SkinContext, menu: CaptionsMenuWords): readonly MenuAction[] {
  const { words, captions, captionsFile } = skin;
  const time = linkTime(skin);
  const copyLink = time !== undefined && {
    name: 'copy-link',
    label: words.copyLink.replace('{time}', formatTime(time)),
    act: () => copy(skin, time),
  };
  const savesPicture = canSavePicture(skin) && {
    name: 'save-picture',
    label: words.savePicture,
    act: () => savePicture(skin).then(() => undefined),
  };
  // Where there are captions already, it is on their page.
  const opensFile = captionsFile.isOffered &&
    captions?.store.state.status === 'none' && {
      name: 'captions-file',
      label: menu.openFile,
      act: () => Promise.resolve(captionsFile.choose()).then(() => undefined),
    };
  const { partLoop } = skin;
  const repeats = skin.has('part-loop') &&
    partLoop.isOffered && {
      name: 'part-loop',
      label: partLoop.label,
      act: () => Promise.resolve(partLoop.step()).then(() => undefined),
    };
  return [opensFile, repeats, copyLink, savesPicture].filter((action) => action !== false);
}

async function copy(skin: SkinContext, time: number): Promise<string | undefined> {
  const sharing = await shareLink(skin, time);
  if (sharing.outcome === 'refused') return sharing.url;
  if (sharing.outcome === 'copied') skin.notify(skin.words.linkCopied);
  return undefined;
}

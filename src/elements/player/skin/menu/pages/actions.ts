import type { CaptionsMenuWords } from '../../../../../locales/en/captions-menu.ts';
import { formatTime } from '../../../format/format-time.ts';
import type { SkinContext } from '../../context/control.ts';
import { canSavePicture, savePicture } from './save-picture.ts';
import { VhCopyLinkEvent } from '../../../../events/vh-copy-link-event.ts';

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

/** The whole second that a link would lead to; undefined where no link could. */
function linkTime({ host, timeline, has }: SkinContext): number | undefined {
  // The time alone does not say which entry of a playlist it is of.
  const isOffered = host.timeParameter && !host.playlist && has('copy-link');
  return isOffered && timeline.range && !timeline.isLive ? Math.floor(timeline.time) : undefined;
}

/** The page's own address, with that second in it. */
export function linkTo(address: string, parameter: string, seconds: number): string {
  const url = new URL(address);
  url.searchParams.set(parameter, String(seconds));
  return url.href;
}

/** How it went: whether there is something to say, or something left to do. */
type Sharing = { outcome: 'copied' | 'canceled' } | { outcome: 'refused'; url: string };

/** Copies a link, unless the page does something else. */
async function shareLink({ host }: SkinContext, seconds: number): Promise<Sharing> {
  const address = host.ownerDocument.location.href;
  const event = new VhCopyLinkEvent(linkTo(address, host.timeParameter ?? '', seconds), seconds);
  if (!host.dispatchEvent(event)) return { outcome: 'canceled' };
  const { url } = event;
  try {
    await navigator.clipboard.writeText(url);
    return { outcome: 'copied' };
  } catch {
    // Not allowed, or not there: pages without TLS have no clipboard.
    return { outcome: 'refused', url };
  }
}

import type { SkinContext } from './control.ts';
import { addOwnCaptions, OWN_LANGUAGE, readOwnCaptions } from '../../../../captions/index.ts';
import { captionsMenu } from '../../../../locales/en/captions-menu.ts';
import { loadWords } from '../../../../locales/load-words.ts';

/** The names of files that are taken when they are dropped. */
const CAPTIONS = /\.(vtt|srt)$/i;
const ACCEPT = '.vtt,.srt,text/vtt,application/x-subrip';

/**
 * The viewer's own file of captions: opened from the menu, or dropped on the player. It stays on the device.
 *
 * @attr {boolean} without-captions-file - Does not let viewers open a caption file.
 */
export class CaptionsFile {
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  /** A broadcast has no clock that a file could be written for. */
  get isOffered(): boolean {
    const { timeline, has } = this.#skin;
    return timeline.range !== undefined && !timeline.isLive && has('captions-file') && has('captions');
  }

  /** Asks the viewer for a file. Browsers allow it in answer to a press. */
  choose(): void {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = ACCEPT;
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (file) void this.take(file);
    });
    input.click();
  }

  /** Takes files that are dropped on the element where the player shows, until the signal aborts. */
  follow(frame: HTMLElement, signal: AbortSignal): void {
    frame.addEventListener(
      'dragover',
      (event) => {
        const { dataTransfer } = event;
        const isFile = [...(dataTransfer?.items ?? [])].some(({ kind }) => kind === 'file');
        if (!isFile || !dataTransfer || event.defaultPrevented || !this.isOffered) return;
        event.preventDefault();
        dataTransfer.dropEffect = 'copy';
      },
      { signal },
    );
    frame.addEventListener(
      'drop',
      (event) => {
        const file = [...(event.dataTransfer?.files ?? [])].find(({ name }) => CAPTIONS.test(name));
        if (!file || event.defaultPrevented || !this.isOffered) return;
        event.preventDefault();
        // The page may upload dropped files; this one is the viewer's.
        event.stopPropagation();
        void this.take(file);
      },
      { signal },
    );
  }

  /** Shows the captions of a viewer's file, and says so, or that there are none in it. */
  async take(file: File): Promise<void> {
    const skin = this.#skin;
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
}

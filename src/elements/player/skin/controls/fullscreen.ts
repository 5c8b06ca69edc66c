import type { nothing, TemplateResult } from 'lit';
import { fullscreenExitIcon, fullscreenIcon } from '../../../styling/icons.ts';
import {
  enterFullscreen,
  isFullscreen,
  leaveFullscreen,
  mayFillScreen,
} from '../../presentation/fullscreen.ts';
import type { Control, SkinContext } from '../context/control.ts';
import { skinRoot } from '../context/skin-root.ts';
import type { KeyBinding } from '../context/key-map.ts';
import { toggleView, viewButton, type PlayerView } from '../context/view-toggle.ts';

/**
 * Fills the screen with the player.
 *
 * @attr {string} fullscreen-target - The id of an element around the player that fills the screen in its place.
 */
export class FullscreenControl implements Control, PlayerView {
  readonly name = 'fullscreen';
  readonly place = 'end';
  readonly action = 'fullscreen';
  readonly keys: readonly KeyBinding[] = [
    { keys: ['f'], actions: ['fullscreen'], word: 'fullscreenOrExit', act: () => toggleView(this) },
  ];
  readonly icons = [fullscreenIcon, fullscreenExitIcon] as const;
  readonly labels = ['fullscreen', 'exitFullscreen'] as const;
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult | typeof nothing {
    return viewButton(this.#skin, this);
  }

  follow(signal: AbortSignal): void {
    const { host, media, update } = this.#skin;
    // Of the document: what fills the screen may be around the player.
    host.ownerDocument.addEventListener('fullscreenchange', update, { signal });
    for (const type of ['webkitbeginfullscreen', 'webkitendfullscreen'])
      media.addEventListener(type, update, { signal });
  }

  get isPossible(): boolean {
    const { host } = this.#skin;
    // Browsers let no window that is above all others fill the screen.
    return skinRoot(host) === host && mayFillScreen(host);
  }

  get isOn(): boolean {
    return isFullscreen(this.#skin.host);
  }

  enter(): Promise<void> {
    return enterFullscreen(this.#skin.host);
  }

  leave(): Promise<void> {
    return leaveFullscreen(this.#skin.host);
  }
}

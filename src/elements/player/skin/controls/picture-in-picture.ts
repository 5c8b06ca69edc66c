import { svg, type nothing, type TemplateResult } from 'lit';
import { draw, type Icon } from '../../../styling/icon.ts';
import type { Control, SkinContext } from '../context/control.ts';
import { skinRoot } from '../context/skin-root.ts';
import type { KeyBinding } from '../context/key-map.ts';
import { toggleView, viewButton, type PlayerView } from '../context/view-toggle.ts';
import type { LazyPart } from '../../../../core/async/lazy-module.ts';
import { loadWindow, playerPart } from '../../parts.ts';
import type { openWindow } from '../../presentation/pip-window/player-window.ts';
import { windowMaker } from '../../presentation/pip-window/window-maker.ts';

const icon: Icon = () =>
  draw(
    svg`<path d="M20.5 10V7A2.5 2.5 0 0 0 18 4.5H6A2.5 2.5 0 0 0 3.5 7v9A2.5 2.5 0 0 0 6 18.5h3" /><rect x="12" y="13" width="8.5" height="6.5" rx="1.5" />`,
  );
const exitIcon: Icon = () =>
  draw(
    svg`<path d="M20.5 10V7A2.5 2.5 0 0 0 18 4.5H6A2.5 2.5 0 0 0 3.5 7v9A2.5 2.5 0 0 0 6 18.5h3M13 12 8 8m0 3.5V8h3.5" /><rect x="12" y="13" width="8.5" height="6.5" rx="1.5" />`,
  );

/**
 * Shows the player in a small window above all others, with its controls and captions; where the browser has no such
 * window, the video alone.
 *
 * @attr {boolean} auto-pip - Enters picture-in-picture while a viewer is in another tab, where the browser allows that.
 * @csspart placeholder - The view in the page while the player is in its own window.
 */
export class PictureInPictureControl implements Control, PlayerView {
  readonly name = 'picture-in-picture';
  readonly place = 'end';
  readonly action = 'pictureInPicture';
  readonly keys: readonly KeyBinding[] = [
    { keys: ['i'], actions: ['pictureInPicture'], word: 'pictureInPicture', act: () => toggleView(this) },
  ];
  readonly icons = [icon, exitIcon] as const;
  readonly labels = ['pictureInPicture', 'exitPictureInPicture'] as const;
  readonly #skin: SkinContext;
  readonly #window: LazyPart<typeof openWindow>;
  #isOpening = false;

  constructor(skin: SkinContext) {
    this.#skin = skin;
    this.#window = playerPart(skin.host, loadWindow, (code) => code.openWindow);
  }

  render(): TemplateResult | typeof nothing {
    return viewButton(this.#skin, this);
  }

  follow(signal: AbortSignal): void {
    const { host, media, update } = this.#skin;
    for (const type of ['enterpictureinpicture', 'leavepictureinpicture'])
      media.addEventListener(type, update, { signal });
    // In another tab the browser waits for no code.
    const load = () => {
      if (host.hasAttribute('auto-pip') && windowMaker(host)) void this.#window.need();
    };
    media.addEventListener('playing', load, { signal });
  }

  get isPossible(): boolean {
    const { host, media } = this.#skin;
    if (host.hasAttribute('disablepictureinpicture') || media.readyState === 0) return false;
    if (windowMaker(host)) return true;
    return document.pictureInPictureEnabled && typeof media.requestPictureInPicture === 'function';
  }

  get isOn(): boolean {
    const { host } = this.#skin;
    return skinRoot(host) !== host || this.#isVideoOut;
  }

  async enter(): Promise<void> {
    const { host } = this.#skin;
    if (!windowMaker(host)) await host.requestPictureInPicture();
    else if (!this.#isOpening) await this.#openWindow();
  }

  async leave(): Promise<void> {
    if (this.#isVideoOut) await document.exitPictureInPicture();
    else skinRoot(this.#skin.host).ownerDocument.defaultView?.close();
  }

  /** The code that moves the player is loaded with the first window. */
  async #openWindow(): Promise<void> {
    this.#isOpening = true;
    try {
      const open = await this.#window.load();
      if (open) await open(this.#skin);
      else await this.#skin.host.requestPictureInPicture();
    } catch {
      // A page's policy may refuse windows.
      await this.#skin.host.requestPictureInPicture();
    } finally {
      this.#isOpening = false;
    }
  }

  /** True while the browser shows the video, and nothing else, in its own window. */
  get #isVideoOut(): boolean {
    const { media } = this.#skin;
    return (media.getRootNode() as ShadowRoot).pictureInPictureElement === media;
  }
}

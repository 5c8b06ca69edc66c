import type { ReactiveController } from 'lit';
import type { PlayerApi } from '../api/player-api.ts';
import { isControlDisabled } from '../skin/context/disabled-controls.ts';

const FORBIDDEN = 'disablepictureinpicture';

/** True in Firefox, which lays a button for picture-in-picture over each video that does not forbid it. */
export function laysButton(media: HTMLVideoElement): boolean {
  return 'mozHasAudio' in media;
}

/**
 * Keeps the browser's own button away from a player whose controls have one. The video forbids picture-in-picture then,
 * except while it is to be shown alone; what the page has forbidden is the player's attribute.
 */
export class BrowserButton implements ReactiveController {
  readonly #host: PlayerApi;
  readonly #isBackground: () => boolean;
  #connection = new AbortController();
  /** True from our request for the video alone until it is back. */
  #isAlone = false;

  constructor(host: PlayerApi, isBackground: () => boolean) {
    this.#host = host;
    this.#isBackground = isBackground;
    Object.defineProperties(host, {
      disablePictureInPicture: {
        configurable: true,
        get: () => host.hasAttribute(FORBIDDEN),
        set: (is: boolean) => host.toggleAttribute(FORBIDDEN, is),
      },
      requestPictureInPicture: { configurable: true, value: () => this.#show() },
    });
    host.addController(this);
    this.hostUpdated();
  }

  hostConnected(): void {
    this.#connection.abort();
    const { signal } = (this.#connection = new AbortController());
    const { media } = this.#host;
    media.addEventListener('enterpictureinpicture', () => (this.#isAlone = true), { signal });
    media.addEventListener('leavepictureinpicture', () => this.#takeBack(), { signal });
  }

  hostDisconnected(): void {
    this.#connection.abort();
  }

  hostUpdated(): void {
    const { media } = this.#host;
    const isForbidden = this.#host.hasAttribute(FORBIDDEN) || (!this.#isAlone && this.#isHidden);
    if (media.disablePictureInPicture !== isForbidden) media.disablePictureInPicture = isForbidden;
  }

  /** A background film has none, as it has no controls. */
  get #isHidden(): boolean {
    const { media, withoutControls } = this.#host;
    if (withoutControls) return this.#isBackground();
    return !media.controls && !isControlDisabled(this.#host, 'picture-in-picture');
  }

  async #show(): Promise<PictureInPictureWindow> {
    this.#isAlone = true;
    this.hostUpdated();
    try {
      return await this.#host.media.requestPictureInPicture();
    } catch (error) {
      this.#takeBack();
      throw error;
    }
  }

  #takeBack(): void {
    this.#isAlone = false;
    this.hostUpdated();
  }
}

import { nothing, svg, type TemplateResult } from 'lit';
import { draw, type Icon } from '../../../icon.ts';
import { controlButton, type Control, type SkinContext } from '../control.ts';
import type { KeyBinding } from '../key-map.ts';

const icon: Icon = () =>
  draw(
    svg`<path d="M20.5 10V7A2.5 2.5 0 0 0 18 4.5H6A2.5 2.5 0 0 0 3.5 7v9A2.5 2.5 0 0 0 6 18.5h3" /><rect x="12" y="13" width="8.5" height="6.5" rx="1.5" />`,
  );

/** Shows the video in a small window above all others. */
export class PictureInPictureControl implements Control {
  readonly name = 'picture-in-picture';
  readonly place = 'end';
  readonly keys: readonly KeyBinding[] = [
    { keys: ['i'], word: 'pictureInPicture', act: () => this.#toggle() },
  ];
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#isPossible) return nothing;
    const { words } = this.#skin;
    const label = this.#isOn ? words.exitPictureInPicture : words.pictureInPicture;
    return controlButton({ name: 'picture-in-picture', icon, label, act: () => this.#toggle(), key: 'i' });
  }

  follow(signal: AbortSignal): void {
    const { media, update } = this.#skin;
    for (const type of ['enterpictureinpicture', 'leavepictureinpicture'])
      media.addEventListener(type, update, { signal });
  }

  #toggle(): void {
    if (!this.#isPossible) return;
    const { media } = this.#skin;
    const done = this.#isOn ? document.exitPictureInPicture() : media.requestPictureInPicture();
    // A refusal leaves everything as it is.
    done.catch(() => {});
  }

  get #isOn(): boolean {
    const { media } = this.#skin;
    return (media.getRootNode() as ShadowRoot).pictureInPictureElement === media;
  }

  get #isPossible(): boolean {
    const { media } = this.#skin;
    const isAllowed = document.pictureInPictureEnabled && !media.disablePictureInPicture;
    return isAllowed && typeof media.requestPictureInPicture === 'function' && media.readyState > 0;
  }
}

import { nothing, type TemplateResult } from 'lit';
import { fullscreenExitIcon, fullscreenIcon } from '../../../icons.ts';
import { controlButton, type Control, type SkinContext } from '../control.ts';
import type { KeyBinding } from '../key-map.ts';

interface WebKitVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** Fills the screen with the player. */
export class FullscreenControl implements Control {
  readonly name = 'fullscreen';
  readonly place = 'end';
  readonly keys: readonly KeyBinding[] = [
    { keys: ['f'], word: 'fullscreenOrExit', act: () => this.toggle() },
  ];
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#isPossible) return nothing;
    const { words } = this.#skin;
    const isOn = this.#isOn;
    return controlButton({
      name: 'fullscreen',
      icon: isOn ? fullscreenExitIcon : fullscreenIcon,
      label: isOn ? words.exitFullscreen : words.fullscreen,
      act: () => this.toggle(),
      key: 'f',
    });
  }

  follow(signal: AbortSignal): void {
    this.#skin.host.addEventListener('fullscreenchange', this.#skin.update, { signal });
  }

  /** Fills the screen, or gives it back. */
  toggle(): void {
    // A refusal leaves everything as it is.
    this.#toggle().catch(() => {});
  }

  async #toggle(): Promise<void> {
    const { host } = this.#skin;
    if (this.#isOn) await document.exitFullscreen();
    else if (document.fullscreenEnabled) await host.requestFullscreen();
    // Telephones give the screen to a video only.
    else this.#media.webkitEnterFullscreen?.();
  }

  get #media(): WebKitVideo {
    return this.#skin.media;
  }

  get #isOn(): boolean {
    return this.#skin.host.matches(':fullscreen');
  }

  get #isPossible(): boolean {
    return document.fullscreenEnabled || typeof this.#media.webkitEnterFullscreen === 'function';
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import { captionsIcon } from '../../../icons.ts';
import { controlButton, type Control, type SkinContext } from '../control.ts';
import type { KeyBinding } from '../key-map.ts';

/** Turns captions on and off. A page puts a picker in its place. */
export class CaptionsControl implements Control {
  readonly name = 'captions';
  readonly place = 'end';
  readonly keys: readonly KeyBinding[] = [
    { keys: ['c'], word: 'captionsOnOrOff', act: () => this.#toggle() },
  ];
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult {
    return html`<slot name="captions">${this.#renderButton()}</slot>`;
  }

  #renderButton(): TemplateResult | typeof nothing {
    const { captions, words } = this.#skin;
    const state = captions?.store.state;
    if (state?.status !== 'some') return nothing;
    const shown = state.tracks.find(({ active }) => active)?.label ?? words.off;
    return controlButton({
      name: 'captions',
      icon: captionsIcon,
      label: words.captions,
      act: () => this.#toggle(),
      key: 'c',
      pressed: state.active !== '',
      hint: words.captionsNow.replace('{name}', () => shown),
    });
  }

  #toggle(): void {
    this.#skin.captions?.toggle(navigator.languages);
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import { captionsIcon } from '../../../styling/icons.ts';
import { controlButton, type Control, type SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';
import type { LongPress } from '../input/long-press.ts';
import { captionsMenuPress, hasCaptionsMenu } from './captions-menu.ts';

/**
 * Turns captions on and off; up, down, the context menu and a long press list the languages. A page puts a picker in its place.
 *
 * @csspart cues - The captions that show now.
 * @csspart cue - One caption; `cue-NAME` is a class that its author has given a part of it.
 * @csspart voice - The words of a named voice in it.
 * @csspart style-panel - The panel for the look of captions.
 */
export class CaptionsControl implements Control {
  readonly name = 'captions';
  readonly place = 'end';
  readonly #toggling: KeyBinding = {
    keys: ['c'],
    actions: ['captions'],
    word: 'captionsOnOrOff',
    act: () => this.#toggleReported(),
  };
  /** Only for the list: from elsewhere, these keys are the volume. */
  readonly #opening: KeyBinding = {
    ...{ keys: [], actions: [], shown: '↑ ↓', on: 'captions', word: 'captionsMenu' },
    act: () => this.#skin.toggleSettings('captions'),
  };
  readonly #skin: SkinContext;
  readonly #press: LongPress;

  constructor(skin: SkinContext) {
    this.#skin = skin;
    this.#press = captionsMenuPress(skin);
  }

  get keys(): readonly KeyBinding[] {
    return hasCaptionsMenu(this.#skin) ? [this.#toggling, this.#opening] : [this.#toggling];
  }

  render(): TemplateResult {
    return html`<slot name="captions" @slotchange=${this.#skin.update}>${this.#renderButton()}</slot>`;
  }

  #renderButton(): TemplateResult | typeof nothing {
    const { captions, words } = this.#skin;
    const state = captions?.store.state;
    if (state?.status !== 'some') return nothing;
    const button = controlButton({
      name: 'captions',
      icon: captionsIcon,
      label: words.captions,
      act: () => this.#toggle(),
      key: this.#skin.keyFor('captions'),
      pressed: state.active !== '',
      hint: this.#now,
    });
    const { takeKey, takeContextMenu, begin, end, cancel, takeClick } = this.#press;
    return html`<span
      class="presses"
      @keydown=${takeKey}
      @contextmenu=${takeContextMenu}
      @pointerdown=${begin}
      @pointerup=${end}
      @pointercancel=${cancel}
      @pointerleave=${cancel}
      @click=${takeClick}
      >${button}</span
    >`;
  }

  /** The present choice, in words. */
  get #now(): string {
    const { captions, words } = this.#skin;
    const state = captions?.store.state;
    const active = state?.status === 'some' ? state.tracks.find((track) => track.active) : undefined;
    return words.captionsNow.replace('{name}', () => active?.label ?? words.off);
  }

  /** By a key: nothing need be said just then, and the button may be out of sight. */
  #toggleReported(): void {
    const { captions, notify } = this.#skin;
    if (captions?.store.state.status !== 'some') return;
    this.#toggle();
    notify(this.#now);
  }

  #toggle(): void {
    this.#skin.captions?.toggle(navigator.languages);
  }
}

import { html, nothing, svg, type TemplateResult } from 'lit';
import { nearestLanguage } from '../../../../captions/index.ts';
import { draw, type Icon } from '../../../styling/icon.ts';
import { controlButton, type Control, type SkinContext } from '../context/control.ts';
import { LongPress } from '../input/long-press.ts';

const caretIcon: Icon = () => draw(svg`<path d="m8 13.75 4-4 4 4" />`);

/** Lists the languages of captions at one press, where there is a choice and the bar has room. */
export class CaptionsMenuControl implements Control {
  readonly name = 'captions-menu';
  readonly place = 'end';
  readonly #skin: SkinContext;
  readonly #press: LongPress;

  constructor(skin: SkinContext) {
    this.#skin = skin;
    this.#press = captionsMenuPress(skin);
  }

  render(): TemplateResult | typeof nothing {
    const { words, openSettings, toggleSettings } = this.#skin;
    if (!hasCaptionsMenu(this.#skin)) return nothing;
    const button = controlButton({
      name: 'captions-menu',
      icon: caretIcon,
      label: words.captionsMenu,
      act: () => toggleSettings('captions'),
      expanded: openSettings === 'captions',
    });
    return html`<span class="presses" @keydown=${this.#press.takeKey}>${button}</span>`;
  }
}

/** Other ways to the menu, from a button that has the focus then. */
export function captionsMenuPress(skin: SkinContext): LongPress {
  return new LongPress(
    () => hasCaptionsMenu(skin),
    () => skin.toggleSettings('captions'),
  );
}

/** True where there is more to choose than on and off: a second language, or one that the browser may translate. */
export function hasCaptionsMenu({ host, captions, has }: SkinContext): boolean {
  const state = captions?.store.state;
  // A picker in place of the button has its own menu.
  if (state?.status !== 'some' || !has('captions') || host.querySelector(':scope > [slot=captions]'))
    return false;
  const languages = state.tracks.map(({ language }) => language);
  const [own = ''] = navigator.languages;
  return (
    languages.length > 1 || ('Translator' in globalThis && nearestLanguage(own, languages) === undefined)
  );
}

import { nothing, svg, type TemplateResult } from 'lit';
import { draw, type Icon } from '../../../styling/icon.ts';
import { controlButton, type Control, type SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';
import { neighbourOf, stepInPlaylist } from '../seek/steps.ts';

const previousIcon: Icon = () => draw(svg`<path d="M18 6.2v11.6L9 12zM6.5 6v12" />`);
const nextIcon: Icon = () => draw(svg`<path d="M6 6.2v11.6l9-5.8zM17.5 6v12" />`);

/** Goes to the previous entry of the playlist. */
export class PreviousControl implements Control {
  readonly name = 'previous';
  readonly place = 'transport';
  readonly #skin: SkinContext;
  readonly #keys: readonly KeyBinding[];

  constructor(skin: SkinContext) {
    this.#skin = skin;
    const act = () => stepInPlaylist(skin.host, -1);
    this.#keys = [{ keys: ['shift+p'], actions: ['previous'], shown: 'Shift+P', word: 'previous', act }];
  }

  /** Without a playlist the page may have this key. */
  get keys(): readonly KeyBinding[] {
    return hasSteps(this.#skin.host) ? this.#keys : [];
  }

  render(): TemplateResult | typeof nothing {
    const { words, host } = this.#skin;
    return renderStep(host, -1, {
      name: 'previous filled',
      icon: previousIcon,
      label: words.previous,
      key: this.#skin.keyFor('previous'),
    });
  }
}

/** Goes to the next entry of the playlist. */
export class NextControl implements Control {
  readonly name = 'next';
  readonly place = 'transport';
  readonly #skin: SkinContext;
  readonly #keys: readonly KeyBinding[];

  constructor(skin: SkinContext) {
    this.#skin = skin;
    const act = () => stepInPlaylist(skin.host, 1);
    this.#keys = [{ keys: ['shift+n'], actions: ['next'], shown: 'Shift+N', word: 'next', act }];
  }

  /** As for the previous one. */
  get keys(): readonly KeyBinding[] {
    return hasSteps(this.#skin.host) ? this.#keys : [];
  }

  render(): TemplateResult | typeof nothing {
    const { words, host } = this.#skin;
    return renderStep(host, 1, {
      name: 'next filled',
      icon: nextIcon,
      label: words.next,
      key: this.#skin.keyFor('next'),
    });
  }
}

type Host = SkinContext['host'];
type Look = Pick<Parameters<typeof controlButton>[0], 'name' | 'icon' | 'label' | 'key'>;

/** At an end of the playlist the button stays, so that no other one moves under the pointer. */
function renderStep(host: Host, by: 1 | -1, look: Look): TemplateResult | typeof nothing {
  if (!hasSteps(host)) return nothing;
  const disabled = neighbourOf(host, by) === undefined;
  return controlButton({ ...look, act: () => stepInPlaylist(host, by), disabled });
}

function hasSteps({ playlist }: Host): boolean {
  return playlist !== undefined && playlist.length > 1;
}

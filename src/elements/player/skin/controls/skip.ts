import { nothing, svg, type TemplateResult } from 'lit';
import { draw, type Icon } from '../../../icon.ts';
import { controlButton, type Control, type SkinContext } from '../control.ts';
import type { KeyBinding } from '../key-map.ts';
import { skip } from '../skip.ts';

const backIcon: Icon = () =>
  draw(
    svg`<path d="M3.75 12.5a8.25 8.25 0 1 0 3-6.35M6.4 2.75v3.6H10" /><text x="12" y="15.6" text-anchor="middle">10</text>`,
  );
const forwardIcon: Icon = () =>
  draw(
    svg`<path d="M20.25 12.5a8.25 8.25 0 1 1-3-6.35M17.6 2.75v3.6H14" /><text x="12" y="15.6" text-anchor="middle">10</text>`,
  );

/** Goes back ten seconds. */
export class SkipBackControl implements Control {
  readonly name = 'skip-back';
  readonly place = 'transport';
  readonly keys: readonly KeyBinding[];
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
    this.keys = [
      { keys: ['j', 'l'], shown: 'j l', word: 'largeSteps', act: (key) => skip(skin, key === 'j' ? -1 : 1) },
    ];
  }

  render(): TemplateResult | typeof nothing {
    const { words, timeline } = this.#skin;
    if (!timeline.range) return nothing;
    const act = () => skip(this.#skin, -1);
    return controlButton({ name: 'skip-back', icon: backIcon, label: words.skipBack, act, key: 'j' });
  }
}

/** Goes on ten seconds. */
export class SkipForwardControl implements Control {
  readonly name = 'skip-forward';
  readonly place = 'transport';
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult | typeof nothing {
    const { words, timeline } = this.#skin;
    if (!timeline.range) return nothing;
    const act = () => skip(this.#skin, 1);
    return controlButton({
      name: 'skip-forward',
      icon: forwardIcon,
      label: words.skipForward,
      act,
      key: 'l',
    });
  }
}

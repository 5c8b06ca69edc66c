import { nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { draw, type Icon } from '../../../styling/icon.ts';
import { controlButton, type Control, type SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';
import { skip, skipSeconds, skipWords } from '../seek/skip-by.ts';

const back = svg`<path d="M3.75 12.5a8.25 8.25 0 1 0 3-6.35M6.4 2.75v3.6H10" />`;
const forward = svg`<path d="M20.25 12.5a8.25 8.25 0 1 1-3-6.35M17.6 2.75v3.6H14" />`;

/** An arrow around the number of seconds, as far as there is room for that. */
function iconOf(arrow: SVGTemplateResult, { host }: SkinContext): Icon {
  const seconds = String(skipSeconds(host));
  const number = svg`<text x="12" y="15.6" text-anchor="middle">${seconds}</text>`;
  return () => draw(svg`${arrow}${seconds.length < 3 ? number : nothing}`);
}

/**
 * Skips back, 10 seconds unless `skip-seconds` says otherwise.
 *
 * @attr {number} skip-seconds - How far the buttons and keys for skipping go; 10 by default.
 */
export class SkipBackControl implements Control {
  readonly name = 'skip-back';
  readonly place = 'transport';
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  get keys(): readonly KeyBinding[] {
    const act = () => skip(this.#skin, -1);
    return [{ keys: ['j'], actions: ['skipBack'], word: 'skipBack', time: skipWords(this.#skin), act }];
  }

  render(): TemplateResult | typeof nothing {
    const { words, timeline, keyFor } = this.#skin;
    if (!timeline.range) return nothing;
    return controlButton({
      name: 'skip-back',
      icon: iconOf(back, this.#skin),
      label: words.skipBack.replace('{time}', skipWords(this.#skin)),
      act: () => skip(this.#skin, -1),
      key: keyFor('skipBack'),
    });
  }
}

/** Skips forward. */
export class SkipForwardControl implements Control {
  readonly name = 'skip-forward';
  readonly place = 'transport';
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  get keys(): readonly KeyBinding[] {
    const act = () => skip(this.#skin, 1);
    return [{ keys: ['l'], actions: ['skipForward'], word: 'skipForward', time: skipWords(this.#skin), act }];
  }

  render(): TemplateResult | typeof nothing {
    const { words, timeline, keyFor } = this.#skin;
    if (!timeline.range) return nothing;
    return controlButton({
      name: 'skip-forward',
      icon: iconOf(forward, this.#skin),
      label: words.skipForward.replace('{time}', skipWords(this.#skin)),
      act: () => skip(this.#skin, 1),
      key: keyFor('skipForward'),
    });
  }
}

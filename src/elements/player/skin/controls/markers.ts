import { nothing } from 'lit';
import { goToMarker } from '../seek/steps.ts';
import type { Control, SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';

/**
 * Goes from marker to marker: keys, and a list in the settings. The markers on the seek bar belong to it.
 *
 * @csspart marker - One of the `markers`, on the seek bar.
 */
export class MarkersControl implements Control {
  readonly name = 'markers';
  readonly place = 'start';
  readonly #skin: SkinContext;
  readonly #binding: Omit<KeyBinding, 'keys' | 'shown'>;

  constructor(skin: SkinContext) {
    this.#skin = skin;
    this.#binding = {
      actions: ['nextMarker', 'previousMarker'],
      word: 'nextOrPreviousMarker',
      act: (key) => goToMarker(skin, key.endsWith('pageup') ? 1 : -1),
    };
  }

  /** The page keys alone belong to the chapters, if there are some; without markers, to the page. */
  get keys(): readonly KeyBinding[] {
    const { markers, chapters } = this.#skin;
    if (markers.length === 0) return [];
    return chapters.length > 0
      ? [
          {
            ...this.#binding,
            keys: ['shift+pageup', 'shift+pagedown'],
            shown: 'Shift+PageUp Shift+PageDown',
          },
        ]
      : [{ ...this.#binding, keys: ['pageup', 'pagedown'], shown: 'PageUp PageDown' }];
  }

  render(): typeof nothing {
    return nothing;
  }
}

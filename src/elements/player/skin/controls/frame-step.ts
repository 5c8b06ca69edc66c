import { nothing } from 'lit';
import type { Control, SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';

/** Two keys that go from frame to frame while the video is paused. */
export class FrameStepControl implements Control {
  readonly name = 'frame-step';
  readonly place = 'transport';
  readonly #skin: SkinContext;
  readonly #keys: readonly KeyBinding[] = [
    {
      keys: [',', '.'],
      actions: ['previousFrame', 'nextFrame'],
      shown: ', .',
      word: 'frameByFrame',
      act: (key) => this.#step(key === ',' ? -1 : 1),
    },
  ];

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  /** Where there is a picture, and something to seek in. */
  get keys(): readonly KeyBinding[] {
    const { media, timeline } = this.#skin;
    return media.videoWidth > 0 && timeline.range ? this.#keys : [];
  }

  render(): typeof nothing {
    return nothing;
  }

  #step(direction: 1 | -1): void {
    if (!this.#skin.media.paused) return;
    import('../seek/step-frame.ts').then(
      ({ stepFrame }) => void stepFrame(this.#skin, direction),
      // Without a network: the next press tries again.
      () => {},
    );
  }
}

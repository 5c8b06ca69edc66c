import { nothing } from 'lit';
import type { Control, SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';

/** Repeats a part of the video: a key, and a row of the settings. */
export class PartLoopControl implements Control {
  readonly name = 'part-loop';
  readonly place = 'end';
  readonly #skin: SkinContext;
  readonly #keys: readonly KeyBinding[];

  constructor(skin: SkinContext) {
    this.#skin = skin;
    this.#keys = [
      { keys: ['r'], actions: ['partLoop'], word: 'repeatPart', act: () => skin.partLoop.step() },
    ];
  }

  /** The keys of a live stream are the page's. */
  get keys(): readonly KeyBinding[] {
    return this.#skin.partLoop.isOffered ? this.#keys : [];
  }

  render(): typeof nothing {
    return nothing;
  }

  follow(signal: AbortSignal): void {
    this.#skin.partLoop.follow(signal);
  }
}

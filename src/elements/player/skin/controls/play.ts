import type { TemplateResult } from 'lit';
import { pauseIcon, playIcon, replayIcon } from '../../../styling/icons.ts';
import { controlButton, type Control, type SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';

/** Plays, pauses, and plays again from the beginning. */
export class PlayControl implements Control {
  readonly name = 'play';
  readonly place = 'transport';
  readonly keys: readonly KeyBinding[];
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
    this.keys = [
      { keys: ['k', ' '], actions: ['play'], shown: 'k', word: 'playOrPause', act: skin.togglePlay },
    ];
  }

  render(): TemplateResult {
    const { words, media, togglePlay: act, keyFor } = this.#skin;
    const key = keyFor('play');
    if (media.ended) return controlButton({ name: 'play', icon: replayIcon, label: words.replay, act, key });
    return media.paused
      ? controlButton({ name: 'play filled', icon: playIcon, label: words.play, act, key })
      : controlButton({ name: 'play pause', icon: pauseIcon, label: words.pause, act, key });
  }
}

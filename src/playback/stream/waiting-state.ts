import type { Store } from '../../core/store.ts';
import type { PlaybackSource } from '../source/playback-source.ts';
import type { PlaybackState } from './playback-state.ts';

/** The state of media that are waited for: they stay away, or the line to them does. */
export class WaitingState {
  readonly #store: Store<PlaybackState>;
  readonly #source: () => PlaybackSource;
  /** True while requests are left without an answer. */
  #isUnanswered = false;

  constructor(store: Store<PlaybackState>, source: () => PlaybackSource) {
    this.#store = store;
    this.#source = source;
  }

  begin(): void {
    this.#store.set({ status: 'processing', source: this.#source(), isUnanswered: this.#isUnanswered });
  }

  readonly note = (isUnanswered: boolean): void => {
    if (isUnanswered === this.#isUnanswered) return;
    this.#isUnanswered = isUnanswered;
    if (this.#store.state.status === 'processing') this.begin();
  };
}

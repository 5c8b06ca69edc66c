import type { PlayerApi } from '../api/player-api.ts';
import type { PlaybackState } from '../../../playback/index.ts';

/** The browser's own controls, where the code of ours has not come. */
export class BareControls {
  readonly #player: PlayerApi;
  /** True from the code's failure until it has come. */
  areDue = false;

  constructor(player: PlayerApi) {
    this.#player = player;
  }

  /** That code could not be loaded. */
  begin(): void {
    this.areDue = !this.#player.withoutControls;
  }

  /** It is here, after all. */
  end(): void {
    const { media } = this.#player;
    if (this.areDue) media.controls = this.#player.hasAttribute('controls');
    this.areDue = false;
  }

  /** Shows them where there is something to control; false where there is nothing, since the line is gone. */
  show({ status }: PlaybackState): boolean {
    const { media } = this.#player;
    if (!this.areDue) return true;
    media.controls = status !== 'failed' || media.readyState > 0;
    return media.controls;
  }
}

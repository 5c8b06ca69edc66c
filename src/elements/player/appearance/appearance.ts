import type { ReactiveController } from 'lit';
import type { PlaybackEngine } from '../../../playback/index.ts';
import type { PlayerApi } from '../api/player-api.ts';
import { BackgroundFilm } from './background/background-film.ts';
import { ThemeController } from './theme/theme-controller.ts';

/** How a player looks: as a film behind the words of a page, or with the theme of its video's owner. */
export class Appearance implements ReactiveController {
  readonly #host: PlayerApi;
  readonly #engine: PlaybackEngine;
  #film: BackgroundFilm | undefined;
  #theme: ThemeController | undefined;

  constructor(host: PlayerApi, engine: PlaybackEngine) {
    this.#host = host;
    this.#engine = engine;
    host.addController(this);
    this.hostUpdated();
  }

  hostUpdated(): void {
    const { preferences, store } = this.#engine;
    if (preferences.isBackground) this.#film ??= new BackgroundFilm(this.#host, this.#engine);
    else if (store.state.source?.theme) this.#theme ??= new ThemeController(this.#host, this.#engine);
  }
}

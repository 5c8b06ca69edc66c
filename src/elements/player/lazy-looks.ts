import type { PlaybackEngine } from '../../playback/playback-engine.ts';
import type { PlaybackState } from '../../playback/playback-state.ts';
import { isBackground, type BackgroundHost } from './background/is-background.ts';

/** The looks that few players have. Each is loaded for those; a page that cannot fetch one does without it. */
export class LazyLooks {
  readonly #host: BackgroundHost;
  readonly #engine: PlaybackEngine;
  #theme: Promise<unknown> | undefined;
  #background: Promise<unknown> | undefined;

  constructor(host: BackgroundHost, engine: PlaybackEngine) {
    this.#host = host;
    this.#engine = engine;
  }

  /** Gives the player the colours and the logo that the video's owner chose. */
  takeState({ viewing }: PlaybackState): void {
    if (viewing?.theme && !this.#engine.preferences.isBackground)
      this.#theme ??= import('./theme/theme-look.ts').then(
        ({ ThemeLook }) => new ThemeLook(this.#host, this.#engine),
        () => {},
      );
  }

  /** True for a film in the background of a page. It decides by itself when to load and to play. */
  takeBackground(): boolean {
    const is = isBackground(this.#host);
    if (is)
      this.#background ??= import('./background/background-film.ts').then(
        ({ BackgroundFilm }) => new BackgroundFilm(this.#host),
        () => {},
      );
    return is;
  }
}

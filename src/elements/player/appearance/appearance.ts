import type { ReactiveController } from 'lit';
import type { VhError } from '../../../core/errors/vh-error.ts';
import type { PlaybackEngine } from '../../../playback/playback-engine.ts';
import type { BackgroundFilm } from './background/background-film.ts';
import { BrowserButton, laysButton } from '../presentation/browser-button.ts';
import type { LooksHost } from '../host/appearance-host.ts';
import { stopAtEnd } from '../request/end-time.ts';
import type { ThemeLook } from './theme/theme-controller.ts';
import { watchTracks } from '../media/track-errors.ts';

/** The looks, and the end, that few players have. Each look is loaded for those; a page that cannot fetch one does without it. */
export class Looks implements ReactiveController {
  readonly #host: LooksHost;
  readonly #engine: PlaybackEngine;
  readonly #tell: (error: VhError) => unknown;
  #stay: AbortController | undefined;
  #background: Promise<BackgroundFilm | undefined> | undefined;
  #theme: Promise<ThemeLook | undefined> | undefined;

  constructor(host: LooksHost, engine: PlaybackEngine, tell: (error: VhError) => unknown) {
    this.#host = host;
    this.#engine = engine;
    this.#tell = tell;
    host.addController(this);
    if (laysButton(host.media)) new BrowserButton(host, () => engine.preferences.isBackground ?? false);
    this.hostUpdated();
  }

  hostConnected(): void {
    this.#stay = new AbortController();
    watchTracks(this.#host.media, this.#tell, this.#stay.signal);
    stopAtEnd(this.#host, this.#stay.signal);
  }

  hostDisconnected(): void {
    this.#stay?.abort();
  }

  hostUpdated(): void {
    const [host, engine] = [this.#host, this.#engine];
    const none = () => undefined;
    if (engine.preferences.isBackground)
      this.#background ??= import('./background/background-film.ts').then(
        ({ BackgroundFilm: Film }) => new Film(host, engine),
        none,
      );
    else if (engine.store.state.viewing?.theme)
      this.#theme ??= import('./theme/theme-controller.ts').then(
        ({ ThemeLook: Look }) => new Look(host, engine),
        none,
      );
  }
}

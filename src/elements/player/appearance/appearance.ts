import type { ReactiveController } from 'lit';
import type { VhError } from '../../../core/errors/vh-error.ts';
import type { PlaybackEngine } from '../../../playback/playback-engine.ts';
import type { BackgroundFilm } from './background/background-film.ts';
import { BrowserButton, laysButton } from '../presentation/browser-button.ts';
import type { AppearanceHost } from '../host/appearance-host.ts';
import { stopAtEnd } from '../request/end-time.ts';
import type { ThemeController } from './theme/theme-controller.ts';
import { watchTrackErrors } from '../media/track-errors.ts';

/** The looks, and the end, that few players have. Each look is loaded for those; a page that cannot fetch one does without it. */
export class Appearance implements ReactiveController {
  readonly #host: AppearanceHost;
  readonly #engine: PlaybackEngine;
  readonly #report: (error: VhError) => unknown;
  #connection: AbortController | undefined;
  #background: Promise<BackgroundFilm | undefined> | undefined;
  #theme: Promise<ThemeController | undefined> | undefined;

  constructor(host: AppearanceHost, engine: PlaybackEngine, report: (error: VhError) => unknown) {
    this.#host = host;
    this.#engine = engine;
    this.#report = report;
    host.addController(this);
    if (laysButton(host.media)) new BrowserButton(host, () => engine.preferences.isBackground ?? false);
    this.hostUpdated();
  }

  hostConnected(): void {
    this.#connection = new AbortController();
    watchTrackErrors(this.#host.media, this.#report, this.#connection.signal);
    stopAtEnd(this.#host, this.#connection.signal);
  }

  hostDisconnected(): void {
    this.#connection?.abort();
  }

  hostUpdated(): void {
    const [host, engine] = [this.#host, this.#engine];
    const none = () => undefined;
    if (engine.preferences.isBackground)
      this.#background ??= import('./background/background-film.ts').then(
        ({ BackgroundFilm: Film }) => new Film(host, engine),
        none,
      );
    else if (engine.store.state.source?.theme)
      this.#theme ??= import('./theme/theme-controller.ts').then(
        ({ ThemeController: Look }) => new Look(host, engine),
        none,
      );
  }
}

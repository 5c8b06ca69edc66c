import type { ReactiveController } from 'lit';
import { LazyModule } from '../../../core/async/lazy-module.ts';
import type { VhError } from '../../../core/errors/vh-error.ts';
import type { PlaybackEngine } from '../../../playback/index.ts';
import type { BackgroundFilm } from './background/background-film.ts';
import { BrowserButton, laysButton } from '../presentation/browser-button.ts';
import type { AppearanceHost } from '../host/appearance-host.ts';
import { stopAtEnd } from '../request/end-time.ts';
import type { ThemeController } from './theme/theme-controller.ts';
import { tryTrack } from '../../../captions/index.ts';

/** The looks, and the end, that few players have. Each look is loaded for those; one that cannot be fetched is reported, and loads later. */
export class Appearance implements ReactiveController {
  readonly #host: AppearanceHost;
  readonly #engine: PlaybackEngine;
  readonly #report: (error: VhError) => unknown;
  #connection: AbortController | undefined;
  readonly #background: LazyModule<typeof import('./background/background-film.ts'), BackgroundFilm>;
  readonly #theme: LazyModule<typeof import('./theme/theme-controller.ts'), ThemeController>;

  constructor(host: AppearanceHost, engine: PlaybackEngine, report: (error: VhError) => unknown) {
    this.#host = host;
    this.#engine = engine;
    this.#report = report;
    this.#background = new LazyModule(
      () => import('./background/background-film.ts'),
      ({ BackgroundFilm: Film }) => new Film(host, engine),
      report,
    );
    this.#theme = new LazyModule(
      () => import('./theme/theme-controller.ts'),
      ({ ThemeController: Look }) => new Look(host, engine),
      report,
    );
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
    const { preferences, store } = this.#engine;
    if (preferences.isBackground) void this.#background.need();
    else if (store.state.source?.theme) void this.#theme.need();
  }
}

/** Tracks that had failed before the first watcher; they are not tried again at each start. */
const tried = new WeakSet<HTMLTrackElement>();

/** Converts the unreadable `<track>` elements of a video until the signal aborts, and stops their error events. */
function watchTrackErrors(
  media: HTMLVideoElement,
  report: (error: VhError) => unknown,
  signal: AbortSignal,
): void {
  const take = ({ target }: Event) => {
    if (target !== media) tryTrack(target, report);
  };
  media.addEventListener('error', take, { capture: true, signal });
  for (const track of media.querySelectorAll('track')) {
    if (track.readyState !== HTMLTrackElement.ERROR || tried.has(track)) continue;
    tried.add(track);
    tryTrack(track, report);
  }
}

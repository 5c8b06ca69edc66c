import type { ReactiveController } from 'lit';
import { VhErrorEvent } from '../../events/vh-error-event.ts';
import type { VhError } from '../../../core/errors/vh-error.ts';
import type { PlaybackEngine } from '../../../playback/index.ts';
import type { LazyPart } from '../../../core/async/lazy-module.ts';
import type { BackgroundFilm } from './background/background-film.ts';
import { BrowserButton, laysButton } from '../presentation/browser-button.ts';
import type { PlayerApi } from '../api/player-api.ts';
import { playerPart } from '../parts.ts';
import { stopAtEnd } from '../request/end-time.ts';
import type { ThemeController } from './theme/theme-controller.ts';
import { tryTrack } from '../../../captions/index.ts';

/** The looks, and the end, that few players have: a theme, a film behind the words of a page, the end of `end-time`. */
export class Appearance implements ReactiveController {
  readonly #host: PlayerApi;
  readonly #engine: PlaybackEngine;
  #connection: AbortController | undefined;
  // Apart: a player at rest whose video has tracks loads this file, and has neither.
  readonly #background: LazyPart<BackgroundFilm>;
  readonly #theme: LazyPart<ThemeController>;

  constructor(host: PlayerApi, engine: PlaybackEngine) {
    this.#host = host;
    this.#engine = engine;
    this.#background = playerPart(
      host,
      () => import('./background/background-film.ts'),
      (code) => new code.BackgroundFilm(host, engine),
    );
    this.#theme = playerPart(
      host,
      () => import('./theme/theme-controller.ts'),
      (code) => new code.ThemeController(host, engine),
    );
    host.addController(this);
    if (laysButton(host.media)) new BrowserButton(host, () => engine.preferences.isBackground ?? false);
    this.hostUpdated();
  }

  hostConnected(): void {
    this.#connection = new AbortController();
    watchTrackErrors(this.#host, this.#connection.signal);
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
function watchTrackErrors(host: PlayerApi, signal: AbortSignal): void {
  const { media } = host;
  const report = (error: VhError) => host.dispatchEvent(new VhErrorEvent(error));
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

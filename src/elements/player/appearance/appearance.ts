import type { ReactiveController } from 'lit';
import { VhErrorEvent } from '../../events/vh-error-event.ts';
import type { VhError } from '../../../core/errors/vh-error.ts';
import type { PlaybackEngine } from '../../../playback/index.ts';
import { BackgroundFilm } from './background/background-film.ts';
import { BrowserButton, laysButton } from '../presentation/browser-button.ts';
import type { PlayerApi } from '../api/player-api.ts';
import { stopAtEnd } from '../request/end-time.ts';
import { ThemeController } from './theme/theme-controller.ts';
import { tryTrack } from '../../../captions/index.ts';

/** The looks, and the end, that few players have: a theme, a film behind the words of a page, the end of `end-time`. */
export class Appearance implements ReactiveController {
  readonly #host: PlayerApi;
  readonly #engine: PlaybackEngine;
  #connection: AbortController | undefined;
  #background: BackgroundFilm | undefined;
  #theme: ThemeController | undefined;

  constructor(host: PlayerApi, engine: PlaybackEngine) {
    this.#host = host;
    this.#engine = engine;
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
    if (preferences.isBackground) this.#background ??= new BackgroundFilm(this.#host, this.#engine);
    else if (store.state.source?.theme) this.#theme ??= new ThemeController(this.#host, this.#engine);
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

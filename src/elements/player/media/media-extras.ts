import type { ReactiveController } from 'lit';
import { convertUnreadable } from '../../../captions/index.ts';
import type { LazyPart } from '../../../core/async/lazy-module.ts';
import type { PlaybackEngine } from '../../../playback/index.ts';
import { reportTo } from '../../events/vh-error-event.ts';
import type { PlayerApi } from '../api/player-api.ts';
import type { Appearance } from '../appearance/appearance.ts';
import { loadAppearance, playerPart } from '../parts.ts';
import { BrowserButton, laysButton } from '../presentation/browser-button.ts';

/**
 * What few media need: the end of `end-time`, tracks that the browser cannot read, a button of the browser's own that has to
 * go, and a look.
 */
export class MediaExtras implements ReactiveController {
  readonly #host: PlayerApi;
  readonly #engine: PlaybackEngine;
  /** Apart: a player at rest whose video has tracks loads this file, and has no look. */
  readonly #appearance: LazyPart<Appearance>;
  #connection: AbortController | undefined;

  constructor(host: PlayerApi, engine: PlaybackEngine) {
    this.#host = host;
    this.#engine = engine;
    this.#appearance = playerPart(host, loadAppearance, (code) => new code.Appearance(host, engine));
    host.addController(this);
    if (laysButton(host.media)) new BrowserButton(host, () => engine.preferences.isBackground ?? false);
    this.hostUpdated();
  }

  hostConnected(): void {
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    convertUnreadable(this.#host.media, reportTo(this.#host), signal);
    stopAtEnd(this.#host, signal);
  }

  hostDisconnected(): void {
    this.#connection?.abort();
  }

  hostUpdated(): void {
    const { preferences, store } = this.#engine;
    if (preferences.isBackground || store.state.source?.theme) void this.#appearance.need();
  }
}

/**
 * Pauses where playback crosses the player's `endTime`, or begins again there; at once if the page sets one that has passed.
 * A viewer who seeks beyond plays on.
 */
function stopAtEnd(player: PlayerApi, signal: AbortSignal): void {
  const { media } = player;
  let before = media.currentTime;
  let endBefore: number | undefined;
  const look = () => {
    const { endTime, startTime = 0 } = player;
    const { currentTime, paused } = media;
    const isNew = endTime !== endBefore;
    const crosses = endTime !== undefined && (isNew || before < endTime) && currentTime >= endTime;
    before = currentTime;
    endBefore = endTime;
    if (!crosses || paused) return;
    if (player.loop) media.currentTime = startTime;
    else player.pause();
  };
  media.addEventListener('timeupdate', look, { signal });
}

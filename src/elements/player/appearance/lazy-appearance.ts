import { LazyModule } from '../../../core/async/lazy-module.ts';
import type { VhError } from '../../../core/errors/vh-error.ts';
import type { PlaybackEngine } from '../../../playback/index.ts';
import type { AppearanceHost } from '../host/appearance-host.ts';
import type { Appearance } from './appearance.ts';

/** The looks, and the end, of a player that has some: their code is loaded for it. Without, the video plays. */
export class LazyAppearance {
  readonly #host: AppearanceHost;
  readonly #engine: PlaybackEngine;
  readonly #look: LazyModule<typeof import('./appearance.ts'), Appearance>;

  constructor(host: AppearanceHost, engine: PlaybackEngine, report: (error: VhError) => void) {
    this.#host = host;
    this.#engine = engine;
    this.#look = new LazyModule(
      () => import('./appearance.ts'),
      (code) => new code.Appearance(host, engine, report),
      report,
    );
  }

  /** Loads it where there is something to look after; `hidesButton` where the browser lays its own over the video. */
  follow(hidesButton: boolean): void {
    const { preferences, store } = this.#engine;
    const { media, endTime } = this.#host;
    if (
      preferences.isBackground ||
      store.state.source?.theme ||
      hidesButton ||
      media.textTracks.length ||
      endTime !== undefined
    )
      void this.#look.need();
  }
}

import type { PlaybackEngine } from '../../playback/playback-engine.ts';
import type { Skin } from './skin/skin.ts';
import type { SkinHost } from './skin/context/skin-context.ts';

/** The controls of a player, loaded once. A page that cannot fetch them gets the browser's own. */
export class LazySkin {
  readonly #host: SkinHost;
  readonly #engine: PlaybackEngine;
  #loading: Promise<void> | undefined;
  #skin: Skin | undefined;

  constructor(host: SkinHost, engine: PlaybackEngine) {
    this.#host = host;
    this.#engine = engine;
  }

  /** Absent until they are loaded. */
  get skin(): Skin | undefined {
    return this.#skin;
  }

  load(): void {
    this.#loading ??= import('./skin/skin.ts')
      .then(
        ({ Skin: Controls }) => void (this.#skin = new Controls(this.#host, this.#engine)),
        () => void (this.#host.media.controls = !this.#host.withoutControls),
      )
      .then(() => this.#host.requestUpdate());
  }
}

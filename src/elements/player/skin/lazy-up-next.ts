import { playlistOf } from '../playlist/playlist-of.ts';
import type { SkinContext } from './context/control.ts';
import type { UpNext } from './up-next/up-next.ts';

/** The view of the next entry of a playlist, loaded with the first playlist. */
export class LazyUpNext {
  readonly #skin: SkinContext;
  #loading: Promise<void> | undefined;
  #hasFailed = false;
  #view: UpNext | undefined;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  /** Undefined while there is none. */
  get view(): UpNext | undefined {
    return this.#view;
  }

  /** Loads it if it is wanted. */
  follow(): void {
    const playlist = playlistOf(this.#skin.host);
    if (!playlist || this.#loading || (this.#hasFailed && !this.#skin.media.ended)) return;
    this.#loading = import('./up-next/up-next.ts').then(
      ({ UpNext: View }) => {
        this.#view = new View(this.#skin, playlist);
        this.#skin.update();
      },
      // Without a network: the end of the entry tries again.
      () => {
        this.#loading = undefined;
        this.#hasFailed = true;
      },
    );
  }
}

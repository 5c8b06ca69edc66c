import type { PlayerApi } from '../api/player-api.ts';
import type { LazyPart } from '../../../core/async/lazy-module.ts';
import type { PlaybackEngine } from '../../../playback/index.ts';
import { loadPlaylist, playerPart } from '../parts.ts';
import { requestOf } from '../request/playback-request.ts';
import type { PresentItem } from '../api/playlist-entry.ts';
import type { Playlist } from './playlist.ts';

/** The present entry of a player's playlist. The code that goes through the entries is loaded with a playlist. */
export class PlaylistController {
  readonly #host: PlayerApi;
  readonly #list: LazyPart<Playlist>;

  constructor(host: PlayerApi, engine: PlaybackEngine) {
    this.#host = host;
    this.#list = playerPart(host, loadPlaylist, (code) => new code.Playlist(host, engine, requestOf));
  }

  /** The entry that plays; undefined without a playlist, and until the code is loaded. */
  get item(): PresentItem | undefined {
    return this.#list.part?.item;
  }

  /** True while the entries are still unknown. */
  get isWaiting(): boolean {
    return !this.#list.part && this.#host.playlist !== undefined;
  }

  /** Follows what the page has set. Without a network, the next call tries again. */
  follow(): void {
    if (this.#host.playlist) void this.#list.load();
    this.#list.part?.follow();
  }

  /** Goes to another entry, if there is one. */
  step(by: 1 | -1): void {
    const list = this.#list.part;
    // What the page has set in the meantime counts.
    list?.follow();
    // Only the loaded code knows the shuffled order.
    if (!list && this.#host.shuffle && this.#host.playlist) {
      void this.#list.load().then((loaded) => loaded && this.step(by));
      return;
    }
    const index = list ? list.neighbour(by) : this.#host.playlistIndex + by;
    if (index !== undefined && this.#host.playlist?.[index]) this.#host.playlistIndex = index;
  }
}

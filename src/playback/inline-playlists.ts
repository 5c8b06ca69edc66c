import type {
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  PlaylistLoaderConstructor,
  PlaylistLoaderContext,
} from 'hls.js';
import type { InlinePlaylist } from '../core/playback.ts';

type LoaderClass = HlsConfig['loader'];

/** A loader for hls.js that has some playlists at hand and fetches the others as `base` does. */
export function inlinePlaylistLoader(
  playlists: readonly InlinePlaylist[],
  base: LoaderClass,
): PlaylistLoaderConstructor {
  const texts = new Map(playlists.map(({ url, text }) => [url, text]));
  const Base = base as new (config: HlsConfig) => Loader<PlaylistLoaderContext>;
  return class InlinePlaylistLoader extends Base {
    #ended = false;

    override load(
      context: PlaylistLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ): void {
      const text = texts.get(context.url);
      if (text === undefined) return super.load(context, config, callbacks);
      const now = performance.now();
      const size = text.length;
      Object.assign(this.stats.loading, { start: now, first: now, end: now });
      Object.assign(this.stats, { loaded: size, total: size });
      queueMicrotask(() => {
        if (this.#ended) return;
        callbacks.onSuccess({ url: context.url, data: text, code: 200 }, this.stats, context, null);
      });
    }

    override abort(): void {
      this.#ended = true;
      super.abort();
    }

    override destroy(): void {
      this.#ended = true;
      super.destroy();
    }
  };
}

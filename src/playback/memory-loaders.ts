import type {
  FragmentLoaderConstructor,
  FragmentLoaderContext,
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  PlaylistLoaderConstructor,
  PlaylistLoaderContext,
} from 'hls.js';
import type { FetchedBytes, FetchedText } from './starter/start-memory.ts';

type LoaderClass = HlsConfig['loader'];
type Known = { data: string | ArrayBuffer; url: string; firstByteMs: number; totalMs: number };

/** A playlist loader for hls.js that has some playlists at hand and fetches the others as `base` does. */
export function playlistLoader(
  texts: ReadonlyMap<string, FetchedText>,
  base: LoaderClass,
): PlaylistLoaderConstructor {
  return memoryLoader<PlaylistLoaderContext>(base, ({ url }) => {
    const known = texts.get(url);
    return known && { data: known.text, url: known.url, firstByteMs: 0, totalMs: 0 };
  });
}

/** A segment loader that has some segments at hand, each once, and fetches the others as `base` does. */
export function segmentLoader(
  pieces: Map<string, FetchedBytes>,
  base: LoaderClass,
): FragmentLoaderConstructor {
  return memoryLoader<FragmentLoaderContext>(base, ({ url, rangeEnd }) => {
    const known = rangeEnd ? undefined : pieces.get(url);
    pieces.delete(url);
    return known && { ...known, url };
  });
}

function memoryLoader<Context extends LoaderContext>(
  base: LoaderClass,
  find: (context: Context) => Known | undefined,
): new (config: HlsConfig) => Loader<Context> {
  const Base = base as new (config: HlsConfig) => Loader<Context>;
  return class MemoryLoader extends Base {
    #ended = false;

    override load(context: Context, config: LoaderConfiguration, callbacks: LoaderCallbacks<Context>): void {
      const known = find(context);
      if (!known) return super.load(context, config, callbacks);
      const { data, url, firstByteMs, totalMs } = known;
      // As long ago as it took: hls.js measures the line by it.
      const end = performance.now();
      const start = end - totalMs;
      const size = typeof data === 'string' ? data.length : data.byteLength;
      Object.assign(this.stats.loading, { start, first: start + firstByteMs, end });
      Object.assign(this.stats, { loaded: size, total: size });
      queueMicrotask(() => {
        if (this.#ended) return;
        callbacks.onSuccess({ url, data, code: 200 }, this.stats, context, null);
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

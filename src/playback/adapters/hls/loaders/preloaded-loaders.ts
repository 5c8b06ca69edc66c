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
import { isFresh, type FetchedBytes, type FetchedText } from '../../../fast-start/prefetched-data.ts';

type LoaderClass = HlsConfig['loader'];
type Known = {
  data: string | ArrayBuffer;
  url: string;
  firstByteMs: number;
  totalMs: number;
  /** By the page's clock; now unless it says. */
  endedAt?: number | undefined;
};

/** A playlist loader for hls.js that has some playlists at hand and fetches the others as `base` does. */
export function playlistLoader(
  texts: Map<string, FetchedText>,
  base: LoaderClass,
): PlaylistLoaderConstructor {
  return memoryLoader<PlaylistLoaderContext>(base, ({ url }) => {
    const known = texts.get(url);
    if (!known) return undefined;
    const { text, isPassing, arrivedAt } = known;
    if (isPassing) texts.delete(url);
    if (!isFresh(known)) return undefined;
    // The age of a live playlist says how far its end is behind the source.
    return { data: text, url: known.url, firstByteMs: 0, totalMs: 0, endedAt: arrivedAt };
  });
}

/**
 * A segment loader that has some segments at hand or on their way, each once, and fetches the others as `base` does; also
 * one that did not arrive.
 */
export function segmentLoader(
  pieces: Map<string, FetchedBytes | Promise<FetchedBytes>>,
  base: LoaderClass,
): FragmentLoaderConstructor {
  return memoryLoader<FragmentLoaderContext>(base, ({ url, rangeEnd }) => {
    const known = rangeEnd ? undefined : pieces.get(url);
    pieces.delete(url);
    if (!(known instanceof Promise)) return known && { ...known, url };
    return known.then(
      (piece) => ({ ...piece, url }),
      () => undefined,
    );
  });
}

function memoryLoader<Context extends LoaderContext>(
  base: LoaderClass,
  find: (context: Context) => Known | Promise<Known | undefined> | undefined,
): new (config: HlsConfig) => Loader<Context> {
  const Base = base as new (config: HlsConfig) => Loader<Context>;
  return class MemoryLoader extends Base {
    #ended = false;

    override load(context: Context, config: LoaderConfiguration, callbacks: LoaderCallbacks<Context>): void {
      const known = find(context);
      if (!known) return super.load(context, config, callbacks);
      if (!(known instanceof Promise)) return this.#answer(known, context, callbacks);
      void known.then((arrived) => {
        if (this.#ended) return;
        if (arrived) this.#answer(arrived, context, callbacks);
        else super.load(context, config, callbacks);
      });
    }

    #answer(known: Known, context: Context, callbacks: LoaderCallbacks<Context>): void {
      const { data, url, firstByteMs, totalMs, endedAt } = known;
      // As long ago as it took: hls.js measures the line by it.
      const end = endedAt ?? performance.now();
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

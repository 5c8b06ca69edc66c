import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';

type LoaderClass = HlsConfig['loader'];

/** An answer that has begun and brings nothing for so long is called off: hls.js itself waits two minutes for its end. */
const SILENCE_MS = 2_500;
/** On a line that is like that, each next one may be silent for longer. */
const MAX_SILENCE_MS = 5_000;
const LOOK_MS = 250;

/** A loader that calls off an answer which has stopped in the middle, as if it had timed out. */
export function watchedLoader(base: LoaderClass): LoaderClass {
  const Base = base;
  let silenceMs = SILENCE_MS;
  return class WatchedLoader extends Base {
    #watch: ReturnType<typeof setInterval> | undefined;

    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      let isSilent = false;
      const { stats } = this;
      const settle =
        <Given extends unknown[]>(act: (...given: Given) => void) =>
        (...given: Given) => {
          clearInterval(this.#watch);
          act(...given);
        };
      const { onSuccess, onError, onTimeout, onAbort } = callbacks;
      super.load(context, config, {
        ...callbacks,
        onSuccess: settle((...given) => {
          silenceMs = SILENCE_MS;
          onSuccess(...given);
        }),
        onError: settle(onError),
        onTimeout: settle(onTimeout),
        onAbort: settle((...given) => {
          if (!isSilent) onAbort?.(...given);
        }),
      });
      let seen = '';
      let at = performance.now();
      this.#watch = setInterval(() => {
        if (isSilent) return;
        const { loaded, loading, retry } = stats;
        const news = `${loaded} ${loading.first} ${retry}`;
        const now = performance.now();
        // Before the first byte a server may have its reasons, and hls.js its own limit.
        if (news !== seen || loading.first === 0 || loading.end > 0) [seen, at] = [news, now];
        if (now - at < silenceMs) return;
        isSilent = true;
        silenceMs = Math.min(MAX_SILENCE_MS, silenceMs * 2);
        super.abort();
        onTimeout(stats, context, null);
      }, LOOK_MS);
    }

    override abort(): void {
      clearInterval(this.#watch);
      super.abort();
    }

    override destroy(): void {
      clearInterval(this.#watch);
      super.destroy();
    }
  };
}

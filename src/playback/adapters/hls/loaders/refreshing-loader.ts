import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext, LoaderResponse } from 'hls.js';
import type { UrlTranslator } from './url-translator.ts';
import type { SourceRefresher } from '../../../source/source-refresher.ts';

type LoaderClass = HlsConfig['loader'];

/**
 * A loader for hls.js that requests what holds now: addresses of a source that has been refreshed are translated, and a
 * refused request is repeated with a fresh address. hls.js sees neither.
 */
export function refreshingLoader(
  base: LoaderClass,
  refresher: SourceRefresher,
  addresses: UrlTranslator,
): LoaderClass {
  const Base = base;
  return class RenewingLoader extends Base {
    #isOver = false;
    /** Reports an abort while no request is in flight that would. */
    #callOff: (() => void) | undefined;

    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const present = refresher.beforeRequest();
      if (!present && addresses.now(context.url) !== undefined) return this.#send(context, config, callbacks);
      void this.#sendFresh(context, config, callbacks, present);
    }

    override abort(): void {
      this.#isOver = true;
      super.abort();
      this.#callOff?.();
      this.#callOff = undefined;
    }

    override destroy(): void {
      this.#isOver = true;
      this.#callOff = undefined;
      super.destroy();
    }

    async #sendFresh(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
      present: Promise<void> | undefined,
    ): Promise<void> {
      this.#callOff = () => callbacks.onAbort?.(this.stats, context, null);
      await present;
      const url = await addresses.translate(context.url);
      if (!this.#isOver) this.#send({ ...context, url }, config, callbacks);
    }

    #send(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const { source } = refresher;
      this.#callOff = undefined;
      super.load(context, config, {
        ...callbacks,
        onSuccess: (response, ...rest) => {
          if (typeof response.data === 'string')
            addresses.note(context.url, urlOf(response, context), response.data);
          callbacks.onSuccess(response, ...rest);
        },
        onError: (error, ...rest) => {
          void refresher.replaceRefused(source, error.code).then(async (isReplaced) => {
            const url = isReplaced ? await addresses.translate(context.url) : context.url;
            if (this.#isOver) return;
            if (url === context.url) return callbacks.onError(error, ...rest);
            // A loader refuses to be used twice unless it looks unused.
            this.stats.loading.start = 0;
            this.#send({ ...context, url }, config, callbacks);
          });
        },
      });
    }
  };
}

function urlOf({ url }: LoaderResponse, context: LoaderContext): string {
  return url || context.url;
}

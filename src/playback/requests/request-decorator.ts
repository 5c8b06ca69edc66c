import type Hls from 'hls.js';
import type { HlsConfig, LoaderContext } from 'hls.js';
import type { CmcdData } from '../../core/cmcd/cmcd-data.ts';

/** Facts about one request: all that its sender knows of the object. */
export type RequestFacts = Pick<CmcdData, 'ot' | 'br' | 'tb' | 'd' | 'nor' | 'mtp' | 'st' | 'bl'>;

/** A request as it is sent: the address, and headers beside its own. */
export interface DecoratedRequest {
  url: string;
  headers?: Record<string, string>;
}

/** Adds to each request of media what a server may want to know of the playback. Memories know the plain addresses only. */
export interface RequestDecorator {
  decorate(url: string, facts: RequestFacts): DecoratedRequest;
  /** The address without the added parameters, as it may come back in an answer. */
  plain(url: string): string;
  /** The address of media that the browser loads natively, and to which headers cannot be given. */
  nativeUrl(url: string, isHls: boolean): string;
  /** The same for the requests of hls.js, once it is there. */
  forHls(hls: () => Hls): HlsDecorator;
}

/** Decorates what hls.js sends. */
export interface HlsDecorator {
  xhrSetup: NonNullable<HlsConfig['xhrSetup']>;
  decorate(context: LoaderContext): DecoratedRequest;
  plain(url: string): string;
}

/** The request as it is sent: as it is, where nothing is to be added. */
export function decorated(
  decorator: RequestDecorator | undefined,
  url: string,
  facts: RequestFacts,
): DecoratedRequest {
  return decorator?.decorate(url, facts) ?? { url };
}

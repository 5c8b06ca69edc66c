import type Hls from 'hls.js';
import { withCmcd, withoutCmcd } from '../../core/cmcd/cmcd-address.ts';
import type { CmcdData } from '../../core/cmcd/cmcd-data.ts';
import { cmcdHeaders } from '../../core/cmcd/cmcd-headers.ts';
import { encodeCmcd } from '../../core/cmcd/encode-cmcd.ts';
import { viewingIdOf } from '../../core/viewing-id.ts';
import { expectedBandwidth } from '../memory/bandwidth.ts';
import type { PlaybackSource } from '../source/playback-source.ts';
import { factsOf } from './hls-facts.ts';
import { MediaCondition } from './media-condition.ts';
import type {
  DecoratedRequest,
  HlsDecorator,
  RequestDecorator,
  RequestFacts,
} from '../requests/request-decorator.ts';

/** The input of a decorator. */
export interface CmcdOptions {
  media: HTMLVideoElement;
  source: PlaybackSource;
  /** The object that identifies the viewing. */
  request: object;
  /** `headers`, or anything else for the query. */
  mode: string | null;
  /** Ends what it follows. */
  signal: AbortSignal;
}

/** The number of requests of each viewing: a retry counts on. */
const counts = new WeakMap<object, number>();

/** Reports the playback in each request of media, as CMCD version 2. */
export class CmcdDecorator implements RequestDecorator {
  readonly #options: CmcdOptions;
  readonly #condition: MediaCondition;

  constructor(options: CmcdOptions) {
    this.#options = options;
    this.#condition = new MediaCondition(options.media, options.signal);
  }

  decorate(url: string, facts: RequestFacts): DecoratedRequest {
    const data = this.#dataOf(facts);
    return this.#options.mode === 'headers'
      ? { url, headers: cmcdHeaders(data) }
      : { url: withCmcd(url, encodeCmcd(data)) };
  }

  plain(url: string): string {
    return withoutCmcd(url);
  }

  nativeUrl(url: string, isHls: boolean): string {
    if (this.#options.mode === 'headers' || !/^(?:https?:|[^:]*$)/i.test(url)) return url;
    const data = this.#dataOf({ ot: isHls ? 'm' : 'av' });
    return withCmcd(url, encodeCmcd(isHls ? data : { ...data, sf: 'o' }));
  }

  forHls(hls: () => Hls): HlsDecorator {
    const decorate: HlsDecorator['decorate'] = (context) =>
      this.decorate(context.url, factsOf(context, hls()));
    return {
      decorate,
      plain: withoutCmcd,
      xhrSetup: (xhr, _url, context) => {
        // Each try of hls.js comes by here, and has its own number.
        const sent = decorate(context);
        xhr.open('GET', sent.url, true);
        for (const [name, value] of Object.entries(sent.headers ?? {})) xhr.setRequestHeader(name, value);
      },
    };
  }

  #dataOf(facts: RequestFacts): CmcdData {
    const { source, request } = this.#options;
    const sn = counts.get(request) ?? 0;
    counts.set(request, sn + 1);
    const st = source.kind === 'live-stream' ? 'l' : source.id === undefined ? undefined : 'v';
    const bits = expectedBandwidth();
    return {
      ...{ sid: viewingIdOf(request), cid: source.id, sf: 'h', sn, st },
      ...{ mtp: bits === undefined ? undefined : [bits / 1000] },
      ...this.#condition.of(facts.ot),
      ...defined(facts),
    };
  }
}

/** Unknown values are left out. */
function defined(facts: RequestFacts): RequestFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

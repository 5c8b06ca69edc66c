import type Hls from 'hls.js';
import type { CmcdData, CmcdObjectType } from '../../core/cmcd/cmcd-data.ts';
import { cmcdHeaders, encodeCmcd, withCmcd, withoutCmcd } from '../../core/cmcd/encode-cmcd.ts';
import { viewingIdOf } from '../../core/viewing-id.ts';
import { expectedBandwidth } from '../memory/bandwidth.ts';
import type { PlaybackSource } from '../source/playback-source.ts';
import { MediaCondition } from './media-condition.ts';
import type {
  DecoratedRequest,
  HlsDecorator,
  RequestDecorator,
  RequestFacts,
} from '../requests/request-decorator.ts';
import type { FragmentLoaderContext, Level, LoaderContext } from 'hls.js';

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

type Segment = FragmentLoaderContext['frag'];

/** Facts about what hls.js requests. Anything may be absent: these are its own objects, and of many kinds. */
function factsOf(context: LoaderContext, hls: Hls): RequestFacts {
  const { frag, part } = context as Partial<FragmentLoaderContext>;
  const { latestLevelDetails: details, bandwidthEstimate } = hls;
  const common: RequestFacts = {
    st: details ? (details.live ? (details.partTarget > 0 ? 'll' : 'l') : 'v') : undefined,
    mtp: Number.isFinite(bandwidthEstimate) ? [bandwidthEstimate / 1000] : undefined,
  };
  // As a word, so that the enum, and hls.js with it, need not be here.
  const type: string = context.type;
  if (/^(?:key|server-certificate)$/.test(type)) return { ...common, ot: 'k' };
  if (!frag) return { ...common, ot: /^(?:manifest|level|audioTrack|subtitleTrack)$/.test(type) ? 'm' : 'o' };
  if (frag.sn === 'initSegment') return { ...common, ot: 'i' };
  const level = frag.type.startsWith('main') ? levelOf(frag, hls) : undefined;
  const ot = typeOf(frag, level, hls);
  return {
    ...common,
    ot,
    d: (part ?? frag).duration * 1000,
    br: level && [[level.bitrate / 1000, ot]],
    tb: level && [[Math.max(...hls.levels.map(({ bitrate }) => bitrate)) / 1000, ot]],
    nor: level && !part ? nextOf(frag, level) : undefined,
  };
}

/** The rendition of a segment; undefined for one that is another list's, as those of I-frames. */
function levelOf({ level, baseurl }: Segment, { levels }: Hls): Level | undefined {
  const found = levels[level];
  return found?.details?.url === baseurl ? found : undefined;
}

function typeOf(segment: Segment, level: Level | undefined, hls: Hls): CmcdObjectType {
  const kind: string = segment.type;
  if (kind === 'audio') return 'a';
  if (kind === 'subtitle') return segment.initSegment ? 'tt' : 'c';
  if (level?.audioCodec && !level.videoCodec) return 'a';
  return hls.audioTracks.some(({ url }) => url) ? 'v' : 'av';
}

/** The next segment, where a name in the same folder says it. A query may be signed for its own segment alone. */
function nextOf(segment: Segment, { details }: Level): readonly string[] | undefined {
  const { sn } = segment;
  const next = details?.fragments.find((other) => other.sn === Number(sn) + 1);
  if (!next || next.byteRange.length > 0 || /[?#]/.test(next.url)) return undefined;
  const at = next.url.lastIndexOf('/') + 1;
  return segment.url.startsWith(next.url.slice(0, at)) &&
    !segment.url.slice(at).split(/[?#]/)[0]?.includes('/')
    ? [next.url.slice(at)]
    : undefined;
}

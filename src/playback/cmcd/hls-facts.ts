import type Hls from 'hls.js';
import type { FragmentLoaderContext, Level, LoaderContext } from 'hls.js';
import type { CmcdObjectType } from '../../core/cmcd/cmcd-data.ts';
import type { RequestFacts } from '../requests/request-decorator.ts';

type Segment = FragmentLoaderContext['frag'];

/** Facts about what hls.js requests. Anything may be absent: these are its own objects, and of many kinds. */
export function factsOf(context: LoaderContext, hls: Hls): RequestFacts {
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

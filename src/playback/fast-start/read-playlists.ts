import type { Quality } from '../stream/stream.ts';

/** One rendition as the multivariant playlist names it. */
export interface Variant extends Quality {
  readonly url: string;
  readonly codecs: string;
  /** The playlist of its sound, where that comes apart. */
  readonly audio?: string | undefined;
}

/** The data of a multivariant playlist that the starter uses. */
export interface MultivariantPlaylist {
  /** Smallest first. Empty for what should be left to hls.js. */
  readonly variants: readonly Variant[];
  /** True when the playlist asks for more than the small build of hls.js can do. */
  readonly needsAll: boolean;
}

/** The initialisation and the segment with which a rendition begins. */
export interface FirstSegment {
  readonly init: string;
  readonly url: string;
  /** Seconds: where it begins in the playlist. */
  readonly start: number;
  /** Seconds: how long it is. */
  readonly seconds: number;
  /** Seconds: the length of the whole playlist. */
  readonly duration: number;
}

/** Tags that change what a playlist means in a way that only hls.js knows. */
const ENGINE_TAGS = /^#EXT-X-(?:DEFINE|CONTENT-STEERING|SESSION-KEY|START|STREAM-INF:.*PATHWAY-ID)\b/;
const UNSAFE_TAGS = /^#EXT-X-(?:DISCONTINUITY|BYTERANGE|GAP|DEFINE|START|PART|SKIP|KEY(?!:METHOD=NONE))\b/;
const MEDIA = '#EXT-X-MEDIA:';
const STREAM_INF = '#EXT-X-STREAM-INF:';
export const EXTINF = '#EXTINF:';
/** Characters. */
const MAX_LENGTH = 5 * 2 ** 20;
const MAX_LINES = 200_000;
/** Sounds of one group that are looked at. */
const MAX_GROUP = 100;

/** Reads a multivariant playlist; `hasCaptions` when the page's own captions take the place of those in it. */
export function readMultivariant(text: string, base: string, hasCaptions: boolean): MultivariantPlaylist {
  const lines = linesOf(text);
  const media = lines.filter((line) => line.startsWith(MEDIA)).map(attributesOf);
  const sounds = media.filter(({ TYPE, URI }) => TYPE === 'AUDIO' && URI !== undefined);
  const groups = new Map<string | undefined, typeof sounds>();
  for (const sound of sounds) {
    const id = sound['GROUP-ID'];
    groups.set(id, [...(groups.get(id) ?? []).slice(0, MAX_GROUP), sound]);
  }
  const hasOwnCaptions = media.some(({ TYPE }) => TYPE === 'SUBTITLES' || TYPE === 'CLOSED-CAPTIONS');
  const isSpecial = lines.some((line) => ENGINE_TAGS.test(line));
  const needsAll = isSpecial || sounds.length > 0 || (hasOwnCaptions && !hasCaptions);
  const known = new Set<string>();
  const variants = withAddresses(lines, STREAM_INF).flatMap(({ line, uri }): Variant[] => {
    const { BANDWIDTH, CODECS = '', RESOLUTION = '', AUDIO, ...rest } = attributesOf(line);
    // The same rendition again is on another host, in case that the first one fails.
    const key = `${BANDWIDTH} ${RESOLUTION} ${CODECS} ${rest['FRAME-RATE']} ${rest['VIDEO-RANGE']}`;
    if (known.has(key)) return [];
    known.add(key);
    const [width = 0, height = 0] = RESOLUTION.split('x').map(Number);
    const group = (AUDIO !== undefined && groups.get(AUDIO)) || [];
    const sound = group.length === 1 ? group[0] : group.find(({ DEFAULT }) => DEFAULT === 'YES');
    return [
      {
        ...{ url: absolute(uri, base), codecs: CODECS, width, height, bitrate: Number(BANDWIDTH) },
        // A group without a default is hls.js's to choose from.
        audio: group.length === 0 ? undefined : absolute(sound?.['URI'] ?? '', base),
      },
    ];
  });
  const families = new Set(variants.map(({ codecs }) => codecs.replaceAll(/\.[^,]*/g, '')));
  const isPlain = families.size === 1 && variants.every(({ audio, codecs }) => audio !== '' && codecs !== '');
  return {
    variants: isPlain && !isSpecial ? variants.sort((one, other) => one.bitrate - other.bitrate) : [],
    needsAll,
  };
}

/** Reads where a media playlist begins at that time; nothing where only hls.js can know. */
export function readFirstSegment(text: string, base: string, time: number): FirstSegment | undefined {
  const lines = linesOf(text);
  const maps = lines.filter((line) => line.startsWith('#EXT-X-MAP:')).map(attributesOf);
  const init = maps[0]?.['URI'];
  const isWhole = lines.some((line) => /^#EXT-X-ENDLIST\b/.test(line)) && !lines.some(isUnsafe);
  if (!isWhole || maps.length !== 1 || init === undefined || 'BYTERANGE' in (maps[0] ?? {})) return undefined;
  let end = 0;
  let found: Pick<FirstSegment, 'url' | 'start' | 'seconds'> | undefined;
  for (const { line, uri } of withAddresses(lines, EXTINF)) {
    const seconds = Number.parseFloat(line.slice(EXTINF.length));
    if (!(seconds >= 0)) return undefined;
    const start = end;
    end += seconds;
    if (time < end) found ??= { url: absolute(uri, base), start, seconds };
  }
  return found && Number.isFinite(end) ? { ...found, init: absolute(init, base), duration: end } : undefined;
}

const isUnsafe = (line: string): boolean => UNSAFE_TAGS.test(line);

/** The lines of a playlist. None of one that is so large that only hls.js may read it. */
export function linesOf(text: string): string[] {
  if (text.length > MAX_LENGTH) return [];
  const lines = text.split(/\r?\n/);
  return lines.length > MAX_LINES ? [] : lines;
}

/** The lines that begin with a tag, each with the address that follows it. */
function withAddresses(lines: readonly string[], tag: string): { line: string; uri: string }[] {
  const found: { line: string; uri: string }[] = [];
  let waiting: string | undefined;
  for (const line of lines) {
    if (line.startsWith(tag)) waiting = line;
    else if (waiting !== undefined && line.trim() !== '' && !line.startsWith('#')) {
      found.push({ line: waiting, uri: line.trim() });
      waiting = undefined;
    }
  }
  return found;
}

/** The attributes of a tag, by name. */
export function attributesOf(line: string): Record<string, string> {
  const found = line.matchAll(/[:,]\s*([A-Z\d-]+)=(?:"([^"]*)"|([^",]*))/g);
  return Object.fromEntries([...found].map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']));
}

/** The whole address; empty for none. */
export function absolute(uri: string, base: string): string {
  return uri && URL.canParse(uri, base) ? new URL(uri, base).href : '';
}

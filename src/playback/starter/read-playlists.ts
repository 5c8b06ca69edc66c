import type { Quality } from '../stream.ts';

/** One rendition as the multivariant playlist names it. */
export interface Variant extends Quality {
  readonly url: string;
  readonly codecs: string;
  /** The playlist of its sound, where that comes apart. */
  readonly audio?: string | undefined;
}

/** What of a multivariant playlist the start needs to know. */
export interface MultivariantPlaylist {
  /** Smallest first. Empty for what should be left to the engine. */
  readonly variants: readonly Variant[];
  /** True when the playlist asks for more than the small engine can do. */
  readonly needsAll: boolean;
}

/** The initialisation and the segment with which a rendition begins. */
export interface FirstSegment {
  readonly init: string;
  readonly url: string;
  /** Seconds: where it begins in the playlist. */
  readonly start: number;
  /** Seconds: the length of the whole playlist. */
  readonly duration: number;
}

/** Tags that change what a playlist means in a way that only the engine knows. */
const ENGINE_TAGS = /^#EXT-X-(?:DEFINE|CONTENT-STEERING|SESSION-KEY|START)\b/m;
const UNSAFE_TAGS = /^#EXT-X-(?:DISCONTINUITY|BYTERANGE|GAP|DEFINE|START|PART|SKIP|KEY(?!:METHOD=NONE))\b/m;

/** Reads a multivariant playlist; `hasCaptions` when the page's own captions take the place of those in it. */
export function readMultivariant(text: string, base: string, hasCaptions: boolean): MultivariantPlaylist {
  const media = [...text.matchAll(/^#EXT-X-MEDIA:(.*)$/gm)].map(([, line = '']) => attributesOf(line));
  const sounds = media.filter(({ TYPE, URI }) => TYPE === 'AUDIO' && URI !== undefined);
  const hasOwnCaptions = media.some(({ TYPE }) => TYPE === 'SUBTITLES' || TYPE === 'CLOSED-CAPTIONS');
  const isSpecial = ENGINE_TAGS.test(text);
  const needsAll = isSpecial || sounds.length > 0 || (hasOwnCaptions && !hasCaptions);
  const variants = [...text.matchAll(/^#EXT-X-STREAM-INF:(.*)\r?\n(?:#.*\r?\n)*([^#\s].*?)\r?$/gm)].map(
    ([, line = '', uri = '']): Variant => {
      const { BANDWIDTH, CODECS = '', RESOLUTION = '', AUDIO } = attributesOf(line);
      const [width = 0, height = 0] = RESOLUTION.split('x').map(Number);
      const group = sounds.filter((sound) => sound['GROUP-ID'] === AUDIO);
      const sound = group.length === 1 ? group[0] : group.find(({ DEFAULT }) => DEFAULT === 'YES');
      return {
        ...{ url: absolute(uri, base), codecs: CODECS, width, height, bitrate: Number(BANDWIDTH) },
        // A group without a default is the engine's to choose from.
        audio: group.length === 0 ? undefined : absolute(sound?.['URI'] ?? '', base),
      };
    },
  );
  const families = new Set(variants.map(({ codecs }) => codecs.replaceAll(/\.[^,]*/g, '')));
  const isPlain = families.size === 1 && variants.every(({ audio, codecs }) => audio !== '' && codecs !== '');
  return {
    variants: isPlain && !isSpecial ? variants.sort((one, other) => one.bitrate - other.bitrate) : [],
    needsAll,
  };
}

/** Reads where a media playlist begins at that time; nothing where only the engine can know. */
export function readFirstSegment(text: string, base: string, time: number): FirstSegment | undefined {
  const maps = [...text.matchAll(/^#EXT-X-MAP:(.*)$/gm)].map(([, line = '']) => attributesOf(line));
  const init = maps[0]?.['URI'];
  const isWhole = /^#EXT-X-ENDLIST\b/m.test(text) && !UNSAFE_TAGS.test(text);
  if (!isWhole || maps.length !== 1 || init === undefined || 'BYTERANGE' in (maps[0] ?? {})) return undefined;
  let end = 0;
  let found: Pick<FirstSegment, 'url' | 'start'> | undefined;
  for (const [, seconds, uri = ''] of text.matchAll(
    /^#EXTINF:([\d.]+).*\r?\n(?:#.*\r?\n)*([^#\s].*?)\r?$/gm,
  )) {
    const start = end;
    end += Number(seconds);
    if (time < end) found ??= { url: absolute(uri, base), start };
  }
  return found && { ...found, init: absolute(init, base), duration: end };
}

function attributesOf(line: string): Record<string, string> {
  const found = line.matchAll(/([A-Z\d-]+)=(?:"([^"]*)"|([^",]*))/g);
  return Object.fromEntries([...found].map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']));
}

function absolute(uri: string, base: string): string {
  return uri && URL.canParse(uri, base) ? new URL(uri, base).href : '';
}

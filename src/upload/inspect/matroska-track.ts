import { aac, av1, avc, hevc, plainName } from './codec-string.ts';
import { readBytes, type EbmlElement, ebmlElements, readFloat, readUnsigned } from './ebml.ts';
import type { FileInfo } from './file-info.ts';
import {
  CODEC_ID,
  CODEC_PRIVATE,
  DEFAULT_DURATION,
  DISPLAY_HEIGHT,
  DISPLAY_UNIT,
  DISPLAY_WIDTH,
  PIXEL_HEIGHT,
  PIXEL_WIDTH,
  PROJECTION,
  PROJECTION_ROLL,
  TRACK_TYPE,
  VIDEO_SETTINGS,
} from './matroska-ids.ts';
import type { ByteReader } from './byte-reader.ts';

/** What one track says about itself. */
export interface MatroskaTrack {
  kind: number;
  codec: string;
  config: Uint8Array;
  /** Nanoseconds that a picture is shown. */
  frame: number;
  width: number;
  height: number;
  rotation: FileInfo['rotation'];
}

/** The kinds of track that matter here. */
export const VIDEO = 1;
export const AUDIO = 2;

/** Reads a track's entry, as far as it can be read. */
export async function readTrack(peek: ByteReader, entry: EbmlElement): Promise<MatroskaTrack> {
  const track: MatroskaTrack = {
    ...{ kind: 0, codec: '', config: new Uint8Array(), frame: 0, width: 0, height: 0, rotation: 0 },
  };
  for await (const element of ebmlElements(peek, entry.body, entry.end)) {
    if (element.id === TRACK_TYPE) track.kind = (await readUnsigned(peek, element)) ?? 0;
    else if (element.id === CODEC_ID)
      track.codec = String.fromCharCode(...(await readBytes(peek, element, 32)));
    else if (element.id === CODEC_PRIVATE) track.config = await readBytes(peek, element, 64);
    else if (element.id === DEFAULT_DURATION) track.frame = (await readUnsigned(peek, element)) ?? 0;
    else if (element.id === VIDEO_SETTINGS) Object.assign(track, await readPicture(peek, element));
  }
  return track;
}

async function readPicture(
  peek: ByteReader,
  video: EbmlElement,
): Promise<Pick<MatroskaTrack, 'width' | 'height' | 'rotation'>> {
  const stored = { width: 0, height: 0 };
  const shown = { width: 0, height: 0, unit: 0 };
  let rotation: FileInfo['rotation'] = 0;
  for await (const element of ebmlElements(peek, video.body, video.end)) {
    if (element.id === PROJECTION) rotation = await readRoll(peek, element);
    const value = (await readUnsigned(peek, element)) ?? 0;
    if (element.id === PIXEL_WIDTH) stored.width = value;
    else if (element.id === PIXEL_HEIGHT) stored.height = value;
    else if (element.id === DISPLAY_WIDTH) shown.width = value;
    else if (element.id === DISPLAY_HEIGHT) shown.height = value;
    else if (element.id === DISPLAY_UNIT) shown.unit = value;
  }
  if (shown.width === 0 || shown.height === 0) return { ...stored, rotation };
  // Other units than pixels give a shape, and no size.
  const height = shown.unit === 0 ? shown.height : stored.height;
  return { width: Math.round((height * shown.width) / shown.height), height, rotation };
}

/** A roll to the left is a turn against the clock. */
async function readRoll(peek: ByteReader, projection: EbmlElement): Promise<FileInfo['rotation']> {
  for await (const element of ebmlElements(peek, projection.body, projection.end)) {
    if (element.id !== PROJECTION_ROLL) continue;
    const degrees = (await readFloat(peek, element)) ?? 0;
    const quarters = Number.isFinite(degrees) ? Math.round(-degrees / 90) % 4 : 0;
    return ([0, 90, 180, 270] as const)[(quarters + 4) % 4] ?? 0;
  }
  return 0;
}

/** The codec by the name that browsers know it by. */
export function codecName({ codec, config }: MatroskaTrack): string | undefined {
  switch (codec.split('\0')[0]) {
    case 'V_MPEG4/ISO/AVC':
      return avc(config);
    case 'V_MPEGH/ISO/HEVC':
      return hevc(config);
    case 'V_AV1':
      return av1(config);
    case 'V_VP8':
      return 'vp8';
    case 'V_VP9':
      return 'vp9';
    case 'A_OPUS':
      return 'opus';
    case 'A_VORBIS':
      return 'vorbis';
    case 'A_FLAC':
      return 'flac';
    case 'A_AAC':
      return aac(config);
    case 'A_AC3':
      return 'ac-3';
    case 'A_EAC3':
      return 'ec-3';
    case 'A_MPEG/L3':
      return 'mp3';
    default:
      return plainName(codec);
  }
}

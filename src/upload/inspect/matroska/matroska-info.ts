import type { ByteReader } from '../bytes/byte-reader.ts';
import { searchFromEnd } from '../bytes/search-from-end.ts';
import { aac, av1, avc, hevc, plainName } from '../bytes/codec-string.ts';
import {
  childrenOf,
  type EbmlElement,
  ebmlElementAt,
  ebmlElements,
  readBytes,
  readFloat,
  readString,
  readUnsigned,
  readVarInt,
} from './ebml.ts';
import {
  describePicture,
  type FileInfo,
  MAX_SECONDS,
  plausible,
  toRotation,
  UNKNOWN_FILE,
} from '../bytes/file-info.ts';

// Element ids, by the names of the specification.
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const SEEK_HEAD = 0x114d9b74;
const SEEK_POSITION = 0x53ac;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const CODEC_ID = 0x86;
const CODEC_PRIVATE = 0x63a2;
const DEFAULT_DURATION = 0x23e383;
const VIDEO_SETTINGS = 0xe0;
const PIXEL_WIDTH = 0xb0;
const PIXEL_HEIGHT = 0xba;
const DISPLAY_WIDTH = 0x54b0;
const DISPLAY_HEIGHT = 0x54ba;
const DISPLAY_UNIT = 0x54b2;
const PROJECTION = 0x7670;
const PROJECTION_ROLL = 0x7675;

/** Values of TRACK_TYPE. */
const VIDEO = 1;
const AUDIO = 2;
const MAX_TRACKS = 16;
const MAX_SEEKS = 8;

/** Reads the header of a WebM or Matroska file. */
export async function readMatroska(peek: ByteReader): Promise<FileInfo> {
  const head = await ebmlElementAt(peek, 0, peek.size);
  if (!head?.isSized) return UNKNOWN_FILE;
  const type = await readString(peek, (await childrenOf(peek, head)).get(DOC_TYPE), 16);
  const container = type.startsWith('webm') ? 'webm' : 'mkv';
  const segment = await ebmlElementAt(peek, head.end, peek.size);
  if (segment?.id !== SEGMENT) return { ...UNKNOWN_FILE, container };
  const header = await readHeader(peek, segment);
  const info = await childrenOf(peek, header.get(INFO));
  const unit = ((await readUnsigned(peek, info.get(TIMESTAMP_SCALE))) || 1_000_000) / 1e9;
  // A recorder that could not go back to fill it in leaves it out, or writes "without end".
  const stated = plausible((await readFloat(peek, info.get(DURATION))) * unit, MAX_SECONDS);
  const duration = stated ?? plausible((await lastTimestamp(peek, segment)) * unit, MAX_SECONDS);
  return { ...UNKNOWN_FILE, container, duration, ...(await readTracks(peek, header.get(TRACKS))) };
}

/** The header stands before the first cluster; where it does not, the list of contents says where. */
async function readHeader(peek: ByteReader, segment: EbmlElement): Promise<ReadonlyMap<number, EbmlElement>> {
  const found = new Map<number, EbmlElement>();
  const add = (element: EbmlElement) => {
    if (!found.has(element.id)) found.set(element.id, element);
  };
  for await (const element of ebmlElements(peek, segment.body, segment.end)) {
    if (element.id === CLUSTER) break;
    add(element);
  }
  const list = found.get(SEEK_HEAD);
  let seeks = 0;
  for await (const seek of ebmlElements(peek, list?.body ?? 0, list?.end ?? 0)) {
    if (++seeks > MAX_SEEKS || (found.has(INFO) && found.has(TRACKS))) break;
    const place = await readUnsigned(peek, (await childrenOf(peek, seek)).get(SEEK_POSITION));
    const element = await ebmlElementAt(peek, segment.body + place, segment.end);
    if (element) add(element);
  }
  return found;
}

/** The first video track and the first audio track. */
async function readTracks(peek: ByteReader, list: EbmlElement | undefined): Promise<Partial<FileInfo>> {
  let info: Partial<FileInfo> = {};
  let tracks = 0;
  for await (const entry of ebmlElements(peek, list?.body ?? 0, list?.end ?? 0)) {
    if (entry.id !== TRACK_ENTRY) continue;
    info = { ...(await readTrack(peek, entry)), ...info };
    if (++tracks === MAX_TRACKS) break;
  }
  return info;
}

async function readTrack(peek: ByteReader, entry: EbmlElement): Promise<Partial<FileInfo>> {
  const parts = await childrenOf(peek, entry);
  const kind = await readUnsigned(peek, parts.get(TRACK_TYPE));
  if (kind !== VIDEO && kind !== AUDIO) return {};
  const name = await readString(peek, parts.get(CODEC_ID), 32);
  const codec = codecName(name, await readBytes(peek, parts.get(CODEC_PRIVATE), 64));
  if (kind === AUDIO) return { audioCodec: codec };
  const nanoseconds = await readUnsigned(peek, parts.get(DEFAULT_DURATION));
  const picture = await readPicture(peek, parts.get(VIDEO_SETTINGS));
  return { ...describePicture({ ...picture, frameRate: 1e9 / nanoseconds }), videoCodec: codec };
}

async function readPicture(
  peek: ByteReader,
  video: EbmlElement | undefined,
): Promise<Pick<Parameters<typeof describePicture>[0], 'width' | 'height' | 'rotation'>> {
  const parts = await childrenOf(peek, video);
  const projection = await childrenOf(peek, parts.get(PROJECTION));
  // A roll to the left is a turn against the clock.
  const quarters = Math.round(-(await readFloat(peek, projection.get(PROJECTION_ROLL))) / 90) % 4;
  const rotation = toRotation(quarters);
  const number = (id: number) => readUnsigned(peek, parts.get(id));
  const stored = { width: await number(PIXEL_WIDTH), height: await number(PIXEL_HEIGHT) };
  const shown = { width: await number(DISPLAY_WIDTH), height: await number(DISPLAY_HEIGHT) };
  if (shown.width === 0 || shown.height === 0) return { ...stored, rotation };
  // Other units than pixels give a shape, and no size.
  const height = (await number(DISPLAY_UNIT)) === 0 ? shown.height : stored.height;
  return { width: (height * shown.width) / shown.height, height, rotation };
}

/** Codecs whose name in a browser depends on nothing else. */
const PLAIN_CODECS: ReadonlyMap<string, string> = new Map([
  ['V_VP8', 'vp8'],
  ['V_VP9', 'vp9'],
  ['A_OPUS', 'opus'],
  ['A_VORBIS', 'vorbis'],
  ['A_FLAC', 'flac'],
  ['A_AC3', 'ac-3'],
  ['A_EAC3', 'ec-3'],
  ['A_MPEG/L3', 'mp3'],
]);

/** The codec by the name that browsers know. */
function codecName(name: string, config: Uint8Array): string | undefined {
  const [id = ''] = name.split('\0');
  if (id === 'V_MPEG4/ISO/AVC') return avc(config);
  if (id === 'V_MPEGH/ISO/HEVC') return hevc(config);
  if (id === 'V_AV1') return av1(config);
  if (id === 'A_AAC') return aac(config);
  return PLAIN_CODECS.get(id) ?? plainName(name);
}

const CLUSTER = 0x1f43b675;
const TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;

/**
 * The moment of the last picture or sound, in the file's units; 0 where it is not found. A browser's own recording
 * states no length: it follows from the last cluster.
 */
async function lastTimestamp(peek: ByteReader, { body, end }: EbmlElement): Promise<number> {
  return (await searchFromEnd(peek, [body, end], CLUSTER, (at) => lastInCluster(peek, at, end))) ?? 0;
}

/** The last moment in a cluster; undefined for bytes that only look like one. */
async function lastInCluster(peek: ByteReader, at: number, to: number): Promise<number | undefined> {
  const cluster = await ebmlElementAt(peek, at, to);
  let start: number | undefined;
  let last = 0;
  for await (const element of ebmlElements(peek, cluster?.body ?? to, cluster?.end ?? to)) {
    if (start === undefined && element.id !== TIMESTAMP) return undefined;
    if (element.id === TIMESTAMP) start = await readUnsigned(peek, element);
    else if (element.id === SIMPLE_BLOCK) last = Math.max(last, await momentOf(peek, element));
    else if (element.id === BLOCK_GROUP) {
      for await (const block of ebmlElements(peek, element.body, element.end)) {
        if (block.id === BLOCK) last = Math.max(last, await momentOf(peek, block));
      }
    }
  }
  return start === undefined ? undefined : start + last;
}

/** A block begins with its track's number and its distance from the cluster's own moment. */
async function momentOf(peek: ByteReader, block: EbmlElement): Promise<number> {
  const view = block.end - block.body >= 11 ? await peek.at(block.body, 11) : undefined;
  const track = view && readVarInt(view, 0, false);
  return track ? view.getInt16(track.length) : 0;
}

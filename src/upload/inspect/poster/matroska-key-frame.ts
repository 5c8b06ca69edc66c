import {
  readBytes,
  type EbmlElement,
  ebmlElementAt,
  ebmlElements,
  readVarInt,
  readUnsigned,
} from '../ebml.ts';
import {
  BLOCK,
  BLOCK_GROUP,
  CLUSTER,
  CODEC_PRIVATE,
  INFO,
  REFERENCE_BLOCK,
  SEGMENT,
  SIMPLE_BLOCK,
  TIMESTAMP,
  TIMESTAMP_SCALE,
  TRACKS,
  TRACK_ENTRY,
  TRACK_NUMBER,
} from '../matroska-ids.ts';
import { codecName, readTrack, VIDEO } from '../matroska-track.ts';
import type { ByteReader } from '../byte-reader.ts';
import { type KeyFrame, POSTER_SECONDS, pictureBytes } from './key-frame.ts';

const KEEPS_CONFIG: ReadonlySet<string> = new Set(['V_MPEG4/ISO/AVC', 'V_MPEGH/ISO/HEVC']);

/** What is read on the way to the picture. */
interface Walk {
  config: VideoDecoderConfig | undefined;
  track: number;
  /** Seconds of one unit of time. */
  unit: number;
  /** The best so far: where the picture lies. */
  found: { from: number; to: number; seconds: number } | undefined;
}

/** The first key frame of a WebM or Matroska file from a moment on, or the one before. */
export async function matroskaKeyFrame(peek: ByteReader): Promise<KeyFrame | undefined> {
  const head = await ebmlElementAt(peek, 0, peek.size);
  const segment = head && (await ebmlElementAt(peek, head.end, peek.size));
  if (segment?.id !== SEGMENT) return undefined;
  const walk: Walk = { config: undefined, track: 0, unit: 0.001, found: undefined };
  for await (const element of ebmlElements(peek, segment.body, segment.end)) {
    if (element.id === INFO) await readInfo(peek, element, walk);
    else if (element.id === TRACKS) await readTracks(peek, element, walk);
    else if (element.id === CLUSTER && (await readCluster(peek, element, walk))) break;
  }
  const { config, found } = walk;
  const data = config && found && (await pictureBytes(peek, found.from, found.to - found.from));
  return data && { config, data };
}

async function readInfo(peek: ByteReader, info: EbmlElement, walk: Walk): Promise<void> {
  for await (const element of ebmlElements(peek, info.body, info.end)) {
    if (element.id === TIMESTAMP_SCALE) walk.unit = ((await readUnsigned(peek, element)) || 1_000_000) / 1e9;
  }
}

async function readTracks(peek: ByteReader, tracks: EbmlElement, walk: Walk): Promise<void> {
  for await (const entry of ebmlElements(peek, tracks.body, tracks.end)) {
    if (entry.id !== TRACK_ENTRY || walk.config) continue;
    const track = await readTrack(peek, entry);
    const codec = track.kind === VIDEO ? codecName(track) : undefined;
    if (codec === undefined) continue;
    // The name of VP9 says nothing of its profile; the first one will do, or the decoder says no.
    walk.config = { codec: codec === 'vp9' ? 'vp09.00.10.08' : codec };
    for await (const element of ebmlElements(peek, entry.body, entry.end)) {
      if (element.id === TRACK_NUMBER) walk.track = (await readUnsigned(peek, element)) ?? 0;
      if (element.id === CODEC_PRIVATE && KEEPS_CONFIG.has(track.codec))
        walk.config.description = (await readBytes(peek, element, 4096)).slice();
    }
  }
}

/** True when nothing better is to be found. A cluster of unknown length holds those that follow it, too. */
async function readCluster(peek: ByteReader, cluster: EbmlElement, walk: Walk): Promise<boolean> {
  let start = 0;
  for await (const element of ebmlElements(peek, cluster.body, cluster.end)) {
    if (element.id === CLUSTER) return readCluster(peek, element, walk);
    if (element.id === TIMESTAMP) start = (await readUnsigned(peek, element)) ?? 0;
    if (element.id === SIMPLE_BLOCK && (await readBlock(peek, element, start, walk, undefined))) return true;
    if (element.id === BLOCK_GROUP && (await readGroup(peek, element, start, walk))) return true;
  }
  return false;
}

async function readGroup(peek: ByteReader, group: EbmlElement, start: number, walk: Walk): Promise<boolean> {
  let block: EbmlElement | undefined;
  let leans = false;
  for await (const element of ebmlElements(peek, group.body, group.end)) {
    if (element.id === BLOCK) block = element;
    if (element.id === REFERENCE_BLOCK) leans = true;
  }
  return block !== undefined && readBlock(peek, block, start, walk, !leans);
}

async function readBlock(
  peek: ByteReader,
  block: EbmlElement,
  start: number,
  walk: Walk,
  isKey: boolean | undefined,
): Promise<boolean> {
  const view = block.end - block.body >= 11 ? await peek.at(block.body, 11) : undefined;
  const track = view && readVarInt(view, 0, false);
  if (!track || track.value !== walk.track) return false;
  const flags = view.getUint8(track.length + 2);
  const isLaced = (flags & 0x06) !== 0;
  if (isLaced || !(isKey ?? (flags & 0x80) !== 0)) return false;
  const seconds = (start + view.getInt16(track.length)) * walk.unit;
  walk.found = { from: block.body + track.length + 3, to: block.end, seconds };
  return seconds >= POSTER_SECONDS;
}

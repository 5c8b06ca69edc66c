import { bytes, type Element, elementAt, elements, readNumber, unsigned } from '../ebml.ts';
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
import type { Peek } from '../peek.ts';
import { type KeyFrame, MOMENT, pictureBytes } from './key-frame.ts';

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
export async function matroskaKeyFrame(peek: Peek): Promise<KeyFrame | undefined> {
  const head = await elementAt(peek, 0, peek.size);
  const segment = head && (await elementAt(peek, head.end, peek.size));
  if (segment?.id !== SEGMENT) return undefined;
  const walk: Walk = { config: undefined, track: 0, unit: 0.001, found: undefined };
  for await (const element of elements(peek, segment.body, segment.end)) {
    if (element.id === INFO) await readInfo(peek, element, walk);
    else if (element.id === TRACKS) await readTracks(peek, element, walk);
    else if (element.id === CLUSTER && (await readCluster(peek, element, walk))) break;
  }
  const { config, found } = walk;
  const data = config && found && (await pictureBytes(peek, found.from, found.to - found.from));
  return data && { config, data };
}

async function readInfo(peek: Peek, info: Element, walk: Walk): Promise<void> {
  for await (const element of elements(peek, info.body, info.end)) {
    if (element.id === TIMESTAMP_SCALE) walk.unit = ((await unsigned(peek, element)) || 1_000_000) / 1e9;
  }
}

async function readTracks(peek: Peek, tracks: Element, walk: Walk): Promise<void> {
  for await (const entry of elements(peek, tracks.body, tracks.end)) {
    if (entry.id !== TRACK_ENTRY || walk.config) continue;
    const track = await readTrack(peek, entry);
    const codec = track.kind === VIDEO ? codecName(track) : undefined;
    if (codec === undefined) continue;
    // The name of VP9 says nothing of its profile; the first one will do, or the decoder says no.
    walk.config = { codec: codec === 'vp9' ? 'vp09.00.10.08' : codec };
    for await (const element of elements(peek, entry.body, entry.end)) {
      if (element.id === TRACK_NUMBER) walk.track = (await unsigned(peek, element)) ?? 0;
      if (element.id === CODEC_PRIVATE && KEEPS_CONFIG.has(track.codec))
        walk.config.description = (await bytes(peek, element, 4096)).slice();
    }
  }
}

/** True when nothing better is to be found. A cluster of unknown length holds those that follow it, too. */
async function readCluster(peek: Peek, cluster: Element, walk: Walk): Promise<boolean> {
  let start = 0;
  for await (const element of elements(peek, cluster.body, cluster.end)) {
    if (element.id === CLUSTER) return readCluster(peek, element, walk);
    if (element.id === TIMESTAMP) start = (await unsigned(peek, element)) ?? 0;
    if (element.id === SIMPLE_BLOCK && (await readBlock(peek, element, start, walk, undefined))) return true;
    if (element.id === BLOCK_GROUP && (await readGroup(peek, element, start, walk))) return true;
  }
  return false;
}

async function readGroup(peek: Peek, group: Element, start: number, walk: Walk): Promise<boolean> {
  let block: Element | undefined;
  let leans = false;
  for await (const element of elements(peek, group.body, group.end)) {
    if (element.id === BLOCK) block = element;
    if (element.id === REFERENCE_BLOCK) leans = true;
  }
  return block !== undefined && readBlock(peek, block, start, walk, !leans);
}

async function readBlock(
  peek: Peek,
  block: Element,
  start: number,
  walk: Walk,
  isKey: boolean | undefined,
): Promise<boolean> {
  const view = block.end - block.body >= 11 ? await peek.at(block.body, 11) : undefined;
  const track = view && readNumber(view, 0, false);
  if (!track || track.value !== walk.track) return false;
  const flags = view.getUint8(track.length + 2);
  const isLaced = (flags & 0x06) !== 0;
  if (isLaced || !(isKey ?? (flags & 0x80) !== 0)) return false;
  const seconds = (start + view.getInt16(track.length)) * walk.unit;
  walk.found = { from: block.body + track.length + 3, to: block.end, seconds };
  return seconds >= MOMENT;
}

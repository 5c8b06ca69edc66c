import { readBytes, type EbmlElement, ebmlElementAt, ebmlElements, readFloat, readUnsigned } from './ebml.ts';
import { type FileInfo, MAX_SECONDS, plausible, UNKNOWN_FILE, MAX_PIXELS } from './file-info.ts';
import {
  CLUSTER,
  DOC_TYPE,
  DURATION,
  INFO,
  SEEK_HEAD,
  SEEK_POSITION,
  SEGMENT,
  TIMESTAMP_SCALE,
  TRACKS,
  TRACK_ENTRY,
} from './matroska-ids.ts';
import { lastTimestamp } from './matroska-tail.ts';
import { AUDIO, codecName, type MatroskaTrack, readTrack, VIDEO } from './matroska-track.ts';
import type { ByteReader } from './byte-reader.ts';

interface Found {
  seconds: number | undefined;
  /** Seconds of one unit of time. */
  unit: number;
  tracks: MatroskaTrack[];
}

/** Reads the header of a WebM or Matroska file; nothing when that has no length of its own. */
export async function readMatroska(peek: ByteReader): Promise<FileInfo | undefined> {
  const head = await ebmlElementAt(peek, 0, peek.size);
  if (!head?.isSized) return undefined;
  const container = await readKind(peek, head);
  const segment = await ebmlElementAt(peek, head.end, peek.size);
  if (segment?.id !== SEGMENT) return { ...UNKNOWN_FILE, container };
  const found = await readSegment(peek, segment);
  const seconds = found.seconds ?? (await lastTimestamp(peek, segment, found.unit));
  return { ...UNKNOWN_FILE, container, duration: plausible(seconds, MAX_SECONDS), ...describe(found.tracks) };
}

async function readKind(peek: ByteReader, head: EbmlElement): Promise<'webm' | 'mkv'> {
  for await (const element of ebmlElements(peek, head.body, head.end)) {
    if (element.id !== DOC_TYPE) continue;
    const name = String.fromCharCode(...(await readBytes(peek, element, 16)));
    return name.startsWith('webm') ? 'webm' : 'mkv';
  }
  return 'mkv';
}

/** The header stands before the first cluster; where it does not, the list of contents says where. */
async function readSegment(peek: ByteReader, segment: EbmlElement): Promise<Found> {
  const found: Found = { seconds: undefined, unit: 0.001, tracks: [] };
  const places: number[] = [];
  const seen = new Set<number>();
  for await (const element of ebmlElements(peek, segment.body, segment.end)) {
    if (element.id === CLUSTER) break;
    seen.add(element.from);
    if (element.id === SEEK_HEAD) places.push(...(await readPlaces(peek, element)));
    else await readPiece(peek, element, found);
  }
  for (const place of places.slice(0, 8)) {
    const at = segment.body + place;
    const element = seen.has(at) ? undefined : await ebmlElementAt(peek, at, segment.end);
    seen.add(at);
    if (element) await readPiece(peek, element, found);
  }
  return found;
}

async function readPlaces(peek: ByteReader, head: EbmlElement): Promise<number[]> {
  const places: number[] = [];
  for await (const seek of ebmlElements(peek, head.body, head.end)) {
    for await (const element of ebmlElements(peek, seek.body, seek.end)) {
      const place = element.id === SEEK_POSITION ? await readUnsigned(peek, element) : undefined;
      if (place !== undefined) places.push(place);
    }
    if (places.length >= 8) break;
  }
  return places;
}

async function readPiece(peek: ByteReader, piece: EbmlElement, found: Found): Promise<void> {
  if (piece.id === INFO) await readInfo(peek, piece, found);
  if (piece.id !== TRACKS || found.tracks.length > 0) return;
  for await (const entry of ebmlElements(peek, piece.body, piece.end)) {
    if (entry.id === TRACK_ENTRY) found.tracks.push(await readTrack(peek, entry));
    if (found.tracks.length >= 16) break;
  }
}

async function readInfo(peek: ByteReader, info: EbmlElement, found: Found): Promise<void> {
  let units: number | undefined;
  let nanoseconds = 1_000_000;
  for await (const element of ebmlElements(peek, info.body, info.end)) {
    if (element.id === TIMESTAMP_SCALE) nanoseconds = (await readUnsigned(peek, element)) || nanoseconds;
    if (element.id === DURATION) units = await readFloat(peek, element);
  }
  found.unit = nanoseconds / 1e9;
  // A recorder that could not go back to fill it in leaves it out, or writes "for ever".
  found.seconds = plausible(units === undefined ? undefined : units * found.unit, MAX_SECONDS);
}

function describe(tracks: MatroskaTrack[]): Partial<FileInfo> {
  const video = tracks.find(({ kind }) => kind === VIDEO);
  const audio = tracks.find(({ kind }) => kind === AUDIO);
  const isTurned = video?.rotation === 90 || video?.rotation === 270;
  return {
    width: plausible(isTurned ? video.height : video?.width, MAX_PIXELS),
    height: plausible(isTurned ? video.width : video?.height, MAX_PIXELS),
    rotation: video?.rotation ?? 0,
    frameRate: plausible(video?.frame ? 1e9 / video.frame : undefined, 1000),
    videoCodec: video && codecName(video),
    audioCodec: audio && codecName(audio),
  };
}

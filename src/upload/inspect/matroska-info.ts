import { bytes, type Element, elementAt, elements, fraction, unsigned } from './ebml.ts';
import { type FileInfo, LONGEST, plausible, UNKNOWN_FILE, WIDEST } from './file-info.ts';
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
import { lastMoment } from './matroska-tail.ts';
import { AUDIO, codecName, type MatroskaTrack, readTrack, VIDEO } from './matroska-track.ts';
import type { Peek } from './peek.ts';

interface Found {
  seconds: number | undefined;
  /** Seconds of one unit of time. */
  unit: number;
  tracks: MatroskaTrack[];
}

/** Reads the header of a WebM or Matroska file; nothing when that has no length of its own. */
export async function readMatroska(peek: Peek): Promise<FileInfo | undefined> {
  const head = await elementAt(peek, 0, peek.size);
  if (!head?.isSized) return undefined;
  const container = await readKind(peek, head);
  const segment = await elementAt(peek, head.end, peek.size);
  if (segment?.id !== SEGMENT) return { ...UNKNOWN_FILE, container };
  const found = await readSegment(peek, segment);
  const seconds = found.seconds ?? (await lastMoment(peek, segment, found.unit));
  return { ...UNKNOWN_FILE, container, duration: plausible(seconds, LONGEST), ...describe(found.tracks) };
}

async function readKind(peek: Peek, head: Element): Promise<'webm' | 'mkv'> {
  for await (const element of elements(peek, head.body, head.end)) {
    if (element.id !== DOC_TYPE) continue;
    const name = String.fromCharCode(...(await bytes(peek, element, 16)));
    return name.startsWith('webm') ? 'webm' : 'mkv';
  }
  return 'mkv';
}

/** The header stands before the first cluster; where it does not, the list of contents says where. */
async function readSegment(peek: Peek, segment: Element): Promise<Found> {
  const found: Found = { seconds: undefined, unit: 0.001, tracks: [] };
  const places: number[] = [];
  const seen = new Set<number>();
  for await (const element of elements(peek, segment.body, segment.end)) {
    if (element.id === CLUSTER) break;
    seen.add(element.from);
    if (element.id === SEEK_HEAD) places.push(...(await readPlaces(peek, element)));
    else await readPiece(peek, element, found);
  }
  for (const place of places.slice(0, 8)) {
    const at = segment.body + place;
    const element = seen.has(at) ? undefined : await elementAt(peek, at, segment.end);
    seen.add(at);
    if (element) await readPiece(peek, element, found);
  }
  return found;
}

async function readPlaces(peek: Peek, head: Element): Promise<number[]> {
  const places: number[] = [];
  for await (const seek of elements(peek, head.body, head.end)) {
    for await (const element of elements(peek, seek.body, seek.end)) {
      const place = element.id === SEEK_POSITION ? await unsigned(peek, element) : undefined;
      if (place !== undefined) places.push(place);
    }
    if (places.length >= 8) break;
  }
  return places;
}

async function readPiece(peek: Peek, piece: Element, found: Found): Promise<void> {
  if (piece.id === INFO) await readInfo(peek, piece, found);
  if (piece.id !== TRACKS || found.tracks.length > 0) return;
  for await (const entry of elements(peek, piece.body, piece.end)) {
    if (entry.id === TRACK_ENTRY) found.tracks.push(await readTrack(peek, entry));
    if (found.tracks.length >= 16) break;
  }
}

async function readInfo(peek: Peek, info: Element, found: Found): Promise<void> {
  let units: number | undefined;
  let nanoseconds = 1_000_000;
  for await (const element of elements(peek, info.body, info.end)) {
    if (element.id === TIMESTAMP_SCALE) nanoseconds = (await unsigned(peek, element)) || nanoseconds;
    if (element.id === DURATION) units = await fraction(peek, element);
  }
  found.unit = nanoseconds / 1e9;
  // A recorder that could not go back to fill it in leaves it out, or writes "for ever".
  found.seconds = plausible(units === undefined ? undefined : units * found.unit, LONGEST);
}

function describe(tracks: MatroskaTrack[]): Partial<FileInfo> {
  const video = tracks.find(({ kind }) => kind === VIDEO);
  const audio = tracks.find(({ kind }) => kind === AUDIO);
  const isTurned = video?.rotation === 90 || video?.rotation === 270;
  return {
    width: plausible(isTurned ? video.height : video?.width, WIDEST),
    height: plausible(isTurned ? video.width : video?.height, WIDEST),
    rotation: video?.rotation ?? 0,
    frameRate: plausible(video?.frame ? 1e9 / video.frame : undefined, 1000),
    videoCodec: video && codecName(video),
    audioCodec: audio && codecName(audio),
  };
}

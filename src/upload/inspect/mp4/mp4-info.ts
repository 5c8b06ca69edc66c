import type { ByteReader } from '../bytes/byte-reader.ts';
import {
  describePicture,
  type FileInfo,
  MAX_SECONDS,
  plausible,
  toRotation,
  UNKNOWN_FILE,
} from '../bytes/file-info.ts';
import { type Box, bodyOf, boxes, child, readType, versionedBody } from './mp4-box.ts';
import { codecOf, VIDEO_ENTRY_BYTES } from './mp4-codec.ts';
import type { fragmentedDuration } from './mp4-fragments.ts';

const MAX_TRACKS = 16;

interface Mp4Track {
  readonly id: number;
  /** Units in a second. */
  readonly timescale: number;
  /** Seconds; 0 in a file of fragments. */
  readonly duration: number;
  readonly info: Partial<FileInfo>;
}

/** Reads the lengths of fragments; loaded for files that have some. */
interface FragmentReader {
  load: () => Promise<{ fragmentedDuration: typeof fragmentedDuration } | undefined>;
}

/** Reads the header of an MP4 or MOV, wherever in the file it stands. */
export async function readMp4(peek: ByteReader, fragmentReader: FragmentReader): Promise<FileInfo> {
  let container: 'mp4' | 'mov' = 'mov';
  let moov: Box | undefined;
  for await (const box of boxes(peek, 0, peek.size)) {
    if (box.type === 'ftyp') container = await readBrand(peek, box);
    if (box.type !== 'moov') continue;
    moov = box;
    break;
  }
  // Without a header it may be any file that happens to begin alike.
  if (!moov) return UNKNOWN_FILE;
  const movie = await readTiming(peek, await child(peek, moov, 'mvhd'));
  const tracks: Mp4Track[] = [];
  for await (const box of boxes(peek, moov.body, moov.end)) {
    if (box.type === 'trak') tracks.push(await readTrack(peek, box));
    if (tracks.length === MAX_TRACKS) break;
  }
  const video = tracks.find(({ info }) => 'videoCodec' in info);
  const audio = tracks.find(({ info }) => 'audioCodec' in info);
  const stated = movie.duration || Math.max(0, ...tracks.map((track) => track.duration));
  const mvex = await child(peek, moov, 'mvex');
  // A recorder writes its header first, which knows nothing of the fragments that follow.
  const fragments = mvex && (await fragmentReader.load());
  const track = video ?? audio;
  const found = mvex && (await fragments?.fragmentedDuration(peek, mvex, moov.end, movie.timescale, track));
  const duration = plausible(Math.max(stated, plausible(found, MAX_SECONDS) ?? 0), MAX_SECONDS);
  return { ...UNKNOWN_FILE, container, duration, ...video?.info, ...audio?.info };
}

async function readBrand(peek: ByteReader, box: Box): Promise<'mp4' | 'mov'> {
  const brand = await bodyOf(peek, box, 4);
  return brand && readType(brand, 0) === 'qt  ' ? 'mov' : 'mp4';
}

/** Reads `mvhd` or `mdhd`. */
async function readTiming(
  peek: ByteReader,
  box: Box | undefined,
): Promise<Pick<Mp4Track, 'timescale' | 'duration'>> {
  const body = await versionedBody(peek, box, 20, 32);
  if (!body) return { timescale: 0, duration: 0 };
  const timescale = body.view.getUint32(body.isWide ? 20 : 12);
  const units = body.time(body.isWide ? 24 : 16);
  // All ones: unknown.
  const isOpen = body.isWide ? units >= 2 ** 64 - 2048 : units === 0xffff_ffff;
  return { timescale, duration: isOpen || timescale === 0 ? 0 : units / timescale };
}

async function readTrack(peek: ByteReader, trak: Box): Promise<Mp4Track> {
  const media = await child(peek, trak, 'mdia');
  const handler = await bodyOf(peek, await child(peek, media, 'hdlr'), 12);
  const kind = handler && readType(handler, 8);
  const timing = await readTiming(peek, await child(peek, media, 'mdhd'));
  const { id, ...head } = await readHead(peek, trak);
  if (kind !== 'vide' && kind !== 'soun') return { id, ...timing, info: {} };
  const table = await child(peek, await child(peek, media, 'minf'), 'stbl');
  const entry = await firstEntry(peek, await child(peek, table, 'stsd'));
  const codec = entry && (await codecOf(peek, entry));
  if (kind === 'soun') return { id, ...timing, info: { audioCodec: codec } };
  const stored = entry && (await peek.at(entry.body + 24, 4));
  const counts = await bodyOf(peek, await child(peek, table, 'stsz'), 12);
  const picture = {
    rotation: head.rotation,
    width: await readWidth(peek, head.width, stored?.getUint16(0) ?? 0, entry),
    height: head.height || (stored?.getUint16(2) ?? 0),
    frameRate: (counts?.getUint32(8) ?? 0) / timing.duration,
  };
  return { id, ...timing, info: { ...describePicture(picture), videoCodec: codec } };
}

/** Most headers state the width as shown; others leave pixels that are not square to be stretched. */
async function readWidth(
  peek: ByteReader,
  shown: number,
  stored: number,
  entry: Box | undefined,
): Promise<number> {
  if (!entry || stored === 0 || (shown !== 0 && shown !== stored)) return shown;
  const view = await bodyOf(peek, await child(peek, entry, 'pasp', VIDEO_ENTRY_BYTES), 8);
  const [across, down] = [view?.getUint32(0), view?.getUint32(4)];
  return across && down ? (stored * across) / down : stored;
}

async function readHead(
  peek: ByteReader,
  trak: Box,
): Promise<{ id: number; width: number; height: number; rotation: FileInfo['rotation'] }> {
  const body = await versionedBody(peek, await child(peek, trak, 'tkhd'), 84, 96);
  if (!body) return { id: 0, width: 0, height: 0, rotation: 0 };
  const { view, isWide } = body;
  const shift = isWide ? 12 : 0;
  return {
    id: view.getUint32(isWide ? 20 : 12),
    rotation: readRotation([0, 4, 12, 16].map((at) => view.getInt32(40 + shift + at))),
    width: view.getUint32(76 + shift) / 65_536,
    height: view.getUint32(80 + shift) / 65_536,
  };
}

/**
 * The first row of the picture's matrix says where its right-hand side points to. In a mirrored film (a selfie) that is
 * the left-hand side; the picture is rotated so that it stands upright.
 */
function readRotation([across = 0, down = 0, left = 0, up = 0]: number[]): FileInfo['rotation'] {
  const isMirrored = across * up < down * left;
  return toRotation(Math.round(Math.atan2(down, isMirrored ? -across : across) / (Math.PI / 2)));
}

async function firstEntry(peek: ByteReader, box: Box | undefined): Promise<Box | undefined> {
  if (!box) return undefined;
  for await (const entry of boxes(peek, box.body + 8, box.end)) return entry;
  return undefined;
}

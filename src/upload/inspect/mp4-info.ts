import { type FileInfo, LONGEST, plausible, UNKNOWN_FILE, WIDEST } from './file-info.ts';
import { type Box, bodyOf, boxes, child, readType } from './mp4-box.ts';
import { fragmentedDuration } from './mp4-fragments.ts';
import { type Mp4Track, readTiming, readTrack } from './mp4-track.ts';
import type { Peek } from './peek.ts';

/** What a file of this family may begin with. */
const FIRST: ReadonlySet<string> = new Set([
  ...['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'styp', 'uuid'],
]);

/** Reads the header of an MP4 or MOV, wherever in the file it stands; nothing when it is neither. */
export async function readMp4(peek: Peek): Promise<FileInfo | undefined> {
  let container: 'mp4' | 'mov' = 'mov';
  let moov: Box | undefined;
  for await (const box of boxes(peek, 0, peek.size)) {
    if (box.from === 0 && !FIRST.has(box.type)) return undefined;
    if (box.type === 'ftyp') container = await brandOf(peek, box);
    if (box.type !== 'moov') continue;
    moov = box;
    break;
  }
  // Without a header it may be anything that happens to begin alike.
  return moov && { ...UNKNOWN_FILE, container, ...(await readMovie(peek, moov)) };
}

async function brandOf(peek: Peek, box: Box): Promise<'mp4' | 'mov'> {
  const brand = await bodyOf(peek, box, 4);
  return brand && readType(brand, 0) === 'qt  ' ? 'mov' : 'mp4';
}

async function readMovie(peek: Peek, moov: Box): Promise<Partial<FileInfo>> {
  const movie = await readTiming(peek, await child(peek, moov, 'mvhd'));
  const tracks: Mp4Track[] = [];
  for await (const box of boxes(peek, moov.body, moov.end)) {
    const track = box.type === 'trak' ? await readTrack(peek, box) : undefined;
    if (track) tracks.push(track);
    if (tracks.length >= 16) break;
  }
  const video = tracks.find(({ kind }) => kind === 'video');
  const audio = tracks.find(({ kind }) => kind === 'audio');
  const stated = movie.duration || Math.max(0, ...tracks.map(({ duration }) => duration));
  // A recorder writes its header first: of what follows in fragments, that knows nothing.
  const found = await fragmentedDuration(peek, moov, movie.timescale, video ?? audio);
  const duration = Math.max(stated, plausible(found, LONGEST) ?? 0);
  return {
    duration: plausible(duration, LONGEST),
    ...(video && showPicture(video)),
    videoCodec: video?.codec,
    audioCodec: audio?.codec,
  };
}

function showPicture({ width, height, rotation, samples, duration }: Mp4Track): Partial<FileInfo> {
  const isTurned = rotation === 90 || rotation === 270;
  return {
    rotation,
    width: plausible(Math.round(isTurned ? height : width), WIDEST),
    height: plausible(Math.round(isTurned ? width : height), WIDEST),
    frameRate: duration > 0 ? plausible(samples / duration, 1000) : undefined,
  };
}

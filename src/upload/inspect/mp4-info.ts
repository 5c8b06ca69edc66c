import {
  type FileInfo,
  type InfoReader,
  type LoadInfoReader,
  MAX_PIXELS,
  MAX_SECONDS,
  plausible,
  UNKNOWN_FILE,
} from './file-info.ts';
import { type Box, bodyOf, boxes, child, readType } from './mp4-box.ts';
import { type Mp4Track, readTiming, readTrack } from './mp4-track.ts';
import type { ByteReader } from './byte-reader.ts';

/** What the header says. */
interface Movie {
  readonly timescale: number;
  /** Seconds; 0 when it does not say. */
  readonly duration: number;
  readonly video: Mp4Track | undefined;
  readonly audio: Mp4Track | undefined;
}

/** Reads the header of an MP4 or MOV, wherever in the file it stands; nothing where there is none. */
export async function readMp4(peek: ByteReader): Promise<FileInfo | LoadInfoReader | undefined> {
  let container: 'mp4' | 'mov' = 'mov';
  let moov: Box | undefined;
  for await (const box of boxes(peek, 0, peek.size)) {
    if (box.type === 'ftyp') container = await brandOf(peek, box);
    if (box.type !== 'moov') continue;
    moov = box;
    break;
  }
  // Without a header it may be anything that happens to begin alike.
  if (!moov) return undefined;
  const movie = await readMovie(peek, moov);
  const info = { ...UNKNOWN_FILE, container, ...describe(movie) };
  const mvex = await child(peek, moov, 'mvex');
  return mvex ? () => loadFragments(info, movie, mvex, moov.end) : info;
}

async function brandOf(peek: ByteReader, box: Box): Promise<'mp4' | 'mov'> {
  const brand = await bodyOf(peek, box, 4);
  return brand && readType(brand, 0) === 'qt  ' ? 'mov' : 'mp4';
}

async function readMovie(peek: ByteReader, moov: Box): Promise<Movie> {
  const { timescale, duration } = await readTiming(peek, await child(peek, moov, 'mvhd'));
  const tracks: Mp4Track[] = [];
  for await (const box of boxes(peek, moov.body, moov.end)) {
    const track = box.type === 'trak' ? await readTrack(peek, box) : undefined;
    if (track) tracks.push(track);
    if (tracks.length >= 16) break;
  }
  return {
    timescale,
    duration: duration || Math.max(0, ...tracks.map((track) => track.duration)),
    video: tracks.find(({ kind }) => kind === 'video'),
    audio: tracks.find(({ kind }) => kind === 'audio'),
  };
}

/** A recorder writes its header first: of what follows in fragments, that knows nothing. */
async function loadFragments(info: FileInfo, movie: Movie, mvex: Box, from: number): Promise<InfoReader> {
  const fragments = await import('./mp4-fragments.ts').catch(() => undefined);
  const { timescale, video, audio } = movie;
  return async (peek) => {
    const found = await fragments?.fragmentedDuration(peek, mvex, from, timescale, video ?? audio);
    const duration = Math.max(movie.duration, plausible(found, MAX_SECONDS) ?? 0);
    return { ...info, duration: plausible(duration, MAX_SECONDS) };
  };
}

function describe({ duration, video, audio }: Movie): Partial<FileInfo> {
  return {
    duration: plausible(duration, MAX_SECONDS),
    ...(video && showPicture(video)),
    videoCodec: video?.codec,
    audioCodec: audio?.codec,
  };
}

function showPicture({ width, height, rotation, samples, duration }: Mp4Track): Partial<FileInfo> {
  const isTurned = rotation === 90 || rotation === 270;
  return {
    rotation,
    width: plausible(Math.round(isTurned ? height : width), MAX_PIXELS),
    height: plausible(Math.round(isTurned ? width : height), MAX_PIXELS),
    frameRate: duration > 0 ? plausible(samples / duration, 1000) : undefined,
  };
}

import type { FileInfo } from './file-info.ts';
import { type Box, bodyOf, boxes, child, descendant, readType } from './mp4-box.ts';
import { codecOf, VIDEO_ENTRY } from './mp4-codec.ts';
import type { ByteReader } from './byte-reader.ts';

/** What one track says about itself. */
export interface Mp4Track {
  readonly kind: 'video' | 'audio' | 'other';
  readonly id: number;
  /** Units in a second. */
  readonly timescale: number;
  /** Seconds; 0 in a file that is made of fragments. */
  readonly duration: number;
  /** Pixels, before it is turned. */
  readonly width: number;
  readonly height: number;
  readonly rotation: FileInfo['rotation'];
  readonly samples: number;
  readonly codec: string | undefined;
}

/** Reads a `trak`, as far as it can be read. */
export async function readTrack(peek: ByteReader, trak: Box): Promise<Mp4Track | undefined> {
  const media = await descendant(peek, trak, 'mdia');
  if (!media) return undefined;
  const handler = await bodyOf(peek, await descendant(peek, media, 'hdlr'), 12);
  const type = handler && readType(handler, 8);
  const kind = type === 'vide' ? 'video' : type === 'soun' ? 'audio' : 'other';
  const head = await readHead(peek, trak);
  const { timescale, duration } = await readTiming(peek, await descendant(peek, media, 'mdhd'));
  const table = kind === 'other' ? undefined : await descendant(peek, media, 'minf', 'stbl');
  const entry = table && (await firstEntry(peek, await descendant(peek, table, 'stsd')));
  const size = kind === 'video' && entry ? await peek.at(entry.body + 24, 4) : undefined;
  const counts = table && (await bodyOf(peek, await descendant(peek, table, 'stsz'), 12));
  return {
    kind,
    ...head,
    timescale,
    duration,
    width: await readWidth(peek, head.width, size?.getUint16(0) ?? 0, entry),
    height: head.height || (size?.getUint16(2) ?? 0),
    samples: counts?.getUint32(8) ?? 0,
    codec: entry && kind !== 'other' ? await codecOf(peek, entry, kind) : undefined,
  };
}

/** The width as it is shown: most headers have it, with pixels that are not square made so; others leave that to be done. */
async function readWidth(
  peek: ByteReader,
  shown: number,
  stored: number,
  entry: Box | undefined,
): Promise<number> {
  if (!entry || stored === 0 || (shown !== 0 && shown !== stored)) return shown;
  const view = await bodyOf(peek, await child(peek, entry, 'pasp', VIDEO_ENTRY), 8);
  const [across, down] = [view?.getUint32(0), view?.getUint32(4)];
  return across && down ? (stored * across) / down : stored;
}

/** `mvhd` and `mdhd`: how long something is, in seconds. */
export async function readTiming(
  peek: ByteReader,
  box: Box | undefined,
): Promise<{ timescale: number; duration: number }> {
  const wide = (await bodyOf(peek, box, 1))?.getUint8(0) === 1;
  const view = await bodyOf(peek, box, wide ? 32 : 20);
  if (!view) return { timescale: 0, duration: 0 };
  const timescale = view.getUint32(wide ? 20 : 12);
  const units = wide ? Number(view.getBigUint64(24)) : view.getUint32(16);
  // All ones: nobody knew.
  const isOpen = wide ? units >= 2 ** 64 - 2048 : units === 0xffff_ffff;
  return { timescale, duration: isOpen || timescale === 0 ? 0 : units / timescale };
}

async function readHead(
  peek: ByteReader,
  trak: Box,
): Promise<Pick<Mp4Track, 'id' | 'width' | 'height' | 'rotation'>> {
  const box = await descendant(peek, trak, 'tkhd');
  const wide = (await bodyOf(peek, box, 1))?.getUint8(0) === 1;
  const shift = wide ? 12 : 0;
  const view = await bodyOf(peek, box, 84 + shift);
  if (!view) return { id: 0, width: 0, height: 0, rotation: 0 };
  return {
    id: view.getUint32(12 + (wide ? 8 : 0)),
    rotation: readRotation([0, 4, 12, 16].map((at) => view.getInt32(40 + shift + at))),
    width: view.getUint32(76 + shift) / 65_536,
    height: view.getUint32(80 + shift) / 65_536,
  };
}

/**
 * The first row of the picture's matrix says where its right-hand side points to. In a mirror, as in films of oneself, that
 * is the left-hand side: what counts is that it stands upright.
 */
function readRotation([across = 0, down = 0, left = 0, up = 0]: number[]): FileInfo['rotation'] {
  const isMirrored = across * up < down * left;
  const quarters = Math.round(Math.atan2(down, isMirrored ? -across : across) / (Math.PI / 2));
  return ([0, 90, 180, 270] as const)[(quarters + 4) % 4] ?? 0;
}

async function firstEntry(peek: ByteReader, box: Box | undefined): Promise<Box | undefined> {
  if (!box) return undefined;
  for await (const entry of boxes(peek, box.body + 8, box.end)) return entry;
  return undefined;
}

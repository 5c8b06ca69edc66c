import { type Box, bodyOf, boxes, child } from '../mp4-box.ts';
import type { ByteReader } from '../byte-reader.ts';

/** Where a picture lies. */
export interface Place {
  readonly from: number;
  readonly length: number;
}

/** Fragments that are looked at, at most: the picture stands near the beginning. */
const MANY = 100;
/** The bit in a sample's flags that says that it needs another one. */
const LEANS = 0x10000;

/** What stands in `tfhd` and `trun` when a flag says so, in this order, and in how many bytes. */
const BASE = [1, 8] as const;
const USUAL_LENGTH = [0x10, 4] as const;
const USUAL_FLAGS = [0x20, 4] as const;
const HEAD = [BASE, [2, 4], [8, 4], USUAL_LENGTH, USUAL_FLAGS] as const;
const OFFSET = [1, 4] as const;
const FIRST_FLAGS = [4, 4] as const;
const LENGTH = [0x200, 4] as const;
const FLAGS = [0x400, 4] as const;
const RUN = [OFFSET, FIRST_FLAGS, [0x100, 4], LENGTH, FLAGS] as const;

/** The first key frame of a track in fragments, from a moment on in the track's own units, or the last one before it. */
export async function fragmentKeyFrame(
  peek: ByteReader,
  moov: Box,
  id: number,
  moment: number,
): Promise<Place | undefined> {
  const mvex = await child(peek, moov, 'mvex');
  const usual = mvex && (await readUsual(peek, mvex, id));
  let found: Place | undefined;
  let left = usual ? MANY : 0;
  for await (const moof of boxes(peek, moov.end, peek.size)) {
    if (left === 0) break;
    if (moof.type !== 'moof' || !usual) continue;
    left--;
    for await (const traf of boxes(peek, moof.body, moof.end)) {
      const sample = traf.type === 'traf' ? await firstSample(peek, moof, traf, id, usual) : undefined;
      if (sample && !sample.leans) found = sample;
      if (sample && found && sample.start >= moment) return found;
    }
  }
  return found;
}

/** What holds for the samples of a track that say nothing else. */
async function readUsual(
  peek: ByteReader,
  mvex: Box,
  id: number,
): Promise<{ length: number; flags: number }> {
  for await (const box of boxes(peek, mvex.body, mvex.end)) {
    const view = box.type === 'trex' ? await bodyOf(peek, box, 24) : undefined;
    if (view?.getUint32(4) === id) return { length: view.getUint32(16), flags: view.getUint32(20) };
  }
  return { length: 0, flags: 0 };
}

/** A fragment begins with its first picture: that is the one that needs no other. */
async function firstSample(
  peek: ByteReader,
  moof: Box,
  traf: Box,
  id: number,
  usual: { length: number; flags: number },
): Promise<(Place & { leans: boolean; start: number }) | undefined> {
  const tfhd = await child(peek, traf, 'tfhd');
  const trun = await child(peek, traf, 'trun');
  if ((await bodyOf(peek, tfhd, 8))?.getUint32(4) !== id || !trun) return undefined;
  const head = await readWords(peek, tfhd, HEAD);
  const run = await readWords(peek, trun, RUN);
  const time = await child(peek, traf, 'tfdt');
  const isWide = (await bodyOf(peek, time, 1))?.getUint8(0) === 1;
  const start = await bodyOf(peek, time, isWide ? 12 : 8);
  const flags = run.get(FIRST_FLAGS) ?? run.get(FLAGS) ?? head.get(USUAL_FLAGS) ?? usual.flags;
  return {
    from: (head.get(BASE) ?? moof.from) + ((run.get(OFFSET) ?? 0) | 0),
    length: run.get(LENGTH) ?? head.get(USUAL_LENGTH) ?? usual.length,
    leans: (flags & LEANS) !== 0,
    start: start ? (isWide ? Number(start.getBigUint64(4)) : start.getUint32(4)) : 0,
  };
}

type Word = readonly [flag: number, bytes: 4 | 8];

/** The words of a box that are there, behind eight bytes that always are. */
async function readWords(
  peek: ByteReader,
  box: Box | undefined,
  order: readonly Word[],
): Promise<Map<Word, number>> {
  const words = new Map<Word, number>();
  const flags = (await bodyOf(peek, box, 4))?.getUint32(0) ?? 0;
  let at = 8;
  for (const word of order) {
    const [flag, bytes] = word;
    const view = (flags & flag) === 0 ? undefined : await bodyOf(peek, box, at + bytes);
    if (!view) continue;
    words.set(word, bytes === 8 ? Number(view.getBigUint64(at)) : view.getUint32(at));
    at += bytes;
  }
  return words;
}

import type { ByteReader } from '../bytes/byte-reader.ts';
import { searchFromEnd } from '../bytes/search-from-end.ts';
import { type Box, bodyOf, boxes, child, versionedBody } from './mp4-box.ts';

const MOOF = 0x6d6f6f66;
const MFRO = 0x6d66726f;
/** A track of the file. */
interface Track {
  readonly id: number;
  /** Units in a second. */
  readonly timescale: number;
}

/** Boxes that `lastOfFew` passes: each may cost a read. */
const MAX_WALKED_BOXES = 12;

/** The length of a fragmented file in seconds: as `mvex` states, else to the end of the last fragment after `from`. */
export async function fragmentedDuration(
  peek: ByteReader,
  mvex: Box,
  from: number,
  timescale: number,
  track: Track | undefined,
): Promise<number | undefined> {
  const stated = (await versionedBody(peek, await child(peek, mvex, 'mehd'), 8, 12))?.time(4);
  if (stated && timescale) return stated / timescale;
  if (!track || track.timescale === 0) return undefined;
  const usual = await defaultDuration(peek, mvex, track.id);
  const last = (await indexedLast(peek, track.id)) ?? (await lastOfFew(peek, from));
  const end = last && (await endOf(peek, last, track, usual));
  return end ?? searchFromEnd(peek, [from, peek.size], MOOF, (at) => endOf(peek, at - 4, track, usual));
}

/** Where the last fragment of a track begins, by the list that many files end with. */
async function indexedLast(peek: ByteReader, id: number): Promise<number | undefined> {
  const tail = await peek.at(peek.size - 16, 16);
  if (tail?.getUint32(4) !== MFRO) return undefined;
  for await (const list of boxes(peek, peek.size - tail.getUint32(12), peek.size)) {
    for await (const box of boxes(peek, list.body, list.end)) {
      const head = box.type === 'tfra' ? await bodyOf(peek, box, 16) : undefined;
      if (head?.getUint32(4) !== id) continue;
      const numbers = head.getUint32(8);
      const wide = head.getUint8(0) === 1;
      const extra = [4, 2, 0].reduce((sum, bits) => sum + ((numbers >> bits) & 3) + 1, 0);
      const entry = (wide ? 16 : 8) + extra;
      const length = wide ? 8 : 4;
      const at = 16 + (head.getUint32(12) - 1) * entry + length;
      const last = at + length <= box.end - box.body ? await peek.at(box.body + at, length) : undefined;
      return last && (wide ? Number(last.getBigUint64(0)) : last.getUint32(0));
    }
    break;
  }
  return undefined;
}

/** Where the last fragment begins, in a file that has but a few. */
async function lastOfFew(peek: ByteReader, from: number): Promise<number | undefined> {
  let last: number | undefined;
  let few = MAX_WALKED_BOXES;
  for await (const box of boxes(peek, from, peek.size)) {
    if (box.type === 'moof') last = box.from;
    if (box.end >= peek.size) return last;
    if (--few === 0) break;
  }
  return undefined;
}

async function defaultDuration(peek: ByteReader, mvex: Box, id: number): Promise<number> {
  for await (const box of boxes(peek, mvex.body, mvex.end)) {
    const view = box.type === 'trex' ? await bodyOf(peek, box, 16) : undefined;
    if (view?.getUint32(4) === id) return view.getUint32(12);
  }
  return 0;
}

/** When the track's stretch of a fragment ends; undefined for bytes that only look like a fragment. */
async function endOf(peek: ByteReader, at: number, track: Track, usual: number): Promise<number | undefined> {
  for await (const moof of boxes(peek, at, peek.size)) {
    for await (const traf of boxes(peek, moof.body, moof.end)) {
      const head = traf.type === 'traf' ? await readFragmentHead(peek, traf) : undefined;
      if (head?.id !== track.id) continue;
      const start = (await versionedBody(peek, await child(peek, traf, 'tfdt'), 8, 12))?.time(4);
      if (start === undefined) return undefined;
      return (start + (await lengthOf(peek, traf, head.usual ?? usual))) / track.timescale;
    }
    // Only this one: the box before it may hold nothing of the track.
    break;
  }
  return undefined;
}

async function readFragmentHead(
  peek: ByteReader,
  traf: Box,
): Promise<{ id: number; usual: number | undefined } | undefined> {
  const box = await child(peek, traf, 'tfhd');
  const head = await bodyOf(peek, box, 8);
  if (!head) return undefined;
  const flags = head.getUint32(0);
  const at = 8 + ((flags & 1) === 0 ? 0 : 8) + ((flags & 2) === 0 ? 0 : 4);
  const usual = (flags & 8) === 0 ? undefined : (await bodyOf(peek, box, at + 4))?.getUint32(at);
  return { id: head.getUint32(4), usual };
}

/** How long the samples of a fragment are, each for itself or all alike. */
async function lengthOf(peek: ByteReader, traf: Box, usual: number): Promise<number> {
  let units = 0;
  for await (const run of boxes(peek, traf.body, traf.end)) {
    const head = run.type === 'trun' ? await bodyOf(peek, run, 8) : undefined;
    if (!head) continue;
    const flags = head.getUint32(0);
    const count = head.getUint32(4);
    if ((flags & 0x100) === 0) {
      units += count * usual;
      continue;
    }
    const start = 8 + ((flags & 1) === 0 ? 0 : 4) + ((flags & 4) === 0 ? 0 : 4);
    const step = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length;
    const table = await bodyOf(peek, run, start + count * step);
    for (let at = start; table && at < table.byteLength; at += step) units += table.getUint32(at);
  }
  return units;
}

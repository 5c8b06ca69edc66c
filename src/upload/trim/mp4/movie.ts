import { type BoxNode, type BoxPlace, find, findAll, parseBoxes, readBoxHeader, viewOf } from './box-tree.ts';
import { addFragment, emptyTable, type GrowingTable } from './read-fragments.ts';
import { eachSample, readSampleTable, type SampleTable, sumOfFirst } from './sample-table.ts';

/** A stretch of the movie that a track fills with its media, or with nothing. */
export interface Edit {
  /** Seconds of the movie. */
  readonly duration: number;
  /** Where the media begins, in the track's own units; undefined for nothing. */
  readonly mediaTime: number | undefined;
}

/** One track: its boxes, its samples, and when they are shown. */
export interface MovieTrack {
  readonly trak: BoxNode;
  /** `vide`, `soun`, or any other kind. */
  readonly kind: string;
  /** Units in a second. */
  readonly timescale: number;
  readonly table: SampleTable;
  readonly edits: readonly Edit[];
}

/** A film as its header and its fragments describe it. */
export interface Movie {
  /** The box that the file begins with, if it has one. */
  readonly ftyp: BoxNode | undefined;
  readonly moov: BoxNode;
  readonly tracks: readonly MovieTrack[];
}

/** A header larger than this describes no film that anybody has. */
const MAX_HEADER_BYTES = 512 * 1024 * 1024;
const MAX_TIMESCALE = 0x7fff_ffff;

/**
 * Reads a film's header and its fragments, and none of its pictures. Undefined for a file that is no MP4 or MOV, is broken or
 * encrypted, or plays its media at another speed.
 */
export async function readMovie(file: Blob, signal: AbortSignal): Promise<Movie | undefined> {
  let ftyp: BoxNode | undefined;
  let moov: BoxNode | undefined;
  const fragments: { place: number; moof: BoxNode }[] = [];
  for await (const { place, from } of topBoxes(file, signal)) {
    const { type, body, end } = place;
    if (type !== 'ftyp' && type !== 'moov' && type !== 'moof') continue;
    if (end - body > MAX_HEADER_BYTES) return undefined;
    const bytes = new Uint8Array(await file.slice(body, end).arrayBuffer());
    const node = { type, bytes, children: parseBoxes(bytes) };
    if (type === 'ftyp') ftyp = { type, bytes };
    else if (type === 'moov') moov = node;
    else fragments.push({ place: from, moof: node });
  }
  const tracks = moov && readTracks(moov, fragments);
  return moov && tracks && { ftyp, moov, tracks };
}

async function* topBoxes(file: Blob, signal: AbortSignal): AsyncGenerator<{ place: BoxPlace; from: number }> {
  for (let from = 0; from + 8 <= file.size;) {
    signal.throwIfAborted();
    const head = new DataView(await file.slice(from, from + 16).arrayBuffer());
    const place = readBoxHeader(head, 0, file.size, from) ?? cutOff(head, file.size, from);
    if (!place) return;
    yield { place, from };
    from = place.end;
  }
}

/** A copy that broke off ends inside its pictures: those that are there are still good. */
function cutOff(head: DataView, size: number, from: number): BoxPlace | undefined {
  const place = readBoxHeader(head, 0, Number.MAX_SAFE_INTEGER, from);
  return place?.type === 'mdat' ? { ...place, end: size } : undefined;
}

function readTracks(
  moov: BoxNode,
  fragments: readonly { place: number; moof: BoxNode }[],
): MovieTrack[] | undefined {
  const movieTimescale = timingOf(find(moov, 'mvhd'))?.timescale ?? 0;
  const traks = findAll(moov, 'trak');
  const tables = traks.map((trak) => readTrack(trak, fragments.length > 0));
  if (movieTimescale === 0 || tables.length === 0 || !tables.every((found) => found !== undefined))
    return undefined;
  const mvex = find(moov, 'mvex');
  for (const { place, moof } of fragments) if (!addFragment(moof, place, mvex, tables)) return undefined;
  const tracks: MovieTrack[] = [];
  for (const { table, kind, timescale, trak } of tables) {
    if (table.syncs?.length === table.count) table.syncs = undefined;
    const edits = readEdits(find(trak, 'edts', 'elst'), movieTimescale, timescale, table);
    if (!edits) return undefined;
    tracks.push({ trak, kind, timescale, table, edits });
  }
  return tracks;
}

function readTrack(
  trak: BoxNode,
  isFragmented: boolean,
): (Omit<MovieTrack, 'edits'> & GrowingTable) | undefined {
  const tkhd = find(trak, 'tkhd')?.bytes;
  const hdlr = find(trak, 'mdia', 'hdlr')?.bytes;
  const stbl = find(trak, 'mdia', 'minf', 'stbl');
  const timing = timingOf(find(trak, 'mdia', 'mdhd'));
  if (!tkhd || tkhd.length < 24 || !hdlr || hdlr.length < 12 || !stbl || !timing) return undefined;
  const { timescale } = timing;
  if (timescale === 0 || timescale > MAX_TIMESCALE || isEncrypted(stbl)) return undefined;
  const read = readSampleTable(stbl);
  const table = isFragmented && (!read || read.count === 0) ? emptyTable() : read;
  const kind = String.fromCharCode(...hdlr.subarray(8, 12));
  return table && { id: viewOf(tkhd).getUint32(tkhd[0] === 1 ? 20 : 12), trak, kind, timescale, table };
}

/** True for samples that say apart how each is encrypted: those words lie outside of the samples. */
function isEncrypted(stbl: BoxNode): boolean {
  const entry = find(stbl, 'stsd')?.bytes.subarray(12, 16) ?? new Uint8Array();
  return /^enc/.test(String.fromCharCode(...entry)) || find(stbl, 'saiz') !== undefined;
}

/** Reads `mvhd` or `mdhd`. */
function timingOf(box: BoxNode | undefined): { timescale: number } | undefined {
  const at = box?.bytes[0] === 1 ? 20 : 12;
  return box && box.bytes.length >= at + 4 ? { timescale: viewOf(box.bytes).getUint32(at) } : undefined;
}

/** When the last sample has been shown. */
function mediaEndOf(table: SampleTable): number {
  let end = table.startTime + sumOfFirst(table.durations, table.count);
  if (table.offsets.length > 0)
    eachSample(table, (_index, time, duration) => {
      end = Math.max(end, time + duration);
    });
  return end;
}

/** A track's list of edits; without one, its media from its beginning to its end. */
function readEdits(
  elst: BoxNode | undefined,
  movieTimescale: number,
  timescale: number,
  table: SampleTable,
): Edit[] | undefined {
  const mediaEnd = mediaEndOf(table);
  const view = elst && viewOf(elst.bytes);
  const count = view && view.byteLength >= 8 ? view.getUint32(4) : 0;
  if (!view || count === 0) return [{ duration: mediaEnd / timescale, mediaTime: 0 }];
  const isWide = view.getUint8(0) === 1;
  const size = isWide ? 20 : 12;
  if (view.byteLength < 8 + count * size) return undefined;
  const edits: Edit[] = [];
  for (let index = 0; index < count; index++) {
    const at = 8 + index * size;
    const units = isWide ? Number(view.getBigUint64(at)) : view.getUint32(at);
    const start = isWide ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4);
    if (view.getInt32(at + size - 4) !== 0x1_0000) return undefined;
    const mediaTime = start < 0 ? undefined : start;
    // A recorder that writes its header first knows no length: to the end, then.
    const rest = mediaTime === undefined ? 0 : Math.max(0, mediaEnd - mediaTime) / timescale;
    const isOpen = units === 0 && index === count - 1 && mediaTime !== undefined;
    edits.push({ duration: isOpen ? rest : units / movieTimescale, mediaTime });
  }
  return edits;
}

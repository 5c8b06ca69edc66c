import { type BoxNode, find, numbersBox, viewOf, writeBox } from './box-tree.ts';
import { type Edit, type Movie, type MovieTrack, readMovie } from './movie.ts';
import {
  bytesOf,
  eachSample,
  lastsUntil,
  sampleAt,
  type SampleTable,
  sliceTable,
  sumOfFirst,
  writeSampleTable,
} from './sample-table.ts';

/** The stretch of a film to keep, in seconds from its beginning. */
export interface TrimRange {
  start: number;
  end: number;
}

/** A film that was cut. */
export interface CutFilm {
  /** Made of slices of the old file: nothing was copied. */
  readonly film: Blob;
  /** What it shows: the wanted stretch, moved to the nearest pictures. */
  readonly range: TrimRange;
  /** Seconds before the start that lie in the file and are not shown: the start needs them to be decoded. */
  readonly hidden: number;
}

/** How a cut is made and ended. */
interface CutOptions {
  signal?: AbortSignal;
  /**
   * True for a film that was put into an MP4 just now: says nothing of when, since it is the same again tomorrow, and
   * nothing of colours that the film itself does not tell.
   */
  isRemuxed?: boolean;
}

/** Sound before the start that its decoder hears and nobody else: coders of sound look back. */
const SOUND_LEAD_SECONDS = 0.1;
/** A clock of a movie that counts at least so well says when each picture comes. */
const MIN_TIMESCALE = 600;
const MAX_NARROW = 0xffff_ffff;
/** A description of pictures is not longer than so. */
const MAX_ENTRY_BYTES = 1024;
/** Beyond this, places of chunks need more than 32 bits; the header itself takes room, too. */
const MAX_NARROW_BYTES = 2 ** 32 - 2 ** 28;

/**
 * Cuts an MP4 or MOV without changing one sample of it: keeps the samples from the last picture at or before the start that
 * needs no other one, and has the header's list of edits begin with the start itself.
 *
 * Resolves with undefined for a file that cannot be cut so, and with `empty` where no picture would be left.
 */
export async function cutMp4(
  file: Blob,
  wanted: TrimRange,
  { signal = new AbortController().signal, isRemuxed = false }: CutOptions = {},
): Promise<CutFilm | 'empty' | undefined> {
  const movie = await readMovie(file, signal);
  const picture = movie?.tracks.find(({ kind, table }) => kind === 'vide' && table.count > 0);
  if (!movie || !picture) return undefined;
  const range = toPictures(picture, wanted);
  if (range.end <= range.start) return 'empty';
  const clock = chooseClock(movie, picture, range);
  const cuts = movie.tracks.flatMap((track) => cutTrack(track, range, clock) ?? []);
  const shown = cuts.find(({ track }) => track === picture);
  if (!shown) return 'empty';
  return { film: write(file, movie, cuts, { clock, isRemuxed }), range, hidden: shown.hidden };
}

/** One track's part of a cut. */
interface TrackCut {
  readonly track: MovieTrack;
  readonly table: SampleTable;
  readonly edits: readonly Edit[];
  readonly hidden: number;
}

/** The stretch of a film between two of its pictures that is nearest to the wanted one. */
function toPictures({ table, edits, timescale }: MovieTrack, wanted: TrimRange): TrimRange {
  const nearest = { start: Infinity, end: Infinity };
  const offer = (time: number) => {
    for (const side of ['start', 'end'] as const)
      if (Math.abs(time - wanted[side]) < Math.abs(nearest[side] - wanted[side])) nearest[side] = time;
  };
  let began = 0;
  const shown: { from: number; to: number; began: number }[] = [];
  for (const { duration, mediaTime } of edits) {
    if (mediaTime !== undefined) shown.push({ from: mediaTime, to: mediaTime + duration * timescale, began });
    began += duration;
  }
  const times = timesOf(table);
  for (const [index, time] of times.slice(0, -1).entries()) {
    const next = times[index + 1] ?? time;
    for (const { from, to, began: at } of shown) {
      // Half a unit of either clock is no picture.
      if (next <= from + 0.5 || time >= to - 0.5) continue;
      offer(at + Math.max(0, time - from) / timescale);
      offer(at + (Math.min(next, to) - from) / timescale);
    }
  }
  return nearest;
}

/**
 * When each picture comes, in the order in which they are shown, and when the last one ends. A picture stays until the next
 * one comes: the table has how long each takes to be decoded, which is another length where pictures look ahead.
 */
function timesOf(table: SampleTable): number[] {
  const times: number[] = [];
  let end = 0;
  eachSample(table, (_index, time, duration) => {
    times.push(time);
    end = Math.max(end, time + duration);
  });
  times.sort((one, other) => one - other);
  return [...times, end];
}

/** Units in a second of the new movie: those of the picture, if lengths in them have room. */
function chooseClock({ moov }: Movie, { timescale }: MovieTrack, { start, end }: TrimRange): number {
  const mvhd = find(moov, 'mvhd')?.bytes ?? new Uint8Array();
  const present = viewOf(mvhd).getUint32(mvhd[0] === 1 ? 20 : 12);
  const fits = (end - start) * timescale < MAX_NARROW;
  return fits && timescale >= MIN_TIMESCALE ? timescale : present;
}

/** Undefined for a track that has nothing in that stretch. */
function cutTrack(track: MovieTrack, range: TrimRange, clock: number): TrackCut | undefined {
  const { table, kind, timescale } = track;
  const kept = keepEdits(track, range);
  const starts = kept.flatMap(({ mediaTime }) => mediaTime ?? []);
  if (starts.length === 0) return undefined;
  const first = Math.min(...starts);
  const last = Math.max(
    ...kept.map(({ mediaTime, duration }) =>
      mediaTime === undefined ? 0 : mediaTime + duration * timescale,
    ),
  );
  const lead = kind === 'soun' ? SOUND_LEAD_SECONDS * timescale : 0;
  const { from, to } = samplesOf(table, first, last, lead);
  if (from >= to) return undefined;
  const origin = table.startTime + sumOfFirst(table.durations, from);
  const edits = kept.flatMap((edit) => moveEdit(edit, origin, timescale, clock));
  const begins = kind === 'vide' ? firstShown(table, from) : origin;
  const samples = sliceTable(table, from, to);
  return {
    ...{ track, edits, table: kind === 'vide' ? lastsUntil(samples, last - origin) : samples },
    hidden: Math.max(0, (first - begins) / timescale),
  };
}

/** What remains of a track's edits. */
function keepEdits({ edits, timescale }: MovieTrack, { start, end }: TrimRange): Edit[] {
  const kept: Edit[] = [];
  let at = 0;
  for (const { duration, mediaTime } of edits) {
    const from = Math.max(start, at);
    const to = Math.min(end, at + duration);
    if (to > from + 1e-6) {
      const begins = mediaTime === undefined ? undefined : Math.round(mediaTime + (from - at) * timescale);
      kept.push({ duration: to - from, mediaTime: begins });
    }
    at += duration;
  }
  // Silence at the end needs no word.
  while (kept.length > 0 && kept.at(-1)?.mediaTime === undefined) kept.pop();
  return kept;
}

/** The samples to keep, in the order of decoding, so that what is shown from `first` to `last` can be decoded. */
function samplesOf(
  table: SampleTable,
  first: number,
  last: number,
  lead: number,
): { from: number; to: number } {
  if (table.offsets.length === 0 && !table.syncs)
    return {
      from: Math.min(sampleAt(table, first - lead), table.count - 1),
      to: Math.min(table.count, sampleAt(table, last - 0.5) + 1),
    };
  const syncs = new Set(table.syncs);
  let from = 0;
  let to = 0;
  eachSample(table, (index, time) => {
    // Pictures that come after it and are shown before it may need those before it; they are shown before the start, too.
    if (time <= first - lead + 0.5 && (!table.syncs || syncs.has(index))) from = index;
    if (time < last - 0.5) to = index + 1;
  });
  return { from, to };
}

/** When a sample is shown. */
function firstShown(table: SampleTable, wanted: number): number {
  let shown = 0;
  eachSample(table, (index, time) => {
    if (index === wanted) shown = time;
  });
  return shown;
}

/** An edit of the new table; with nothing before it, where the media begins later than it should. */
function moveEdit({ duration, mediaTime }: Edit, origin: number, timescale: number, clock: number): Edit[] {
  if (mediaTime === undefined) return [{ duration, mediaTime }];
  const moved = mediaTime - origin;
  if (moved >= 0) return [{ duration, mediaTime: moved }];
  const gap = Math.round((-moved / timescale) * clock) / clock;
  return [
    { duration: gap, mediaTime: undefined },
    { duration: Math.max(0, duration - gap), mediaTime: 0 },
  ];
}

/** How the new header counts. */
interface HeaderStyle {
  /** Units in a second of the movie. */
  readonly clock: number;
  readonly isRemuxed: boolean;
}

/** Where the samples of the new film lie. */
interface Layout extends HeaderStyle {
  readonly moveTo: (place: number) => number;
  /** True where places need 64 bits. */
  readonly isWide: boolean;
}

function write(file: Blob, movie: Movie, cuts: readonly TrackCut[], style: HeaderStyle): Blob {
  const slices = slicesOf(cuts);
  const size = slices.reduce((sum, { from, to }) => sum + to - from, 0);
  const isWide = size > MAX_NARROW_BYTES;
  const ftyp = movie.ftyp ? writeBox(movie.ftyp) : new Uint8Array();
  const mdat = mdatHeader(size, isWide);
  const header = (begins: number) => {
    return writeBox(newMoov(movie, cuts, { ...style, isWide, moveTo: mover(slices, begins) }));
  };
  // Its length is the same wherever the samples begin.
  const moov = header(ftyp.length + header(0).length + mdat.length);
  return new Blob([ftyp, moov, mdat, ...slices.map(({ from, to }) => file.slice(from, to))], {
    type: file.type,
  });
}

interface Slice {
  from: number;
  to: number;
}

/** The stretches of the old file that the samples lie in, in their old order: what lies between them is not sent. */
function slicesOf(cuts: readonly TrackCut[]): Slice[] {
  const places = cuts.flatMap(({ table }) => {
    let first = 0;
    return table.chunks.map(({ place, count }) => {
      const to = place + bytesOf(table.sizes, first, first + count);
      first += count;
      return { from: place, to };
    });
  });
  const slices: Slice[] = [];
  for (const { from, to } of places.sort((a, b) => a.from - b.from)) {
    const last = slices.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else slices.push({ from, to });
  }
  return slices;
}

/** Says where a byte of the old file lies in the new one, in which the slices begin at `begins`. */
function mover(slices: readonly Slice[], begins: number): (place: number) => number {
  let at = begins;
  const placed = slices.map(({ from, to }) => {
    const start = at;
    at += to - from;
    return { from, start };
  });
  return (place) => {
    let low = 0;
    let high = placed.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((placed[middle]?.from ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    const { from = 0, start = 0 } = placed[low] ?? {};
    return start + place - from;
  };
}

function mdatHeader(size: number, isWide: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(isWide ? 16 : 8);
  const view = viewOf(bytes);
  view.setUint32(0, isWide ? 1 : size + 8);
  view.setUint32(4, 0x6d646174);
  if (isWide) view.setBigUint64(8, BigInt(size + 16));
  return bytes;
}

function newMoov({ moov }: Movie, cuts: readonly TrackCut[], layout: Layout): BoxNode {
  const { clock, isRemuxed } = layout;
  const longest = Math.max(...cuts.map(({ edits }) => unitsOf(edits, clock)));
  const children = (moov.children ?? []).flatMap((node) => {
    if (node.type === 'mvex') return [];
    if (node.type === 'mvhd') return [withTiming(node, longest, { clock, isRemuxed })];
    if (node.type !== 'trak') return [node];
    const cut = cuts.find(({ track }) => track.trak === node);
    return cut ? [newTrak(cut, layout)] : [];
  });
  return { type: 'moov', bytes: new Uint8Array(), children };
}

const unitsOf = (edits: readonly Edit[], clock: number): number =>
  edits.reduce((sum, { duration }) => sum + Math.round(duration * clock), 0);

function newTrak({ track: { trak }, table, edits }: TrackCut, layout: Layout): BoxNode {
  const { clock, isRemuxed, moveTo, isWide } = layout;
  const numbers = edits.flatMap(({ duration, mediaTime }) => [
    ...[Math.round(duration * clock), mediaTime ?? -1, 0x1_0000],
  ]);
  const elst = numbersBox('elst', 0, [edits.length, ...numbers]);
  const edts = { type: 'edts', bytes: new Uint8Array(), children: [elst] };
  const mediaUnits = sumOfFirst(table.durations, table.count);
  const change = (node: BoxNode): BoxNode => {
    if (node.type === 'tkhd') return withTrackLength(node, unitsOf(edits, clock), isRemuxed);
    if (node.type === 'mdhd') return withTiming(node, mediaUnits, { isRemuxed });
    if (node.type === 'stbl')
      return writeSampleTable(isRemuxed ? withUnknownColors(node) : node, table, moveTo, isWide);
    return node.type === 'mdia' || node.type === 'minf'
      ? { ...node, children: (node.children ?? []).map(change) }
      : node;
  };
  const others = (trak.children ?? []).filter(({ type }) => type !== 'edts');
  // After the track's header, where readers expect it.
  const children = others.flatMap((node) => (node.type === 'tkhd' ? [change(node), edts] : [change(node)]));
  return { ...trak, children };
}

/** A film of VP8 does not tell its colours, and mediabunny writes those of television for it, of no bits each. */
function withUnknownColors(stbl: BoxNode): BoxNode {
  const change = (node: BoxNode): BoxNode => {
    const text = String.fromCharCode(...node.bytes.subarray(0, MAX_ENTRY_BYTES));
    const at = text.indexOf('vpcC');
    if (node.type !== 'stsd' || text.slice(12, 16) !== 'vp08' || at < 0) return node;
    const bytes = node.bytes.slice();
    // After the version, the profile and the level: eight bits, 4:2:0; primaries, transfer and matrix are unspecified.
    bytes.set([0x82, 2, 2, 2], at + 10);
    return { ...node, bytes };
  };
  return { ...stbl, children: (stbl.children ?? []).map(change) };
}

/** `mvhd` or `mdhd` with another length, and perhaps another clock. */
function withTiming(
  node: BoxNode,
  units: number,
  { clock, isRemuxed }: { clock?: number; isRemuxed: boolean },
): BoxNode {
  const bytes = node.bytes.slice();
  const view = viewOf(bytes);
  const isWide = bytes[0] === 1;
  if (isRemuxed) clearDates(bytes);
  if (clock !== undefined) view.setUint32(isWide ? 20 : 12, clock);
  setLength(view, isWide, isWide ? 24 : 16, units);
  return { ...node, bytes };
}

function withTrackLength(node: BoxNode, units: number, isRemuxed: boolean): BoxNode {
  const bytes = node.bytes.slice();
  const isWide = bytes[0] === 1;
  if (isRemuxed) clearDates(bytes);
  setLength(viewOf(bytes), isWide, isWide ? 28 : 20, units);
  return { ...node, bytes };
}

/** The dates of making and of changing follow version and flags. */
function clearDates(bytes: Uint8Array): void {
  bytes.fill(0, 4, bytes[0] === 1 ? 20 : 12);
}

function setLength(view: DataView, isWide: boolean, at: number, units: number): void {
  if (isWide) view.setBigUint64(at, BigInt(Math.round(units)));
  // All ones: unknown.
  else view.setUint32(at, Math.min(Math.round(units), MAX_NARROW));
}

import { type BoxNode, find, findAll, numbersBox, viewOf } from './box-tree.ts';

/** So many samples in a row with the same value. */
export interface Run {
  count: number;
  readonly value: number;
}

/** Samples that lie beside each other in the file. */
export interface Chunk {
  /** Of its first byte in the file. */
  readonly place: number;
  readonly count: number;
  /** Which sample entry describes them, from 1. */
  readonly description: number;
}

/** A mapping of samples to entries of a description, such as "decoding begins one sample earlier". */
interface SampleGroup {
  /** Version, flags, the type and its parameter: as they were. */
  readonly head: Uint8Array<ArrayBuffer>;
  readonly runs: Run[];
}

/**
 * The samples of one track in the order of decoding. Runs stay runs: an hour of PCM sound has 170 million samples, all alike.
 */
export interface SampleTable {
  count: number;
  /** When the first sample is decoded. More than 0 in a recording that was joined late. */
  startTime: number;
  /** How long each sample lasts. */
  readonly durations: Run[];
  /** From when a sample is decoded to when it is shown; empty where that is the same. */
  readonly offsets: Run[];
  /** Numbers of the samples, from 0, that need no other one; undefined where none does. */
  syncs: number[] | undefined;
  /** Bytes of each sample, or of all. */
  sizes: number | number[];
  readonly chunks: Chunk[];
  readonly groups: SampleGroup[];
  /** What other samples depend on each one: a byte each. */
  dependencies: Uint8Array<ArrayBuffer> | undefined;
}

/** Adds a value to the end of runs. */
export function pushRun(runs: Run[], count: number, value: number): void {
  if (count <= 0) return;
  const last = runs.at(-1);
  if (last?.value === value) last.count += count;
  else runs.push({ count, value });
}

/** The runs of samples `from` to `to`. */
function sliceRuns(runs: readonly Run[], from: number, to: number): Run[] {
  const sliced: Run[] = [];
  let at = 0;
  for (const { count, value } of runs) {
    pushRun(sliced, Math.min(to, at + count) - Math.max(from, at), value);
    at += count;
  }
  return sliced;
}

/** The sum of the values of the first samples. */
export function sumOfFirst(runs: readonly Run[], samples: number): number {
  let sum = 0;
  let left = samples;
  for (const { count, value } of runs) {
    if (left <= 0) break;
    sum += Math.min(left, count) * value;
    left -= count;
  }
  return sum;
}

/** The first sample that ends after `time`, by its time of decoding. */
export function sampleAt({ durations, startTime, count }: SampleTable, time: number): number {
  let at = startTime;
  let index = 0;
  for (const run of durations) {
    const end = at + run.count * run.value;
    if (time < end) return index + Math.max(0, run.value === 0 ? 0 : Math.floor((time - at) / run.value));
    at = end;
    index += run.count;
  }
  return count;
}

/** Calls `visit` for each sample with its number, when it is shown, and for how long. */
export function eachSample(
  { durations, offsets, startTime }: SampleTable,
  visit: (index: number, time: number, duration: number) => void,
): void {
  let time = startTime;
  let index = 0;
  let place = 0;
  let left = offsets[0]?.count ?? Infinity;
  for (const { count, value } of durations) {
    for (let repeated = 0; repeated < count; repeated++) {
      while (left === 0) left = offsets[++place]?.count ?? Infinity;
      visit(index++, time + (offsets[place]?.value ?? 0), value);
      time += value;
      left--;
    }
  }
}

/** Samples `from` to `to` as a table of their own, which begins at time 0. */
export function sliceTable(table: SampleTable, from: number, to: number): SampleTable {
  const syncs = table.syncs?.filter((index) => index >= from && index < to).map((index) => index - from);
  const isAllSync = table.syncs === undefined;
  return {
    count: to - from,
    startTime: 0,
    durations: sliceRuns(table.durations, from, to),
    offsets: sliceRuns(table.offsets, from, to),
    syncs: isAllSync ? undefined : (syncs ?? []),
    sizes: typeof table.sizes === 'number' ? table.sizes : table.sizes.slice(from, to),
    chunks: sliceChunks(table, from, to),
    groups: table.groups.map(({ head, runs }) => ({ head, runs: sliceRuns(runs, from, to) })),
    dependencies: table.dependencies?.slice(from, to),
  };
}

/** The table with media that last until a time: the sample that is decoded last stays longer where they do not. */
export function lastsUntil(table: SampleTable, end: number): SampleTable {
  const last = table.durations.at(-1);
  let ends = 0;
  let begins = 0;
  eachSample(table, (_index, time, duration) => {
    ends = Math.max(ends, time + duration);
    begins = time;
  });
  if (!last || ends >= end) return table;
  const durations = sliceRuns(table.durations, 0, table.count - 1);
  pushRun(durations, 1, Math.round(end - begins));
  return { ...table, durations };
}

function sliceChunks({ chunks, sizes }: SampleTable, from: number, to: number): Chunk[] {
  const sliced: Chunk[] = [];
  let first = 0;
  for (const { place, count, description } of chunks) {
    const begin = Math.max(from, first);
    const end = Math.min(to, first + count);
    if (begin < end)
      sliced.push({ place: place + bytesOf(sizes, first, begin), count: end - begin, description });
    first += count;
  }
  return sliced;
}

/** Bytes of samples `from` to `to`. */
export function bytesOf(sizes: SampleTable['sizes'], from: number, to: number): number {
  if (typeof sizes === 'number') return (to - from) * sizes;
  let sum = 0;
  for (let index = from; index < to; index++) sum += sizes[index] ?? 0;
  return sum;
}

/** Reads the boxes of `stbl`. Undefined where one of them is missing, or says what cannot be. */
export function readSampleTable(stbl: BoxNode): SampleTable | undefined {
  const sizes = readSizes(stbl);
  const durations = readRuns(find(stbl, 'stts'));
  const places = readPlaces(stbl);
  if (!sizes || !durations || !places) return undefined;
  const chunks = readChunks(find(stbl, 'stsc'), places);
  const { count } = sizes;
  const inChunks = chunks?.reduce((sum, chunk) => sum + chunk.count, 0);
  if (!chunks || inChunks !== count || countOf(durations) !== count) return undefined;
  const stss = find(stbl, 'stss');
  const syncs = stss && readList(stss, 8, 1)?.map(([number = 0]) => number - 1);
  if (stss && !syncs) return undefined;
  const sdtp = find(stbl, 'sdtp')?.bytes.subarray(4);
  return {
    count,
    startTime: 0,
    durations,
    offsets: readRuns(find(stbl, 'ctts')) ?? [],
    // QuickTime lists pictures at which playback can begin and that do not clear what came before apart, in `stps`: they are none.
    syncs,
    sizes: sizes.sizes,
    chunks,
    groups: findAll(stbl, 'sbgp').flatMap(readGroup),
    dependencies: sdtp?.length === count ? sdtp : undefined,
  };
}

const countOf = (runs: readonly Run[]): number => runs.reduce((sum, { count }) => sum + count, 0);

/** The entries of a box's list: `at` is where they begin, after their number. Undefined where the box is too short for them. */
function readList(box: BoxNode, at: number, numbers: number): number[][] | undefined {
  const view = viewOf(box.bytes);
  if (view.byteLength < at) return undefined;
  const count = view.getUint32(at - 4);
  if (view.byteLength < at + count * numbers * 4) return undefined;
  return Array.from({ length: count }, (_entry, index) =>
    Array.from({ length: numbers }, (_number, which) => view.getInt32(at + 4 * (index * numbers + which))),
  );
}

function readRuns(box: BoxNode | undefined): Run[] | undefined {
  const entries = box && readList(box, 8, 2);
  if (!entries) return undefined;
  const runs: Run[] = [];
  for (const [count = 0, value = 0] of entries) pushRun(runs, count, value);
  return runs;
}

function readSizes(stbl: BoxNode): { count: number; sizes: SampleTable['sizes'] } | undefined {
  const box = find(stbl, 'stsz');
  const compact = find(stbl, 'stz2');
  if (!box) return compact && readCompactSizes(viewOf(compact.bytes));
  const view = viewOf(box.bytes);
  if (view.byteLength < 12) return undefined;
  const count = view.getUint32(8);
  if (view.getUint32(4) !== 0) return { count, sizes: view.getUint32(4) };
  if (view.byteLength < 12 + 4 * count) return undefined;
  return { count, sizes: Array.from({ length: count }, (_size, index) => view.getUint32(12 + 4 * index)) };
}

function readCompactSizes(view: DataView): { count: number; sizes: number[] } | undefined {
  const bits = view.byteLength < 12 ? 0 : view.getUint8(7);
  const count = bits === 0 ? 0 : view.getUint32(8);
  if (![4, 8, 16].includes(bits) || view.byteLength < 12 + Math.ceil((count * bits) / 8)) return undefined;
  const sizes = Array.from({ length: count }, (_size, index) => {
    if (bits === 16) return view.getUint16(12 + 2 * index);
    if (bits === 8) return view.getUint8(12 + index);
    const pair = view.getUint8(12 + (index >> 1));
    return index % 2 === 0 ? pair >> 4 : pair & 15;
  });
  return { count, sizes };
}

function readPlaces(stbl: BoxNode): number[] | undefined {
  const narrow = find(stbl, 'stco');
  if (narrow) return readList(narrow, 8, 1)?.map(([place = 0]) => place >>> 0);
  const wide = find(stbl, 'co64');
  return wide && readList(wide, 8, 2)?.map(([high = 0, low = 0]) => (high >>> 0) * 2 ** 32 + (low >>> 0));
}

function readChunks(box: BoxNode | undefined, places: readonly number[]): Chunk[] | undefined {
  const entries = box && readList(box, 8, 3);
  if (!entries) return undefined;
  const chunks: Chunk[] = [];
  for (const [index, [first = 1, count = 0, description = 1]] of entries.entries()) {
    const next = entries[index + 1]?.[0] ?? places.length + 1;
    for (const place of places.slice(first - 1, next - 1)) chunks.push({ place, count, description });
  }
  return chunks;
}

function readGroup({ bytes }: BoxNode): SampleGroup[] {
  const at = bytes[0] === 1 ? 16 : 12;
  const runs: Run[] = [];
  for (const [count = 0, value = 0] of readList({ type: 'sbgp', bytes }, at, 2) ?? [])
    pushRun(runs, count, value);
  return runs.length > 0 ? [{ head: bytes.slice(0, at - 4), runs }] : [];
}

/** Boxes of `stbl` that speak of each sample: those of the old samples are wrong for the new ones. */
const PER_SAMPLE: ReadonlySet<string> = new Set([
  ...['stts', 'ctts', 'stss', 'stps', 'stsz', 'stz2', 'stsc', 'stco', 'co64', 'sdtp', 'sbgp', 'csgp'],
  ...['subs', 'stsh', 'padb', 'stdp'],
]);

/** The boxes of `stbl` for a table; `moveTo` says where a byte of the old file lies in the new one. */
export function writeSampleTable(
  stbl: BoxNode,
  table: SampleTable,
  moveTo: (place: number) => number,
  isWide: boolean,
): BoxNode {
  const { count, sizes, syncs, groups, dependencies } = table;
  const runs = (all: readonly Run[]) => all.flatMap((run) => [run.count, run.value]);
  const hasNegative = table.offsets.some(({ value }) => value < 0);
  const places = table.chunks.map(({ place }) => moveTo(place));
  const children = [
    ...(stbl.children ?? []).filter(({ type }) => !PER_SAMPLE.has(type)),
    numbersBox('stts', 0, [table.durations.length, ...runs(table.durations)]),
    ...(table.offsets.length > 0
      ? [numbersBox('ctts', hasNegative ? 0x01_00_00_00 : 0, [table.offsets.length, ...runs(table.offsets)])]
      : []),
    ...(syncs ? [numbersBox('stss', 0, [syncs.length, ...syncs.map((index) => index + 1)])] : []),
    ...(dependencies ? [{ type: 'sdtp', bytes: joined(new Uint8Array(4), dependencies) }] : []),
    ...groups.map(({ head, runs: all }) => ({
      type: 'sbgp',
      bytes: joined(head, numbersBox('sbgp', all.length, runs(all)).bytes),
    })),
    numbersBox('stsz', 0, typeof sizes === 'number' ? [sizes, count] : [0, count, ...sizes]),
    numbersBox('stsc', 0, chunkRuns(table.chunks)),
    isWide
      ? numbersBox('co64', 0, [
          places.length,
          ...places.flatMap((place) => [Math.floor(place / 2 ** 32), place % 2 ** 32]),
        ])
      : numbersBox('stco', 0, [places.length, ...places]),
  ];
  return { type: 'stbl', bytes: new Uint8Array(), children };
}

/** The entries of `stsc`, after their number: one for each chunk that differs from the one before it. */
function chunkRuns(chunks: readonly Chunk[]): number[] {
  const entries: number[] = [];
  let last: Chunk | undefined;
  for (const [index, chunk] of chunks.entries()) {
    if (last?.count !== chunk.count || last.description !== chunk.description)
      entries.push(index + 1, chunk.count, chunk.description);
    last = chunk;
  }
  return [entries.length / 3, ...entries];
}

function joined(...parts: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

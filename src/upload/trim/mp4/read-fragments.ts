import { type BoxNode, find, findAll, viewOf } from './box-tree.ts';
import { pushRun, type SampleTable, sumOfFirst } from './sample-table.ts';

/** A sample that needs another one says so by this bit. */
const IS_NOT_SYNC = 0x1_0000;

/** A table that fragments are added to. */
export interface GrowingTable {
  readonly id: number;
  readonly table: SampleTable;
}

/** What a track's samples are like where a fragment does not say. */
interface Defaults {
  description: number;
  duration: number;
  size: number;
  flags: number;
}

/** A table without samples: what a recorder's header has. */
export function emptyTable(): SampleTable {
  return {
    ...{ count: 0, startTime: 0, syncs: [], sizes: [], dependencies: undefined },
    ...{ durations: [], offsets: [], chunks: [], groups: [] },
  };
}

/** Adds the samples of one fragment, `moof`, that begins at `place` of the file. False where it cannot be read. */
export function addFragment(
  moof: BoxNode,
  place: number,
  mvex: BoxNode | undefined,
  tables: readonly GrowingTable[],
): boolean {
  let end = place;
  for (const traf of findAll(moof, 'traf')) {
    const head = readHead(find(traf, 'tfhd'), mvex);
    const growing = tables.find(({ id }) => id === head?.id);
    if (!head || !growing) return false;
    const { table } = growing;
    alignTo(table, readStart(find(traf, 'tfdt')));
    // Without a word, a track's bytes begin with the fragment, or follow those of the track before.
    const base = head.base ?? (head.isFromFragment ? place : end);
    end = base;
    for (const trun of findAll(traf, 'trun')) {
      const next = addRun(viewOf(trun.bytes), base, end, head.defaults, table);
      if (next === undefined) return false;
      end = next;
    }
  }
  return true;
}

function readHead(
  tfhd: BoxNode | undefined,
  mvex: BoxNode | undefined,
): { id: number; base: number | undefined; isFromFragment: boolean; defaults: Defaults } | undefined {
  if (!tfhd || tfhd.bytes.length < 8) return undefined;
  const view = viewOf(tfhd.bytes);
  const flags = view.getUint32(0);
  const id = view.getUint32(4);
  let at = 8;
  const fields = [1, 2, 8, 0x10, 0x20].map((flag) => {
    if ((flags & flag) === 0) return undefined;
    const length = flag === 1 ? 8 : 4;
    if (at + length > view.byteLength) return undefined;
    const value = flag === 1 ? Number(view.getBigUint64(at)) : view.getUint32(at);
    at += length;
    return value;
  });
  const [base, description, duration, size, sampleFlags] = fields;
  const trex = findAll(mvex, 'trex').find(
    ({ bytes }) => bytes.length >= 24 && viewOf(bytes).getUint32(4) === id,
  );
  const usual = (index: number) => (trex ? viewOf(trex.bytes).getUint32(8 + 4 * index) : 0);
  const defaults = {
    description: description ?? (usual(0) || 1),
    duration: duration ?? usual(1),
    size: size ?? usual(2),
    flags: sampleFlags ?? usual(3),
  };
  return { id, base, isFromFragment: (flags & 0x2_0000) !== 0, defaults };
}

function readStart(tfdt: BoxNode | undefined): number | undefined {
  if (!tfdt || tfdt.bytes.length < 8) return undefined;
  const view = viewOf(tfdt.bytes);
  if (view.getUint8(0) !== 1) return view.getUint32(4);
  return tfdt.bytes.length < 12 ? undefined : Number(view.getBigUint64(4));
}

/** Has the next sample begin at `start`: what was lost between two fragments makes the last sample before it longer. */
function alignTo(table: SampleTable, start: number | undefined): void {
  if (start === undefined) return;
  if (table.count === 0) {
    table.startTime = start;
    return;
  }
  const gap = start - table.startTime - sumOfFirst(table.durations, table.count);
  const last = table.durations.at(-1);
  if (gap === 0 || !last || last.value + gap < 0) return;
  last.count--;
  if (last.count === 0) table.durations.pop();
  pushRun(table.durations, 1, last.value + gap);
}

/** Adds the samples of one `trun`, and gives where their bytes end. */
function addRun(
  view: DataView,
  base: number,
  after: number,
  defaults: Defaults,
  table: SampleTable,
): number | undefined {
  if (view.byteLength < 8) return undefined;
  const flags = view.getUint32(0);
  const count = view.getUint32(4);
  let at = 8;
  const head = (flag: number) => {
    if ((flags & flag) === 0 || at + 4 > view.byteLength) return undefined;
    at += 4;
    return view.getInt32(at - 4);
  };
  const offset = head(1);
  const firstFlags = head(4);
  const columns = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0);
  if (at + count * columns.length * 4 > view.byteLength) return undefined;
  const place = offset === undefined ? after : base + offset;
  const { sizes } = table;
  // A header with samples, all of one size, and fragments after it: nobody writes that.
  if (typeof sizes === 'number') return undefined;
  let end = place;
  for (let index = 0; index < count; index++) {
    const sample = { ...defaults, offset: 0 };
    if (index === 0 && firstFlags !== undefined) sample.flags = firstFlags;
    for (const column of columns) {
      if (column === 0x100) sample.duration = view.getUint32(at);
      else if (column === 0x200) sample.size = view.getUint32(at);
      else if (column === 0x400) sample.flags = view.getUint32(at);
      else sample.offset = view.getInt32(at);
      at += 4;
    }
    if ((sample.flags & IS_NOT_SYNC) === 0) table.syncs?.push(table.count);
    pushRun(table.durations, 1, sample.duration);
    pushRun(table.offsets, 1, sample.offset);
    sizes.push(sample.size);
    table.count++;
    end += sample.size;
  }
  if (count > 0) table.chunks.push({ place, count, description: defaults.description });
  return end;
}

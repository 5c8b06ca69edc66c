import { box, boxesIn, fullBox, uint } from './box.ts';

/** A frame as a fragment holds it; times in ticks of its track. */
export interface Sample {
  data: Buffer;
  duration: number;
  /** How much later it is shown than decoded. */
  shift: number;
  key: boolean;
}

/** The samples of one track that follow one another. */
export interface Run {
  trackId: number;
  /** When the first is decoded. */
  decodeAt: number;
  samples: readonly Sample[];
}

const KEY = 0x02000000;
const NOT_KEY = 0x01010000;
// The offset of the data, and of each sample its duration, size, flags and shift.
const RUN_FLAGS = 0x000f01;
const BASE_IS_MOOF = 0x020000;

/** One fragment: a `moof` that describes the runs and an `mdat` that holds them. */
export function fragment(sequence: number, runs: readonly Run[]): Buffer {
  const describe = (offsets: readonly number[]) =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, uint(sequence, 4)),
      ...runs.map((run, n) => describeRun(run, offsets[n] ?? 0)),
    );
  const size = describe([]).length;
  let at = size + 8;
  const offsets = runs.map((run) => {
    const offset = at;
    at += run.samples.reduce((sum, { data }) => sum + data.length, 0);
    return offset;
  });
  return Buffer.concat([
    describe(offsets),
    box('mdat', ...runs.flatMap(({ samples }) => samples.map(({ data }) => data))),
  ]);
}

function describeRun({ trackId, decodeAt, samples }: Run, offset: number): Buffer {
  const table = Buffer.alloc(samples.length * 16);
  samples.forEach(({ data, duration, shift, key }, index) => {
    table.writeUInt32BE(duration, index * 16);
    table.writeUInt32BE(data.length, index * 16 + 4);
    table.writeUInt32BE(key ? KEY : NOT_KEY, index * 16 + 8);
    table.writeInt32BE(shift, index * 16 + 12);
  });
  return box(
    'traf',
    fullBox('tfhd', 0, BASE_IS_MOOF, uint(trackId, 4)),
    fullBox('tfdt', 1, 0, uint(decodeAt, 8)),
    fullBox('trun', 1, RUN_FLAGS, uint(samples.length, 4), uint(offset, 4), table),
  );
}

/** A copy of a fragment in which every track is decoded earlier, by as much as `ticks` says for it. */
export function shiftFragment(bytes: Buffer, ticks: (trackId: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  for (const moof of boxesIn(copy)) {
    if (moof.type !== 'moof') continue;
    const inMoof = copy.subarray(moof.start + 8, moof.start + moof.size);
    for (const traf of boxesIn(inMoof)) {
      if (traf.type === 'traf') shiftRun(inMoof.subarray(traf.start + 8, traf.start + traf.size), ticks);
    }
  }
  return copy;
}

function shiftRun(traf: Buffer, ticks: (trackId: number) => number): void {
  let trackId = 0;
  for (const { type, start } of boxesIn(traf)) {
    if (type === 'tfhd') trackId = traf.readUInt32BE(start + 12);
    if (type === 'tfdt') {
      const shifted = traf.readBigUInt64BE(start + 12) - BigInt(Math.round(ticks(trackId)));
      traf.writeBigUInt64BE(shifted < 0n ? 0n : shifted, start + 12);
    }
  }
}

// A reader of MP4 and MOV for judges: expands every table to single samples, and shares no line with what cuts films.
import { createHash } from 'node:crypto';

/** A sample as it is shown. */
export interface ShownSample {
  /** Seconds of the movie at which its showing begins and ends: within an edit. */
  readonly from: number;
  readonly to: number;
  readonly hash: string;
  /** The hash of the sample that decoding it begins with. */
  readonly decodedFrom: string;
}

export interface ReadTrack {
  readonly kind: string;
  /** The sample descriptions, and the track's matrix and size, as bytes. */
  readonly stsd: string;
  readonly look: string;
  readonly shown: readonly ShownSample[];
  /** Samples in the file, shown or not. */
  readonly samples: number;
  /** Seconds that the list of edits has. */
  readonly length: number;
}

export interface ReadFilm {
  readonly length: number;
  readonly tracks: readonly ReadTrack[];
}

interface Sample {
  dts: number;
  cts: number;
  duration: number;
  isSync: boolean;
  bytes: Buffer;
}

type Boxes = Map<string, Buffer[]>;

function boxesOf(bytes: Buffer): Boxes {
  const found: Boxes = new Map();
  for (let at = 0; at + 8 <= bytes.length;) {
    let size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    let head = 8;
    if (size === 1) {
      size = Number(bytes.readBigUInt64BE(at + 8));
      head = 16;
    } else if (size === 0) size = bytes.length - at;
    if (size < head) break;
    found.set(type, [...(found.get(type) ?? []), bytes.subarray(at + head, at + size)]);
    at += size;
  }
  return found;
}

const inside = (bytes: Buffer | undefined, ...path: string[]): Buffer | undefined =>
  path.reduce((from, type) => from && boxesOf(from).get(type)?.[0], bytes);

/** Less of a sample is the rounding of a clock. */
export const negligible = (duration: number): number => Math.min(0.0005, duration / 2);

/** Of a sample of PCM, the bytes themselves. */
const hashOf = (bytes: Buffer): string =>
  bytes.length < 12 ? bytes.toString('hex') : createHash('sha1').update(bytes).digest('hex').slice(0, 12);

/** Reads a film whole. Throws where it is none. */
export function readFilm(file: Buffer): ReadFilm {
  const moov = inside(file, 'moov');
  const mvhd = inside(moov, 'mvhd');
  if (!moov || !mvhd) throw new RangeError('no header');
  const isWide = mvhd[0] === 1;
  const timescale = mvhd.readUInt32BE(isWide ? 20 : 12);
  const length = (isWide ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16)) / timescale;
  const traks = boxesOf(moov).get('trak') ?? [];
  return { length, tracks: traks.map((trak) => readTrack(file, moov, trak, timescale)) };
}

function readTrack(file: Buffer, moov: Buffer, trak: Buffer, movieScale: number): ReadTrack {
  const tkhd = inside(trak, 'tkhd') ?? Buffer.alloc(0);
  const mdhd = inside(trak, 'mdia', 'mdhd') ?? Buffer.alloc(0);
  const scale = mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12);
  const id = tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12);
  const stbl = inside(trak, 'mdia', 'minf', 'stbl') ?? Buffer.alloc(0);
  const samples = [...readSamples(file, stbl), ...readFragments(file, moov, id)];
  const edits = readEdits(inside(trak, 'edts', 'elst'), movieScale, scale, samples);
  const kind = (inside(trak, 'mdia', 'hdlr') ?? Buffer.alloc(12)).toString('latin1', 8, 12);
  const endOf =
    kind === 'vide' ? endsOfPictures(samples) : ({ dts, cts, duration }: Sample) => dts + cts + duration;
  const shown: ShownSample[] = [];
  let began = 0;
  for (const { start, seconds } of edits) {
    let sync = '';
    for (const sample of samples) {
      const { dts, cts, duration, isSync, bytes } = sample;
      const hash = hashOf(bytes);
      if (isSync) sync = hash;
      if (start < 0) continue;
      const from = Math.max(0, (dts + cts - start) / scale);
      const to = Math.min(seconds, (endOf(sample) - start) / scale);
      if (to - from > negligible(duration / scale))
        shown.push({ from: began + from, to: began + to, hash, decodedFrom: sync });
    }
    began += seconds;
  }
  return {
    kind,
    stsd: (inside(stbl, 'stsd') ?? Buffer.alloc(0)).toString('hex'),
    look: tkhd.subarray(-44).toString('hex'),
    shown: shown.sort((a, b) => a.from - b.from),
    samples: samples.length,
    length: began,
  };
}

/** A picture stays until the next one comes, or the media end: the table has how long each takes to be decoded. */
function endsOfPictures(samples: readonly Sample[]): (sample: Sample) => number {
  const inOrder = samples.toSorted((one, other) => one.dts + one.cts - other.dts - other.cts);
  const end = Math.max(...samples.map(({ dts, cts, duration }) => dts + cts + duration));
  const ends = new Map(
    inOrder.map((sample, at) => {
      const next = inOrder[at + 1];
      return [sample, next ? next.dts + next.cts : end];
    }),
  );
  return (sample) => ends.get(sample) ?? NaN;
}

function readEdits(
  elst: Buffer | undefined,
  movieScale: number,
  scale: number,
  samples: readonly Sample[],
): { start: number; seconds: number }[] {
  const end = samples.reduce((last, { dts, cts, duration }) => Math.max(last, dts + cts + duration), 0);
  if (!elst) return [{ start: 0, seconds: end / scale }];
  return Array.from({ length: elst.readUInt32BE(4) }, (_edit, index) => {
    const isWide = elst[0] === 1;
    const at = 8 + index * (isWide ? 20 : 12);
    const units = isWide ? Number(elst.readBigUInt64BE(at)) : elst.readUInt32BE(at);
    const start = isWide ? Number(elst.readBigInt64BE(at + 8)) : elst.readInt32BE(at + 4);
    return { start, seconds: units === 0 ? (end - Math.max(0, start)) / scale : units / movieScale };
  });
}

const pairs = (box: Buffer | undefined): [number, number][] =>
  box
    ? Array.from({ length: box.readUInt32BE(4) }, (_pair, index) => [
        box.readUInt32BE(8 + 8 * index),
        box.readInt32BE(12 + 8 * index),
      ])
    : [];

const expand = (box: Buffer | undefined): number[] =>
  pairs(box).flatMap(([count, value]) => Array.from({ length: count }, () => value));

function readSamples(file: Buffer, stbl: Buffer): Sample[] {
  const stsz = inside(stbl, 'stsz');
  if (!stsz) return [];
  const count = stsz.readUInt32BE(8);
  const durations = expand(inside(stbl, 'stts'));
  const offsets = expand(inside(stbl, 'ctts'));
  const stss = inside(stbl, 'stss');
  const syncs =
    stss && new Set(Array.from({ length: stss.readUInt32BE(4) }, (_s, at) => stss.readUInt32BE(8 + 4 * at)));
  const stsc = inside(stbl, 'stsc') ?? Buffer.alloc(8);
  const wide = inside(stbl, 'co64');
  const table = wide ?? inside(stbl, 'stco') ?? Buffer.alloc(8);
  const samples: Sample[] = [];
  let dts = 0;
  let entry = 0;
  for (let chunk = 1; chunk <= table.readUInt32BE(4); chunk++) {
    while (entry + 1 < stsc.readUInt32BE(4) && stsc.readUInt32BE(8 + 12 * (entry + 1)) <= chunk) entry++;
    let at = wide ? Number(wide.readBigUInt64BE(8 * chunk)) : table.readUInt32BE(4 + 4 * chunk);
    for (let one = 0; one < stsc.readUInt32BE(12 + 12 * entry); one++) {
      const index = samples.length;
      const size = stsz.readUInt32BE(4) || stsz.readUInt32BE(12 + 4 * index);
      const duration = durations[index] ?? 0;
      const bytes = file.subarray(at, at + size);
      if (bytes.length < size) throw new RangeError(`sample ${String(index)} lies outside of the file`);
      samples.push({ dts, cts: offsets[index] ?? 0, duration, isSync: syncs?.has(index + 1) ?? true, bytes });
      dts += duration;
      at += size;
    }
  }
  if (samples.length !== count || durations.length !== count) throw new RangeError('the tables do not agree');
  return samples;
}

function readFragments(file: Buffer, moov: Buffer, id: number): Sample[] {
  const trex = boxesOf(inside(moov, 'mvex') ?? Buffer.alloc(0))
    .get('trex')
    ?.find((box) => box.readUInt32BE(4) === id);
  const samples: Sample[] = [];
  for (let place = 0; trex && place + 8 <= file.length;) {
    const size = file.readUInt32BE(place);
    if (size < 8) break;
    if (file.toString('latin1', place + 4, place + 8) === 'moof')
      for (const traf of boxesOf(file.subarray(place + 8, place + size)).get('traf') ?? [])
        samples.push(...readTraf(file, place, traf, id, trex));
    place += size;
  }
  return samples;
}

function readTraf(file: Buffer, place: number, traf: Buffer, id: number, trex: Buffer): Sample[] {
  const tfhd = inside(traf, 'tfhd') ?? Buffer.alloc(8);
  if (tfhd.readUInt32BE(4) !== id) return [];
  const has = tfhd.readUInt32BE(0);
  let at = 8;
  const next = (flag: number, usual: number) => {
    if ((has & flag) === 0) return usual;
    at += 4;
    return tfhd.readUInt32BE(at - 4);
  };
  let base = place;
  if ((has & 1) !== 0) {
    base = Number(tfhd.readBigUInt64BE(at));
    at += 8;
  }
  next(2, 1);
  const usual = [12, 16, 20].map((field, which) =>
    next([8, 0x10, 0x20][which] ?? 0, trex.readUInt32BE(field)),
  );
  const tfdt = inside(traf, 'tfdt') ?? Buffer.alloc(8);
  let dts = tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4);
  const samples: Sample[] = [];
  for (const trun of boxesOf(traf).get('trun') ?? []) {
    const flags = trun.readUInt32BE(0);
    let from = 8;
    const read = (flag: number, other: number) => {
      if ((flags & flag) === 0) return other;
      from += 4;
      return trun.readInt32BE(from - 4);
    };
    let byte = base + read(1, 0);
    const first = read(4, -1);
    for (let index = 0; index < trun.readUInt32BE(4); index++) {
      const duration = read(0x100, usual[0] ?? 0);
      const size = read(0x200, usual[1] ?? 0);
      const stated = read(0x400, usual[2] ?? 0);
      const marks = index === 0 && first !== -1 ? first : stated;
      const cts = read(0x800, 0);
      const bytes = file.subarray(byte, byte + size);
      samples.push({ dts, cts, duration, isSync: (marks & 0x1_0000) === 0, bytes });
      dts += duration;
      byte += size;
    }
  }
  return samples;
}

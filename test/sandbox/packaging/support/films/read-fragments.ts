import { crc32 } from 'node:zlib';
import { boxesIn } from '../../../../../packages/vh-elements-sandbox/src/live/fmp4/box.ts';
import type { ReadPacket } from './read-film.ts';

/** One track of a fragmented MP4, as its header describes it. */
export interface FragmentTrack {
  id: number;
  kind: 'picture' | 'sound';
  timescale: number;
  codec: string;
}

const DEFAULTS: Readonly<Record<string, number>> = { duration: 0x08, size: 0x10, flags: 0x20 };
const NOT_SYNC = 0x10000;

/**
 * Reads the header of a fragmented MP4 by the standard. ffprobe shifts the times of what has B-frames; players do not.
 */
export function readHeader(init: Buffer): FragmentTrack[] {
  const moov = child(init, 'moov');
  return children(moov, 'trak').map((trak) => {
    const mdia = child(trak, 'mdia');
    const mdhd = child(mdia, 'mdhd');
    const entry = child(child(child(mdia, 'minf'), 'stbl'), 'stsd').subarray(8);
    return {
      id: child(trak, 'tkhd').readUInt32BE(child(trak, 'tkhd')[0] === 1 ? 20 : 12),
      kind: child(mdia, 'hdlr').toString('latin1', 8, 12) === 'vide' ? 'picture' : 'sound',
      timescale: mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12),
      codec: entry.toString('latin1', 4, 8),
    };
  });
}

/** Reads the packets of one track in a segment, in the order of decoding. */
export function readSegment(segment: Buffer, { id, timescale }: FragmentTrack): ReadPacket[] {
  const packets: ReadPacket[] = [];
  for (const { type, start, size } of boxesIn(segment)) {
    if (type !== 'moof') continue;
    for (const traf of children(segment.subarray(start + 8, start + size), 'traf')) {
      const tfhd = child(traf, 'tfhd');
      if (tfhd.readUInt32BE(4) === id)
        packets.push(...readRuns(traf, tfhd, segment.subarray(start), timescale));
    }
  }
  return packets;
}

function readRuns(traf: Buffer, tfhd: Buffer, moof: Buffer, timescale: number): ReadPacket[] {
  const packets: ReadPacket[] = [];
  const defaults = readDefaults(tfhd);
  const tfdt = child(traf, 'tfdt');
  let decodeAt = tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4);
  for (const trun of children(traf, 'trun')) {
    const flags = trun.readUIntBE(1, 3);
    let at = 8;
    const next = (isThere: number) => {
      if ((flags & isThere) === 0) return undefined;
      at += 4;
      return trun.readUInt32BE(at - 4);
    };
    let dataAt = (next(0x1) ?? 0) | 0;
    const first = next(0x4);
    for (let left = trun.readUInt32BE(4), n = 0; left > 0; left--, n++) {
      const duration = next(0x100) ?? defaults['duration'] ?? 0;
      const size = next(0x200) ?? defaults['size'] ?? 0;
      const sampleFlags = next(0x400) ?? (n === 0 ? first : undefined) ?? defaults['flags'] ?? 0;
      const shift = (next(0x800) ?? 0) | 0;
      packets.push({
        time: (decodeAt + shift) / timescale,
        seconds: duration / timescale,
        isKey: (sampleFlags & NOT_SYNC) === 0,
        isHidden: false,
        hash: `CRC32:${crc32(moof.subarray(dataAt, dataAt + size))
          .toString(16)
          .padStart(8, '0')}`,
      });
      dataAt += size;
      decodeAt += duration;
    }
  }
  return packets;
}

function readDefaults(tfhd: Buffer): Record<string, number> {
  const flags = tfhd.readUIntBE(1, 3);
  let at = 8 + ((flags & 0x1) === 0 ? 0 : 8) + ((flags & 0x2) === 0 ? 0 : 4);
  const defaults: Record<string, number> = {};
  for (const [name, flag] of Object.entries(DEFAULTS)) {
    if ((flags & flag) === 0) continue;
    defaults[name] = tfhd.readUInt32BE(at);
    at += 4;
  }
  return defaults;
}

function children(bytes: Buffer, type: string): Buffer[] {
  return [...boxesIn(bytes)]
    .filter((box) => box.type === type)
    .map(({ start, size }) => bytes.subarray(start + 8, start + size));
}

function child(bytes: Buffer, type: string): Buffer {
  const [first] = children(bytes, type);
  if (!first) throw new Error(`there is no ${type}`);
  return first;
}

import type { BitWriter } from './bit-writer.ts';
import { COEFF_TOKEN, RUN_BEFORE, TOTAL_ZEROS, type Code } from './cavlc-tables.ts';

const ZIGZAG = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15];

/** Writes a block of 4x4 coefficients, given row by row, whose neighbours have none. */
export function writeBlock(writer: BitWriter, coefficients: readonly number[]): void {
  const scanned = ZIGZAG.map((index) => coefficients[index] ?? 0);
  const levels: number[] = [];
  const runs: number[] = [];
  let run = 0;
  for (const level of scanned) {
    if (level === 0) run++;
    else {
      levels.unshift(level);
      runs.unshift(run);
      run = 0;
    }
  }
  const total = levels.length;
  const ones = trailingOnes(levels);
  put(writer, COEFF_TOKEN[total]?.[ones]);
  if (total === 0) return;
  writeLevels(writer, levels, ones);
  let zeros = runs.reduce((sum, one) => sum + one, 0);
  if (total < 16) put(writer, TOTAL_ZEROS[total - 1]?.[zeros]);
  for (const before of runs.slice(0, -1)) {
    if (zeros === 0) break;
    put(writer, RUN_BEFORE[Math.min(zeros, 7) - 1]?.[before]);
    zeros -= before;
  }
}

/** Writes a block of chroma DC of which all but the first coefficient are zero. */
export function writeFlatChroma(writer: BitWriter, level: number): void {
  if (level === 0) {
    writer.bits(1, 2);
    return;
  }
  const ones = trailingOnes([level]);
  put(writer, ones === 1 ? [1, 1] : [7, 6]);
  writeLevels(writer, [level], ones);
  // total_zeros: none.
  writer.bits(1, 1);
}

function trailingOnes(levels: readonly number[]): number {
  const first = levels.findIndex((level) => Math.abs(level) !== 1);
  return Math.min(3, first === -1 ? levels.length : first);
}

/** The signs of the trailing ones, then the other levels with codes that grow as the levels do. */
function writeLevels(writer: BitWriter, levels: readonly number[], ones: number): void {
  let suffix = levels.length > 10 && ones < 3 ? 1 : 0;
  levels.forEach((level, index) => {
    if (index < ones) {
      writer.bits(level < 0 ? 1 : 0, 1);
      return;
    }
    let code = level > 0 ? 2 * level - 2 : -2 * level - 1;
    if (index === ones && ones < 3) code -= 2;
    writeLevel(writer, code, suffix);
    if (suffix === 0) suffix = 1;
    if (Math.abs(level) > 3 << (suffix - 1) && suffix < 6) suffix++;
  });
}

function writeLevel(writer: BitWriter, code: number, suffix: number): void {
  const prefix = (zeros: number) => writer.bits(0, zeros).bits(1, 1);
  if (suffix === 0 && code < 14) prefix(code);
  else if (suffix === 0 && code < 30) prefix(14).bits(code - 14, 4);
  else if (suffix > 0 && code < 15 << suffix) prefix(code >> suffix).bits(code & ((1 << suffix) - 1), suffix);
  else prefix(15).bits(code - (suffix === 0 ? 30 : 15 << suffix), 12);
}

function put(writer: BitWriter, code: Code | undefined): void {
  if (!code) throw new Error('no code word for this block');
  writer.bits(code[0], code[1]);
}

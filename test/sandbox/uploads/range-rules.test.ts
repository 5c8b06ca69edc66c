import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseContentRange } from '../../../packages/vh-elements-sandbox/src/ingest/headers/content-range.ts';
import {
  checkRange,
  type Arrived,
} from '../../../packages/vh-elements-sandbox/src/ingest/headers/range-rules.ts';
import { Problem } from '../../../packages/vh-elements-sandbox/src/http/problem.ts';

const MIB = 1024 * 1024;
const BIG = 5 * MIB;
const nothing: Arrived = { total: undefined, extents: [], smallest: BIG };
const parts = (total: number | undefined, ...positions: number[]): Arrived => ({
  total,
  extents: positions.map((position) => ({ position, size: BIG })),
  smallest: BIG,
});
const bytes = (total: number | undefined, ...positions: number[]) => parts(total, ...positions);

function outcome(header: string, size: number, arrived: Arrived): string {
  try {
    const range = parseContentRange(header);
    return range ? String(checkRange(range, size, arrived)) : 'no range';
  } catch (error) {
    if (error instanceof Problem) return error.slug.replace('video-content-range-', '');
    throw error;
  }
}

describe('the rules of Content-Range', () => {
  const rows: [string, number, Arrived, string][] = [
    ['part 1/3', BIG, nothing, '3'],
    ['part 1/*', BIG, nothing, 'undefined'],
    ['part 3/3', 1, parts(undefined, 1, 2), '3'],
    ['part 2/*', 1, parts(2, 1), '2'],
    ['part 1/1', 1, nothing, '1'],
    ['part 0/3', BIG, nothing, 'by-part-part-zero'],
    ['part 1/0', BIG, nothing, 'by-part-total-parts-zero'],
    ['part 4/3', BIG, nothing, 'by-part-part-too-high-total'],
    ['part 3/*', BIG, parts(2, 1), 'by-part-part-too-high-total'],
    ['part 10001/*', BIG, nothing, 'by-part-part-too-high-allowed'],
    ['part 1/10001', BIG, nothing, 'by-part-total-parts-too-high'],
    ['part 2/2', BIG, parts(undefined, 1, 3), 'by-part-total-parts-too-low'],
    ['part 2/4', BIG, parts(3, 1), 'by-part-different-total-parts'],
    ['part 1/3', BIG, parts(3, 1), 'by-part-part-already-sent'],
    ['part 1/3', BIG - 1, nothing, 'by-part-uploaded-file-too-small'],
    ['part 1/*', BIG - 1, nothing, 'by-part-uploaded-file-too-small'],
    [`bytes 0-${String(BIG - 1)}/${String(2 * BIG)}`, BIG, nothing, String(2 * BIG)],
    [`bytes 0-${String(BIG - 1)}/*`, BIG, nothing, 'undefined'],
    [`bytes ${String(BIG)}-${String(BIG)}/${String(BIG + 1)}`, 1, bytes(undefined, 0), String(BIG + 1)],
    ['bytes 5-4/10', 1, nothing, 'by-bytes-from-byte-too-high'],
    ['bytes 0-10/10', 11, nothing, 'by-bytes-to-byte-too-high-total'],
    ['bytes 52428800000-52428800000/*', 1, nothing, 'by-bytes-to-byte-too-high-allowed'],
    ['bytes 0-0/0', 1, nothing, 'by-bytes-total-bytes-zero'],
    ['bytes 0-9/10', 10, bytes(undefined, BIG), 'by-bytes-total-bytes-too-low'],
    ['bytes 0-9/52428800001', 10, nothing, 'by-bytes-total-bytes-too-high'],
    [
      `bytes 0-${String(BIG - 1)}/${String(3 * BIG)}`,
      BIG,
      bytes(2 * BIG, BIG),
      'by-bytes-different-total-bytes',
    ],
    ['bytes 0-9/10', 9, nothing, 'by-bytes-range-mismatch'],
    [`bytes 1-${String(BIG)}/${String(2 * BIG)}`, BIG, bytes(2 * BIG, 0), 'by-bytes-range-overlap'],
    ['bytes 0-9/20', 10, nothing, 'by-bytes-range-too-small'],
    [`bytes 0-${String(200 * MIB)}/*`, 200 * MIB + 1, nothing, 'by-bytes-range-too-large'],
    ...[
      '',
      'part',
      'part 1',
      'part a/b',
      'part -1/3',
      'part 1/3 x',
      'bytes 0-/10',
      'bytes=0-1/2',
      'bytes 0-1/',
      'items 1/2',
      'part 1/99999999999999999',
    ].map((header): [string, number, Arrived, string] => [header, BIG, nothing, 'malformed']),
  ];
  for (const [header, size, arrived, expected] of rows) {
    it(`"${header}" with ${String(size)} bytes after ${JSON.stringify(arrived.extents.map((one) => one.position))}: ${expected}`, () => {
      assert.equal(outcome(header, size, arrived), expected);
    });
  }
});

import { Problem, type ProblemSlug } from '../../http/problem.ts';
import type { ContentRange } from './content-range.ts';

/** The stored bytes of a video so far. */
export interface Arrived {
  total: number | undefined;
  extents: readonly { position: number; size: number }[];
  /** Bytes that every piece but the last has at least. */
  smallest: number;
}

/** The largest body of one request. */
export const MAX_REQUEST_BYTES = 200 * 1024 * 1024;
const MAX_PARTS = 10_000;
const MAX_BYTES = 52_428_800_000;

/**
 * Throws the problem of a piece that does not fit what has arrived, and answers the total as it is known afterwards.
 * A piece that was sent before has been dealt with already when these rules are asked.
 */
export function checkRange(range: ContentRange, size: number, arrived: Arrived): number | undefined {
  return range.form === 'parts' ? checkPart(range, size, arrived) : checkBytes(range, size, arrived);
}

function checkPart(
  { part, total: said }: Extract<ContentRange, { form: 'parts' }>,
  size: number,
  { total: known, extents, smallest }: Arrived,
): number | undefined {
  const total = said ?? known;
  const highest = extents.reduce((most, { position }) => Math.max(most, position), 0);
  if (part === 0) refuse('video-content-range-by-part-part-zero');
  if (said === 0) refuse('video-content-range-by-part-total-parts-zero');
  if (part > MAX_PARTS) refuse('video-content-range-by-part-part-too-high-allowed');
  if (said !== undefined && said > MAX_PARTS) refuse('video-content-range-by-part-total-parts-too-high');
  if (total !== undefined && part > total) refuse('video-content-range-by-part-part-too-high-total');
  if (known !== undefined && said !== undefined && said !== known) {
    refuse('video-content-range-by-part-different-total-parts');
  }
  if (said !== undefined && said < highest) refuse('video-content-range-by-part-total-parts-too-low');
  if (extents.some(({ position }) => position === part))
    refuse('video-content-range-by-part-part-already-sent');
  if (part !== total && size < smallest) refuse('video-content-range-by-part-uploaded-file-too-small');
  return total;
}

function checkBytes(
  { from, to, total: said }: Extract<ContentRange, { form: 'bytes' }>,
  size: number,
  { total: known, extents, smallest }: Arrived,
): number | undefined {
  const total = said ?? known;
  const beyond = extents.reduce((most, one) => Math.max(most, one.position + one.size), 0);
  if (said === 0) refuse('video-content-range-by-bytes-total-bytes-zero');
  if (said !== undefined && said > MAX_BYTES) refuse('video-content-range-by-bytes-total-bytes-too-high');
  if (from > to) refuse('video-content-range-by-bytes-from-byte-too-high');
  if (to >= MAX_BYTES) refuse('video-content-range-by-bytes-to-byte-too-high-allowed');
  if (total !== undefined && to >= total) refuse('video-content-range-by-bytes-to-byte-too-high-total');
  if (known !== undefined && said !== undefined && said !== known) {
    refuse('video-content-range-by-bytes-different-total-bytes');
  }
  if (said !== undefined && said < beyond) refuse('video-content-range-by-bytes-total-bytes-too-low');
  const length = to - from + 1;
  if (length > MAX_REQUEST_BYTES) refuse('video-content-range-by-bytes-range-too-large');
  if (length !== size) refuse('video-content-range-by-bytes-range-mismatch');
  const overlaps = extents.some((one) => from < one.position + one.size && one.position <= to);
  if (overlaps) refuse('video-content-range-by-bytes-range-overlap');
  if (to + 1 !== total && length < smallest) refuse('video-content-range-by-bytes-range-too-small');
  return total;
}

function refuse(slug: ProblemSlug): never {
  throw new Problem(slug, { name: 'Content-Range' });
}

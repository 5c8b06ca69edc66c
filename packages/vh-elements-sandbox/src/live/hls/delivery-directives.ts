import { Problem } from '../../http/problem.ts';
import type { Presentation } from './presentation.ts';
import { MAX_PART_MS } from './timing.ts';

/** The directives of a playlist request: wait for a segment or one of its parts, and skip known segments. */
export interface DeliveryDirectives {
  sequence: number | undefined;
  part: number | undefined;
  skip: boolean;
}

/** Parts further ahead than this are none that a player could know of. */
const PARTS_AHEAD = Math.max(3, Math.ceil(3000 / MAX_PART_MS));
const SEGMENTS_AHEAD = 2;

/** Reads `_HLS_msn`, `_HLS_part` and `_HLS_skip`; throws the problem of what no player may ask. */
export function readDirectives(query: URLSearchParams): DeliveryDirectives {
  const sequence = readCount(query, '_HLS_msn');
  const part = readCount(query, '_HLS_part');
  if (part !== undefined && sequence === undefined) throw refuse('_HLS_part', 'It needs _HLS_msn.');
  const skip = query.get('_HLS_skip');
  return { sequence, part, skip: skip === 'YES' || skip === 'v2' };
}

/** Throws when the directives ask for a part too far ahead. */
export function checkAhead({ sequence, part }: DeliveryDirectives, presentation: Presentation): void {
  if (sequence === undefined || presentation.ended) return;
  const last = presentation.nextSequence - 1;
  if (sequence > last + SEGMENTS_AHEAD) throw refuse('_HLS_msn', 'That is too far ahead.');
  const current = presentation.segments.at(-1);
  const there = current?.sequence === sequence ? current.parts.length : 0;
  if (part !== undefined && sequence >= last && part > there + PARTS_AHEAD) {
    throw refuse('_HLS_part', 'That is too far ahead.');
  }
}

/** True once the playlist holds the requested part; one whole segment at least, without which players balk. */
export function isThere({ sequence, part }: DeliveryDirectives, presentation: Presentation): boolean {
  if (presentation.ended) return true;
  const last = presentation.segments.at(-1);
  if (!last || !presentation.segments[0]?.complete) return false;
  if (sequence === undefined) return true;
  // A part beyond the end of its segment is the first of the next one: then the next segment answers.
  if (sequence !== last.sequence) return sequence < last.sequence;
  return part === undefined ? last.complete : part < last.parts.length;
}

function readCount(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw refuse(name, 'It must be a whole number.');
  return Number(text);
}

function refuse(name: string, detail: string): Problem {
  return new Problem('invalid-query-parameter', { name, detail });
}

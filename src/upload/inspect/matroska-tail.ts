import { type Element, elementAt, elements, readNumber, unsigned } from './ebml.ts';
import { BLOCK, BLOCK_GROUP, CLUSTER, SIMPLE_BLOCK, TIMESTAMP } from './matroska-ids.ts';
import type { Peek } from './peek.ts';
import { searchBack } from './search-back.ts';

/**
 * The moment of the last picture or sound, in seconds: what a browser's own recorder writes knows no length. It stands
 * in the file's last cluster.
 */
export async function lastMoment(peek: Peek, segment: Element, unit: number): Promise<number | undefined> {
  const units = await searchBack(peek, [segment.body, segment.end], CLUSTER, (at) =>
    endOf(peek, at, segment.end),
  );
  return units === undefined ? undefined : units * unit;
}

/** The last moment in a cluster; nothing for bytes that only look like one. */
async function endOf(peek: Peek, at: number, to: number): Promise<number | undefined> {
  const cluster = await elementAt(peek, at, to);
  let start: number | undefined;
  let last = 0;
  for await (const element of elements(peek, cluster?.body ?? to, cluster?.end ?? to)) {
    if (start === undefined && element.id !== TIMESTAMP) return undefined;
    if (element.id === TIMESTAMP) start = await unsigned(peek, element);
    else if (element.id === SIMPLE_BLOCK) last = Math.max(last, await momentOf(peek, element));
    else if (element.id === BLOCK_GROUP) {
      for await (const block of elements(peek, element.body, element.end)) {
        if (block.id === BLOCK) last = Math.max(last, await momentOf(peek, block));
      }
    }
  }
  return start === undefined ? undefined : start + last;
}

/** A block begins with its track's number and its distance from the cluster's own moment. */
async function momentOf(peek: Peek, block: Element): Promise<number> {
  const view = block.end - block.body >= 11 ? await peek.at(block.body, 11) : undefined;
  const track = view && readNumber(view, 0, false);
  return track ? view.getInt16(track.length) : 0;
}

import { type EbmlElement, ebmlElementAt, ebmlElements, readVarInt, readUnsigned } from './ebml.ts';
import { BLOCK, BLOCK_GROUP, CLUSTER, SIMPLE_BLOCK, TIMESTAMP } from './matroska-ids.ts';
import type { ByteReader } from './byte-reader.ts';
import { searchFromEnd } from './search-from-end.ts';

/**
 * The moment of the last picture or sound, in seconds: what a browser's own recorder writes knows no length. It stands
 * in the file's last cluster.
 */
export async function lastTimestamp(
  peek: ByteReader,
  segment: EbmlElement,
  unit: number,
): Promise<number | undefined> {
  const units = await searchFromEnd(peek, [segment.body, segment.end], CLUSTER, (at) =>
    endOf(peek, at, segment.end),
  );
  return units === undefined ? undefined : units * unit;
}

/** The last moment in a cluster; nothing for bytes that only look like one. */
async function endOf(peek: ByteReader, at: number, to: number): Promise<number | undefined> {
  const cluster = await ebmlElementAt(peek, at, to);
  let start: number | undefined;
  let last = 0;
  for await (const element of ebmlElements(peek, cluster?.body ?? to, cluster?.end ?? to)) {
    if (start === undefined && element.id !== TIMESTAMP) return undefined;
    if (element.id === TIMESTAMP) start = await readUnsigned(peek, element);
    else if (element.id === SIMPLE_BLOCK) last = Math.max(last, await momentOf(peek, element));
    else if (element.id === BLOCK_GROUP) {
      for await (const block of ebmlElements(peek, element.body, element.end)) {
        if (block.id === BLOCK) last = Math.max(last, await momentOf(peek, block));
      }
    }
  }
  return start === undefined ? undefined : start + last;
}

/** A block begins with its track's number and its distance from the cluster's own moment. */
async function momentOf(peek: ByteReader, block: EbmlElement): Promise<number> {
  const view = block.end - block.body >= 11 ? await peek.at(block.body, 11) : undefined;
  const track = view && readVarInt(view, 0, false);
  return track ? view.getInt16(track.length) : 0;
}

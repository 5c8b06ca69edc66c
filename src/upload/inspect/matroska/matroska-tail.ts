import type { ByteReader } from '../bytes/byte-reader.ts';
import { type EbmlElement, ebmlElementAt, ebmlElements, readUnsigned, readVarInt } from './ebml.ts';

export const CLUSTER = 0x1f43b675;
const TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;

/**
 * The moment of the last picture or sound, in the file's units; 0 where it is not found. A browser's own recording
 * states no length: it follows from the last cluster.
 */
export async function lastTimestamp(peek: ByteReader, { body, end }: EbmlElement): Promise<number> {
  return (await peek.searchFromEnd([body, end], CLUSTER, (at) => lastInCluster(peek, at, end))) ?? 0;
}

/** The last moment in a cluster; undefined for bytes that only look like one. */
async function lastInCluster(peek: ByteReader, at: number, to: number): Promise<number | undefined> {
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

import type { EncodedPacket } from 'mediabunny';
import { PacketQueue } from './packet-queue.ts';

/** Seconds that a segment aims at; a little longer is better than half as long. */
const TARGET_SECONDS = 4;
const TOLERANCE_SECONDS = 0.1;
/** Seconds below which the end of a film is no segment of its own: players stall in front of it. */
const MIN_SECONDS = 0.5;
/** Bytes of a segment, which is held in memory. */
const MAX_BYTES = 512 * 1024 * 1024;

/** The packets of one segment; times in seconds of the film. */
export interface Segment {
  picture: EncodedPacket[];
  sound: EncodedPacket[];
  start: number;
  end: number;
}

/** Inseparable packets: a key frame with the frames that depend on it, or one packet of sound. */
interface Group {
  packets: EncodedPacket[];
  start: number;
  end: number;
  bytes: number;
}

/**
 * Cuts a film into segments, each of which begins with a key frame. Sound that outlasts the picture goes with the last
 * picture, which is shown until then: players do not get past a segment that lacks what the others have.
 */
export async function* cutSegments(
  picture: AsyncIterable<EncodedPacket> | undefined,
  sound: AsyncIterable<EncodedPacket>,
): AsyncGenerator<Segment> {
  const heard = new PacketQueue(sound);
  if (!picture) {
    for await (const { packets, start, end } of joined(groupsOf(heard.rest())))
      yield { picture: [], sound: packets, start, end };
    return;
  }
  let start = 0;
  for await (const { packets, end, isLast } of joined(groupsOf(fromZero(picture)))) {
    const held = await heard.take(isLast ? Infinity : end);
    const until = isLast ? Math.max(end, endOf(held)) : end;
    yield { picture: isLast ? lasting(packets, until) : packets, sound: held, start, end: until };
    start = until;
  }
}

/** The first picture is shown from the beginning: players wait forever where there is sound and no picture. */
async function* fromZero(packets: AsyncIterable<EncodedPacket>): AsyncGenerator<EncodedPacket> {
  let isFirst = true;
  for await (const packet of packets) {
    yield isFirst ? packet.clone({ timestamp: 0, duration: packet.timestamp + packet.duration }) : packet;
    isFirst = false;
  }
}

/** The last picture is shown until the sound ends: players hold that what has no picture has not been loaded. */
function lasting(packets: EncodedPacket[], until: number): EncodedPacket[] {
  const last = packets.at(-1);
  if (!last || last.timestamp + last.duration >= until) return packets;
  return [...packets.slice(0, -1), last.clone({ duration: until - last.timestamp })];
}

async function* groupsOf(packets: AsyncIterable<EncodedPacket>): AsyncGenerator<Group> {
  let group: Group | undefined;
  for await (const packet of packets) {
    const { type, timestamp, duration, byteLength } = packet;
    if (group && type === 'key') {
      yield { ...group, end: timestamp };
      group = undefined;
    }
    group ??= { packets: [], start: timestamp, end: timestamp, bytes: 0 };
    group.packets.push(packet);
    group.end = Math.max(group.end, timestamp + duration);
    group.bytes += byteLength;
    if (group.bytes > MAX_BYTES) throw new Error('its key frames are too far apart to cut it');
  }
  if (group) yield group;
}

/** Joins groups to as much as fits into a segment, and a short end to the group before it. */
async function* joined(groups: AsyncIterable<Group>): AsyncGenerator<Group & { isLast: boolean }> {
  let ready: Group | undefined;
  let open: Group | undefined;
  for await (const group of groups) {
    if (open && !fits(open, group)) {
      if (ready) yield { ...ready, isLast: false };
      ready = open;
      open = undefined;
    }
    open = open ? join(open, group) : group;
  }
  if (ready && open && open.end - open.start < MIN_SECONDS) {
    ready = join(ready, open);
    open = undefined;
  }
  if (ready) yield { ...ready, isLast: open === undefined };
  if (open) yield { ...open, isLast: true };
}

function fits(open: Group, group: Group): boolean {
  return (
    group.end - open.start <= TARGET_SECONDS + TOLERANCE_SECONDS && open.bytes + group.bytes <= MAX_BYTES
  );
}

function join(a: Group, b: Group): Group {
  // In place: the sound of a segment is a hundred groups.
  for (const packet of b.packets) a.packets.push(packet);
  return { packets: a.packets, start: a.start, end: b.end, bytes: a.bytes + b.bytes };
}

function endOf(packets: readonly EncodedPacket[]): number {
  const last = packets.at(-1);
  return last ? last.timestamp + last.duration : 0;
}

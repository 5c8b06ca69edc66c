import { EncodedPacketSink, type EncodedPacket } from 'mediabunny';
import type { TimeRange } from '../ffmpeg/time-range.ts';
import type { Film } from './film.ts';

/** Times that count as equal, in seconds: their sums are not exact. */
const SAME_MOMENT_SECONDS = 0.0005;

/** How many packets after the end are looked at: pictures are stored in another order than they are shown. */
const LOOK_AHEAD_PACKETS = 6;

/**
 * The packets of a film's picture in the order of decoding, from the key frame at or before the range. Their times
 * count from the start of the range.
 */
export async function* pictureOf(film: Film, range?: TimeRange): AsyncGenerator<EncodedPacket> {
  if (!film.picture) return;
  const { track } = film.picture;
  const from = film.origin + (range?.start ?? 0);
  const verify = { verifyKeyPackets: true };
  const sink = new EncodedPacketSink(track);
  const first =
    (await sink.getKeyPacket(from + SAME_MOMENT_SECONDS, verify)) ?? (await sink.getFirstKeyPacket(verify));
  if (!first) return;
  const shift = range ? Math.min(from, first.timestamp) : from;
  yield* upTo(film.origin + (range?.end ?? Infinity), inOrder(sink.packets(first, undefined, verify)), shift);
}

/** The packets of a film's sound, in the same way. */
export async function* soundOf(film: Film, range?: TimeRange): AsyncGenerator<EncodedPacket> {
  if (!film.sound) return;
  const from = film.origin + (range?.start ?? 0);
  const end = film.origin + (range?.end ?? Infinity);
  const sink = new EncodedPacketSink(film.sound.track);
  const first = (await sink.getPacket(from + SAME_MOMENT_SECONDS)) ?? (await sink.getFirstPacket());
  let latest = -Infinity;
  for await (const packet of sink.packets(first ?? undefined)) {
    if (packet.timestamp >= end) return;
    // Packets that end before the film begins, or go back in time, are never heard. Some containers name no duration.
    const isBefore =
      packet.timestamp < from - SAME_MOMENT_SECONDS &&
      packet.timestamp + packet.duration <= from + SAME_MOMENT_SECONDS;
    if (isBefore || packet.timestamp < latest) continue;
    latest = packet.timestamp;
    yield packet.clone({ type: 'key', timestamp: Math.max(0, packet.timestamp - from) });
  }
}

/**
 * Leaves out the pictures before the first key frame in the order of showing, which need absent ones, and takes a
 * key frame that is shown before its predecessors for an ordinary frame, which every muxer does.
 */
async function* inOrder(packets: AsyncIterable<EncodedPacket>): AsyncGenerator<EncodedPacket> {
  let first: number | undefined;
  let latest = -Infinity;
  for await (const packet of packets) {
    first ??= packet.timestamp;
    if (packet.timestamp < first) continue;
    const isLate = packet.type === 'key' && packet.timestamp < latest;
    latest = Math.max(latest, packet.timestamp);
    yield packet.clone({ type: isLate ? 'delta' : packet.type, sideData: {} });
  }
}

/** Ends with the last packet that one from before the end is made from. */
async function* upTo(
  end: number,
  packets: AsyncIterable<EncodedPacket>,
  shift: number,
): AsyncGenerator<EncodedPacket> {
  const held: EncodedPacket[] = [];
  for await (const packet of packets) {
    const moved = packet.clone({ timestamp: packet.timestamp - shift });
    held.push(moved);
    if (packet.timestamp < end) yield* held.splice(0);
    else if (held.length > LOOK_AHEAD_PACKETS) return;
  }
}

import { EncodedPacketSink } from 'mediabunny';
import type { Film } from './copy/film.ts';

/** The moment of the last key frame at or before another moment; sound alone can be cut anywhere. */
export async function keyFrameBefore({ picture, origin }: Film, seconds: number): Promise<number> {
  if (!picture) return seconds;
  const sink = new EncodedPacketSink(picture.track);
  const packet = await sink.getKeyPacket(seconds + origin, { verifyKeyPackets: true });
  return packet ? Math.max(0, packet.timestamp - origin) : 0;
}

import type { EncodedPacket } from 'mediabunny';
import type { SamplePicture, SampleSound } from './sample-tracks.ts';

/** What a picture is to be like; 25 frames a second from the first moment on where nothing else is said. */
export interface PictureShape {
  seconds: number;
  rate?: number;
  /** When it begins. */
  from?: number;
  /** Bytes a second that it has at least; only of H.264. */
  bytesPerSecond?: number;
  /** Only the first frame is a key frame. */
  hasOneKey?: boolean;
  /** Two pictures that are stored after a key frame are shown before it. */
  hasOpenGops?: boolean;
  /** When each frame is shown, by its place; at even distances where it is not said. */
  timeOf?: (place: number) => number;
}

/** What a sound is to be like. */
export interface SoundShape {
  seconds: number;
  from?: number;
}

/** Repeats the frames of a sample until they last as long as they are to. */
export function composePicture(sample: SamplePicture, shape: PictureShape): EncodedPacket[] {
  const { seconds, rate = 25, from = 0, hasOneKey = false, hasOpenGops = false } = shape;
  const { timeOf = (place: number) => place / rate } = shape;
  const count = Math.round(seconds * rate);
  const bytes = Math.ceil((shape.bytesPerSecond ?? 0) / rate);
  const packets: EncodedPacket[] = [];
  for (let base = 0; base < count;) {
    // Without its other key frames a sample is shorter by as many places.
    const frames = hasOneKey
      ? sample.frames.filter(({ packet, place }) => packet.type !== 'key' || base + place === 0)
      : sample.frames;
    // The very first frame has none before it.
    const keys = frames.flatMap(({ packet, place }) =>
      hasOpenGops && packet.type === 'key' && base + place > 0 ? [place] : [],
    );
    const shown = frames.map(({ place }) => place).sort((a, b) => a - b);
    const placeOf = new Map(shown.map((place, index) => [place, index]));
    for (const { packet, place } of frames) {
      const at = base + openPlace(placeOf.get(place) ?? 0, keys);
      if (at >= count) continue;
      packets.push(
        packet.clone({
          data: padded(packet.data, bytes),
          timestamp: from + timeOf(at),
          duration: timeOf(at + 1) - timeOf(at),
          sequenceNumber: packets.length,
        }),
      );
    }
    base += frames.length;
  }
  return packets;
}

/** Repeats the packets of a sample; every one lasts as long as the sample's do. */
export function composeSound({ packets, packetSeconds }: SampleSound, shape: SoundShape): EncodedPacket[] {
  const { seconds, from = 0 } = shape;
  return Array.from({ length: Math.round(seconds / packetSeconds) }, (_, index) => {
    const packet = packets[index % packets.length];
    if (!packet) throw new Error('the sample has no sound');
    return packet.clone({
      timestamp: from + index * packetSeconds,
      duration: packetSeconds,
      type: 'key',
      sequenceNumber: index,
    });
  });
}

/** The place of a frame where a key frame is shown after two that are stored behind it. */
function openPlace(place: number, keys: readonly number[]): number {
  const key = keys.find((at) => place >= at && place <= at + 2);
  if (key === undefined) return place;
  return place === key ? key + 2 : place - 1;
}

/** An H.264 packet that is filled up with a unit of filler data. */
function padded(data: Uint8Array, bytes: number): Uint8Array {
  const missing = bytes - data.length - 6;
  if (missing <= 0) return data;
  const filler = Buffer.alloc(missing + 6, 0xff);
  filler.writeUInt32BE(missing + 2, 0);
  filler.writeUInt8(12, 4);
  filler.writeUInt8(0x80, filler.length - 1);
  return Buffer.concat([data, filler]);
}

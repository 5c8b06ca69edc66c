import { EncodedPacket } from 'mediabunny';
import { BitWriter } from '../../live/h264/bit-writer.ts';
import type { OutputSound } from './output-tracks.ts';

/** The syntactic elements of AAC, in the order in which a channel configuration has them. */
const SINGLE = 0;
const PAIR = 1;
const LOW_FREQUENCY = 3;
const END = 7;
const AAC_ELEMENTS: readonly (readonly number[])[] = [
  [],
  [SINGLE],
  [PAIR],
  [SINGLE, PAIR],
  [SINGLE, PAIR, SINGLE],
  [SINGLE, PAIR, PAIR],
  [SINGLE, PAIR, PAIR, LOW_FREQUENCY],
  [SINGLE, PAIR, PAIR, PAIR, LOW_FREQUENCY],
];
const ADTS_HEADER_BYTES = 7;
const AAC_SAMPLES = 1024;

/** One packet of silence that fits to a sound; nothing where its encoding's silence is not known. */
export function silentPacket({ codec, metadata }: OutputSound): EncodedPacket | undefined {
  const { decoderConfig, primingPacket } = metadata;
  const { numberOfChannels, description } = decoderConfig;
  const packet = (data: Uint8Array, seconds: number) => new EncodedPacket(data, 'key', 0, seconds);
  if (codec === 'opus' && numberOfChannels <= 2) {
    // Twenty milliseconds of CELT at full band: its range coder reads "silence" as the first symbol.
    return packet(Uint8Array.of(numberOfChannels === 2 ? 0xfc : 0xf8, 0xff, 0xfe), 0.02);
  }
  if (codec === 'aac') {
    const frame = silentAac(numberOfChannels);
    if (!frame) return undefined;
    // Some containers state no duration. A frame that says its rate doubled holds twice as many samples.
    const seconds = AAC_SAMPLES / decoderConfig.sampleRate;
    const isDoubled = primingPacket.duration > seconds * 1.5;
    return packet(
      description ? frame : withAdts(primingPacket.data, frame),
      isDoubled ? seconds * 2 : seconds,
    );
  }
  return undefined;
}

/** A raw AAC frame without a single band in it. */
function silentAac(channels: number): Uint8Array | undefined {
  const elements = AAC_ELEMENTS[channels === 8 ? 7 : channels];
  if (!elements || elements.length === 0) return undefined;
  const bits = new BitWriter();
  const tags = new Map<number, number>();
  // A long window without bands: window sequence and shape, no bands, no prediction.
  const window = () => bits.bits(0, 1).bits(0, 2).bits(0, 1).bits(0, 6).bits(0, 1);
  const gain = () => bits.bits(0, 8);
  // Neither pulses nor noise shaping nor gain control.
  const tools = () => bits.bits(0, 3);
  for (const element of elements) {
    const tag = tags.get(element) ?? 0;
    tags.set(element, tag + 1);
    bits.bits(element, 3).bits(tag, 4);
    if (element === PAIR) {
      bits.bits(1, 1);
      window();
      bits.bits(0, 2);
      gain();
      tools();
      gain();
      tools();
    } else {
      gain();
      window();
      tools();
    }
  }
  return bits.bits(END, 3).pad();
}

/** Gives a frame the header of another one, with its own length. */
function withAdts(other: Uint8Array, frame: Uint8Array): Uint8Array {
  const header = Buffer.from(other.subarray(0, ADTS_HEADER_BYTES));
  const length = ADTS_HEADER_BYTES + frame.length;
  // No checksum, and one frame.
  header.writeUInt8((header[1] ?? 0) | 1, 1);
  header.writeUInt8(((header[3] ?? 0) & 0xfc) | (length >> 11), 3);
  header.writeUInt8((length >> 3) & 0xff, 4);
  header.writeUInt8(((length & 7) << 5) | 0x1f, 5);
  header.writeUInt8(0xfc, 6);
  return Buffer.concat([header, frame]);
}

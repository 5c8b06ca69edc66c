import { fileURLToPath } from 'node:url';
import {
  ALL_FORMATS,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type AudioCodec,
  type EncodedAudioPacketSource,
  type EncodedPacket,
  type EncodedVideoPacketSource,
  type InputTrack,
  type VideoCodec,
} from 'mediabunny';

/** The picture of a sample: its packets in the order of decoding, and the place of each in the order of showing. */
export interface SamplePicture {
  codec: VideoCodec;
  metadata: Parameters<EncodedVideoPacketSource['add']>[1];
  frames: readonly { packet: EncodedPacket; place: number }[];
}

/** The sound of a sample, and the seconds that a packet of it lasts. */
export interface SampleSound {
  codec: AudioCodec;
  metadata: Parameters<EncodedAudioPacketSource['add']>[1];
  packets: readonly EncodedPacket[];
  packetSeconds: number;
}

/** Reads the picture of a file below test/media. */
export async function samplePicture(name: string): Promise<SamplePicture> {
  const input = openSample(name);
  const track = await input.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !codec || !decoderConfig) throw new Error(`${name} has no picture that can be read`);
  const packets = await packetsOf(track);
  input.dispose();
  const shown = packets.map(({ timestamp }) => timestamp).sort((a, b) => a - b);
  const frames = packets.map((packet) => ({ packet, place: shown.indexOf(packet.timestamp) }));
  return { codec, metadata: { decoderConfig }, frames };
}

/** Reads the sound of a file below test/media. */
export async function sampleSound(name: string): Promise<SampleSound> {
  const input = openSample(name);
  const track = await input.getPrimaryAudioTrack();
  const codec = await track?.getCodec();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !codec || !decoderConfig) throw new Error(`${name} has no sound that can be read`);
  // The first and the last packets of a sound are often shorter than the others, and carry priming.
  const packets = (await packetsOf(track)).slice(2, -2);
  input.dispose();
  const packetSeconds = packets[1] && packets[0] ? packets[1].timestamp - packets[0].timestamp : 0;
  return { codec, metadata: { decoderConfig }, packets, packetSeconds };
}

function openSample(name: string): Input {
  const file = fileURLToPath(new URL(`../../../../../../test/media/${name}`, import.meta.url));
  return new Input({ formats: ALL_FORMATS, source: new FilePathSource(file) });
}

async function packetsOf(track: InputTrack): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  return packets;
}

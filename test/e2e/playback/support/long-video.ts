import { fileURLToPath } from 'node:url';
import {
  ALL_FORMATS,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  Mp4OutputFormat,
  Output,
  type EncodedPacket,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny';

const sample = fileURLToPath(new URL('../../../../../demo/media/sample.mp4', import.meta.url));

/** Writes a real MP4 of at least `bytes`: the sample, packet by packet, again and again. */
export async function writeLongVideo(file: string, bytes: number): Promise<void> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(sample) });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (!video || !audio) throw new Error('The sample has lost a track');
  const [videoCodec, audioCodec] = await Promise.all([video.getCodec(), audio.getCodec()]);
  if (!videoCodec || !audioCodec) throw new Error("The sample's codecs are not known");
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(file),
  });
  const videoSource = new EncodedVideoPacketSource(videoCodec);
  const audioSource = new EncodedAudioPacketSource(audioCodec);
  output.addVideoTrack(videoSource);
  output.addAudioTrack(audioSource);
  await output.start();
  const length = await input.computeDuration();
  const videoMeta = { decoderConfig: (await video.getDecoderConfig()) ?? undefined };
  const audioMeta = { decoderConfig: (await audio.getDecoderConfig()) ?? undefined };
  let written = 0;
  for (let round = 0; written < bytes; round++) {
    for (const packet of await packetsOf(video)) {
      written += packet.byteLength;
      await videoSource.add(
        shifted(packet, round * length),
        videoMeta as Parameters<typeof videoSource.add>[1],
      );
    }
    for (const packet of await packetsOf(audio)) {
      written += packet.byteLength;
      await audioSource.add(
        shifted(packet, round * length),
        audioMeta as Parameters<typeof audioSource.add>[1],
      );
    }
  }
  await output.finalize();
}

async function packetsOf(track: InputVideoTrack | InputAudioTrack): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  return packets;
}

function shifted(packet: EncodedPacket, by: number): EncodedPacket {
  return packet.clone({ timestamp: packet.timestamp + by });
}

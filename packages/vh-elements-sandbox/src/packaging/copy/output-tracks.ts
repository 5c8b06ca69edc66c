import {
  EncodedPacketSink,
  type AudioCodec,
  type AudioTrackMetadata,
  type InputAudioTrack,
  type InputVideoTrack,
  type VideoCodec,
  type VideoTrackMetadata,
} from 'mediabunny';
import type { Film } from './film.ts';

/** A sound track in the form that muxers take. */
export interface OutputSound {
  codec: AudioCodec;
  metadata: AudioTrackMetadata & Required<Pick<AudioTrackMetadata, 'decoderConfig' | 'primingPacket'>>;
}

/** The tracks of a film as they are copied. */
export interface OutputTracks {
  video:
    | {
        codec: VideoCodec;
        metadata: VideoTrackMetadata & Required<Pick<VideoTrackMetadata, 'decoderConfig' | 'primingPacket'>>;
      }
    | undefined;
  audio: OutputSound | undefined;
  /** Their codecs as a playlist names them. */
  codecs: string;
  size: { width: number | undefined; height: number | undefined };
}

/** Looks up all that has to be known of a film's tracks before the first packet is written. */
export async function describeTracks({ picture, sound }: Film): Promise<OutputTracks> {
  const video = picture && (await describePicture(picture.track));
  const audio = sound && (await describeSound(sound.track));
  const codecs = [video, audio].flatMap((one) => (one ? [one.metadata.decoderConfig.codec] : []));
  return {
    video,
    audio,
    codecs: codecs.map((codec) => (codec === 'opus' ? 'Opus' : codec)).join(','),
    size: {
      width: await picture?.track.getDisplayWidth(),
      height: await picture?.track.getDisplayHeight(),
    },
  };
}

async function describePicture(track: InputVideoTrack): Promise<NonNullable<OutputTracks['video']>> {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  const primingPacket = await new EncodedPacketSink(track).getFirstKeyPacket({ verifyKeyPackets: true });
  if (!codec || !decoderConfig || !primingPacket) throw new Error('its picture cannot be read');
  const transformationMatrix = await track.getTransformationMatrix();
  return { codec, metadata: { decoderConfig, primingPacket, transformationMatrix } };
}

async function describeSound(track: InputAudioTrack): Promise<OutputSound> {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  const primingPacket = await new EncodedPacketSink(track).getFirstPacket();
  if (!codec || !decoderConfig || !primingPacket) throw new Error('its sound cannot be read');
  return { codec, metadata: { decoderConfig, primingPacket } };
}

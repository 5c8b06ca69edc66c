import { writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  MpegTsOutputFormat,
  Output,
  WebMOutputFormat,
  type EncodedPacket,
  type OutputFormat,
} from 'mediabunny';
import { composePicture, composeSound, type PictureShape, type SoundShape } from './compose-tracks.ts';
import { toTrack, type ReadFilm, type ReadTrack } from './read-film.ts';
import type { SamplePicture, SampleSound } from './sample-tracks.ts';

/** How films are stored. */
const FORMATS = {
  mp4: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  fragments: () => new Mp4OutputFormat({ fastStart: 'fragmented' }),
  mov: () => new MovOutputFormat({ fastStart: false }),
  mkv: () => new MkvOutputFormat(),
  // As a recorder writes it: without a length, and with no index.
  live: () => new MkvOutputFormat({ appendOnly: true }),
  webm: () => new WebMOutputFormat(),
  ts: () => new MpegTsOutputFormat(),
} satisfies Record<string, () => OutputFormat>;

/** A film that is made of samples, without ffmpeg. Players show its first picture and its first sound. */
export interface Composition {
  name: string;
  format: keyof typeof FORMATS;
  pictures: readonly [SamplePicture, PictureShape][];
  sounds: readonly [SampleSound, SoundShape][];
  /** What its container's clock shows when the film begins. */
  clock?: number;
}

interface ComposedTrack {
  packets: EncodedPacket[];
  add: (packet: EncodedPacket) => Promise<void>;
}

/** Writes a film into a file; returns its contents, as a reader of it would. */
export async function composeFilm(composition: Composition, file: string): Promise<ReadFilm> {
  const { format, clock = 0 } = composition;
  const target = new BufferTarget();
  const output = new Output({ format: FORMATS[format](), target });
  const pictures = composition.pictures.map(([sample, shape]): ComposedTrack => {
    const source = new EncodedVideoPacketSource(sample.codec);
    output.addVideoTrack(source);
    const packets = composePicture(sample, shape);
    return { packets, add: (packet) => source.add(packet, sample.metadata) };
  });
  const sounds = composition.sounds.map(([sample, shape]): ComposedTrack => {
    const source = new EncodedAudioPacketSource(sample.codec);
    output.addAudioTrack(source);
    const packets = composeSound(sample, shape);
    return { packets, add: (packet) => source.add(packet, sample.metadata) };
  });
  await output.start();
  await interleave([...pictures, ...sounds], clock);
  await output.finalize();
  await writeFile(file, Buffer.from(target.buffer ?? new ArrayBuffer()));
  return {
    picture: readTrack(composition.pictures[0]?.[0].codec, pictures[0]?.packets),
    sound: readTrack(composition.sounds[0]?.[0].codec, sounds[0]?.packets),
  };
}

/** Adds the packets of all tracks by their times, as muxers want them. */
async function interleave(tracks: readonly ComposedTrack[], clock: number): Promise<void> {
  const all = tracks.flatMap(({ packets, add }) => {
    let latest = -Infinity;
    return packets.map((packet) => {
      latest = Math.max(latest, packet.timestamp);
      return { at: latest, packet, add };
    });
  });
  all.sort((a, b) => a.at - b.at);
  for (const { packet, add } of all) await add(packet.clone({ timestamp: packet.timestamp + clock }));
}

function readTrack(
  codec: string | undefined,
  packets: readonly EncodedPacket[] | undefined,
): ReadTrack | undefined {
  if (codec === undefined || packets === undefined) return undefined;
  return toTrack(
    codec === 'avc' ? 'h264' : codec,
    packets.map(({ data, timestamp, duration, type }) => ({
      time: timestamp,
      seconds: duration,
      isKey: type === 'key',
      isHidden: false,
      hash: `CRC32:${crc32(data).toString(16).padStart(8, '0')}`,
    })),
  );
}

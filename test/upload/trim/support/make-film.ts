// Films of every kind, of samples that nobody can decode: a cut looks at the tables only.
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

/** What a film is like; of a plain one, all of this may be left out. */
export interface FilmKind {
  format?: 'mp4' | 'mov' | 'fragmented' | 'header-last';
  seconds?: number;
  rate?: number;
  /** Pictures from one that needs no other to the next. */
  group?: number;
  /** The order in which three pictures and the one after them are decoded. */
  order?: 'plain' | 'b-frames' | 'open';
  /** Seconds that a picture lasts longer than the others, by its number. */
  longer?: (index: number) => number;
  rotation?: 0 | 90 | 180 | 270;
  hdr?: boolean;
  audio?: readonly ('aac' | 'opus' | 'pcm')[];
  /** Seconds by which picture and sound begin after the film. */
  late?: { video?: number; audio?: number };
}

// The DOM's types do not know these names yet.
const HDR = JSON.parse(
  '{ "primaries": "bt2020", "transfer": "pq", "matrix": "bt2020-ncl", "fullRange": false }',
) as VideoColorSpaceInit;

/** Bytes that no other sample has. */
function bytesFor(track: number, index: number): Uint8Array {
  return Uint8Array.from({ length: 24 + ((index * 37 + track * 11) % 90) }, (_byte, at) =>
    at < 4 ? (index >> (8 * at)) & 255 : (track * 31 + at) & 255,
  );
}

/** Makes a film of that kind. */
export async function makeFilm(kind: FilmKind): Promise<Buffer> {
  const { format = 'mp4', seconds = 10, rate = 25, group = 50, order = 'plain', longer = () => 0 } = kind;
  const { rotation = 0, audio = ['aac'], late = {} } = kind;
  const fastStart = format === 'fragmented' ? 'fragmented' : format === 'header-last' ? false : 'in-memory';
  const target = new BufferTarget();
  const output = new Output({
    format: format === 'mov' ? new MovOutputFormat({ fastStart }) : new Mp4OutputFormat({ fastStart }),
    target,
  });
  const picture = new EncodedVideoPacketSource('vp9');
  output.addVideoTrack(picture, { rotation });
  const codecs = audio.map((name) => (name === 'pcm' ? 'pcm-s16' : name));
  const sounds = codecs.map((codec) => new EncodedAudioPacketSource(codec));
  for (const sound of sounds) output.addAudioTrack(sound);
  await output.start();
  const config = {
    ...{ codec: 'vp09.00.10.08', codedWidth: 64, codedHeight: 36 },
    ...(kind.hdr ? { colorSpace: HDR } : {}),
  };
  // Side by side, as a camera writes them.
  await Promise.all([
    (async () => {
      for (const [index, packet] of pictures({ seconds, rate, group, order, longer }).entries()) {
        const at = (late.video ?? 0) + packet.time;
        const type = packet.isKey ? 'key' : 'delta';
        const made = new EncodedPacket(bytesFor(0, index), type, at, packet.duration);
        await picture.add(made, index === 0 ? { decoderConfig: config } : undefined);
      }
      picture.close();
    })(),
    ...sounds.map(async (sound, which) => {
      const codec = codecs[which] ?? 'aac';
      const step = codec === 'opus' ? 0.02 : 1024 / 48_000;
      const description = codec === 'aac' ? { description: Uint8Array.of(0x11, 0x90) } : {};
      const name = codec === 'aac' ? 'mp4a.40.2' : codec;
      const decoderConfig = { codec: name, sampleRate: 48_000, numberOfChannels: 2, ...description };
      for (let index = 0; index * step < seconds; index++) {
        const bytes = codec === 'pcm-s16' ? new Uint8Array(4096).fill(index) : bytesFor(which + 1, index);
        const at = (late.audio ?? 0) + index * step;
        await sound.add(
          new EncodedPacket(bytes, 'key', at, step),
          index === 0 ? { decoderConfig } : undefined,
        );
      }
      sound.close();
    }),
  ]);
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

/** The pictures in the order of decoding. */
function pictures({
  seconds,
  rate,
  group,
  order,
  longer,
}: Required<Pick<FilmKind, 'seconds' | 'rate' | 'group' | 'order' | 'longer'>>): {
  time: number;
  duration: number;
  isKey: boolean;
}[] {
  const shown: { time: number; duration: number; isKey: boolean }[] = [];
  let time = 0;
  for (let index = 0; index < seconds * rate; index++) {
    const duration = 1 / rate + longer(index);
    shown.push({ time, duration, isKey: index % group === 0 });
    time += duration;
  }
  if (order === 'plain') return shown;
  const decoded: typeof shown = [];
  let waiting: typeof shown = [];
  for (const [index, one] of shown.entries()) {
    // Every fourth picture comes before the three that it is shown after. In an open group, also one that needs no other.
    const isAnchor = index % 4 === 0 || (order === 'b-frames' && one.isKey) || index === shown.length - 1;
    const closes = order === 'b-frames' && one.isKey;
    if (!isAnchor) waiting.push(one);
    else {
      decoded.push(...(closes ? [...waiting, one] : [one, ...waiting]));
      waiting = [];
    }
  }
  return decoded;
}

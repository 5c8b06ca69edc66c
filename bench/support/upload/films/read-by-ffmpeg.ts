// What ffmpeg and ffprobe say of a film: the only readers that the bench believes.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NUMBER_BITS, NUMBER_ROW } from './film-numbers.ts';

const run = promisify(execFile);
const MAX_BUFFER = 1 << 30;

/** A picture as it is shown, its times in seconds of the film. */
export interface ShownPicture {
  readonly from: number;
  readonly to: number;
  /** Of the decoded picture. */
  readonly hash: string;
}

/** A sample as it lies in the file. */
export interface Packet {
  readonly stream: number;
  readonly time: number;
  readonly hash: string;
}

/** A stream as ffprobe describes it. */
export interface Stream {
  readonly index: number;
  readonly codec_type: string;
  readonly codec_name: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly disposition?: Readonly<Record<string, number>>;
  readonly side_data_list?: readonly Readonly<Record<string, unknown>>[];
  readonly [field: string]: unknown;
}

/** Whether both commands can be run. */
export async function hasFfmpeg(): Promise<boolean> {
  try {
    await Promise.all([run('ffmpeg', ['-version']), run('ffprobe', ['-version'])]);
    return true;
  } catch {
    return false;
  }
}

async function ffmpeg(args: readonly string[]): Promise<{ out: Buffer; said: string }> {
  const { stdout, stderr } = await run('ffmpeg', ['-v', 'error', '-nostdin', ...args], {
    encoding: 'buffer',
    maxBuffer: MAX_BUFFER,
  });
  return { out: stdout, said: stderr.toString().trim() };
}

async function ffprobe(file: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-of', 'json', ...args, file], {
    maxBuffer: MAX_BUFFER,
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The streams, the length of the film, and every sample in the order of the file. */
export async function describe(
  file: string,
): Promise<{ streams: Stream[]; duration: number; packets: Packet[] }> {
  const fields = 'stream:stream_tags:stream_disposition:stream_side_data_list:format=duration';
  const { streams, format, packets } = (await ffprobe(file, [
    ...['-show_streams', '-show_format', '-show_packets', '-show_data_hash', 'SHA256'],
    ...['-show_entries', `${fields}:packet=stream_index,pts_time,data_hash`],
  ])) as {
    streams: Stream[];
    format: { duration: string };
    packets: { stream_index: number; pts_time?: string; data_hash: string }[];
  };
  return {
    ...{ streams, duration: Number(format.duration) },
    packets: packets.map(({ stream_index: stream, pts_time, data_hash: hash }) => {
      return { stream, time: Number(pts_time ?? NaN), hash };
    }),
  };
}

/** The pictures in the order in which they are shown, decoded. */
export async function picturesOf(file: string): Promise<{ pictures: ShownPicture[]; said: string }> {
  const { out, said } = await ffmpeg([
    ...['-noautorotate', '-copyts', '-i', file, '-map', '0:v:0', '-fps_mode', 'passthrough'],
    ...['-enc_time_base', '-1', '-f', 'framemd5', '-'],
  ]);
  const lines = out.toString().split('\n');
  const [, over = '1', under = '1'] =
    lines.map((line) => /^#tb 0: (\d+)\/(\d+)/.exec(line)).find(Boolean) ?? [];
  const unit = Number(over) / Number(under);
  const read = lines
    .filter((line) => /^0,/.test(line))
    .map((line) => line.split(',').map((word) => word.trim()))
    .map(([, , pts = '', duration = '', , hash = '']) => {
      return { from: Number(pts) * unit, length: Number(duration) * unit, hash };
    });
  // A picture stays until the next one comes.
  // Some decoders give pictures that the film hides, before its beginning.
  const pictures = read
    .map(({ from, length, hash }, at) => ({ from, to: read[at + 1]?.from ?? from + length, hash }))
    .filter(({ to }) => to > 0);
  return { pictures, said };
}

/** What ffmpeg complains of when it looks for a moment of a film, and decodes from there. */
export async function complaintsFrom(file: string, seconds: number): Promise<string> {
  const args = ['-ss', String(seconds), '-i', file, '-map', '0:v:0', '-t', '1', '-f', 'null', '-'];
  return (await ffmpeg(args)).said;
}

/** The numbers that the pictures carry, in the order in which they are shown. */
export async function numbersOf(file: string): Promise<number[]> {
  const [width, height] = [160, 80];
  const { out } = await ffmpeg([
    ...['-noautorotate', '-copyts', '-i', file, '-map', '0:v:0', '-fps_mode', 'passthrough'],
    ...['-vf', `scale=${String(width)}:${String(height)}:flags=area,format=gray`, '-f', 'rawvideo', '-'],
  ]);
  const size = width * height;
  return Array.from({ length: out.length / size }, (_picture, at) => {
    let number = 0;
    for (let bit = 0; bit < NUMBER_BITS; bit++) {
      const x = Math.round(((bit + 0.5) * width) / NUMBER_BITS);
      const value = (row: number) =>
        out[at * size + Math.round((row + 0.5) * NUMBER_ROW * height) * width + x] ?? 0;
      if (value(0) > value(1)) number += 2 ** bit;
    }
    return number;
  });
}

/** The bytes of a stream's samples, one after the other. */
export async function bytesOf(file: string, stream: number): Promise<Buffer> {
  return (await ffmpeg(['-i', file, '-map', `0:${String(stream)}`, '-c', 'copy', '-f', 'data', '-'])).out;
}

/** Samples of sound a second, as they are compared. */
export const SOUND_RATE = 16_000;
/** Only tones far below that rate: those near it are no longer alike half a sample apart, and a picture may come between two. */
const HIGHEST_TONE = 1_500;

/** A sound track from the film's beginning on, decoded; silence where it has nothing. */
export async function waveOf(file: string, stream: number): Promise<{ wave: Int16Array; said: string }> {
  const { out, said } = await ffmpeg([
    ...['-copyts', '-i', file, '-map', `0:${String(stream)}`],
    ...[
      '-af',
      [
        `aresample=${String(SOUND_RATE)}:async=1:min_hard_comp=0.005:first_pts=0`,
        `aresample=${String(2 * HIGHEST_TONE)},aresample=${String(SOUND_RATE)}`,
        'aformat=s16:channel_layouts=mono',
      ].join(),
    ],
    ...['-f', 's16le', '-'],
  ]);
  const wave = new Int16Array(
    out.buffer.slice(out.byteOffset, out.byteOffset + out.length - (out.length % 2)),
  );
  return { wave, said };
}

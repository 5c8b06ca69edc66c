import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** One packet as ffprobe reads it. */
export interface ReadPacket {
  time: number;
  seconds: number;
  isKey: boolean;
  /** ffmpeg would decode it, and not show it. */
  isHidden: boolean;
  hash: string;
}

/** The packets of one picture or one sound. */
export interface ReadTrack {
  codec: string;
  packets: ReadPacket[];
  start: number;
  end: number;
}

/** What ffprobe finds in a file. */
export interface ReadFilm {
  picture: ReadTrack | undefined;
  sound: ReadTrack | undefined;
}

/** Reads the picture and the sound that players show of a file, packet by packet. */
export async function readFilm(file: string): Promise<ReadFilm> {
  return { picture: await readTrack(file, 'V:0'), sound: await readTrack(file, 'a:0') };
}

/** What ffmpeg complains of when it decodes all of a file. */
export async function decode(file: string): Promise<string> {
  const args = ['-v', 'error', '-nostdin', '-i', file, '-map', '0:V:0?', '-map', '0:a:0?', '-f', 'null', '-'];
  return (await promisify(execFile)('ffmpeg', args)).stderr.trim();
}

async function readTrack(file: string, stream: string): Promise<ReadTrack | undefined> {
  const entries = 'stream=codec_name:packet=pts_time,duration_time,flags,data_hash';
  const args = [
    '-v',
    'error',
    '-select_streams',
    stream,
    '-show_data_hash',
    'CRC32',
    '-show_entries',
    entries,
  ];
  const { stdout } = await promisify(execFile)('ffprobe', [...args, '-of', 'json', file], {
    maxBuffer: 2 ** 28,
  });
  const { streams, packets } = JSON.parse(stdout) as {
    streams: { codec_name: string }[];
    packets?: { pts_time?: string; duration_time?: string; flags: string; data_hash: string }[];
  };
  const [first] = streams;
  if (!first) return undefined;
  const read = (packets ?? []).map((packet) => ({
    time: Number(packet.pts_time ?? 'NaN'),
    seconds: Number(packet.duration_time ?? 0),
    isKey: packet.flags.includes('K'),
    isHidden: packet.flags.includes('D'),
    hash: packet.data_hash,
  }));
  return toTrack(first.codec_name, read);
}

/** A track of packets, with the moments at which its shown part begins and ends. */
export function toTrack(codec: string, packets: ReadPacket[]): ReadTrack {
  const shown = packets.filter(({ isHidden }) => !isHidden);
  return {
    codec,
    packets,
    start: shown.reduce((least, { time }) => Math.min(least, time), Infinity),
    end: shown.reduce((most, { time, seconds }) => Math.max(most, time + seconds), -Infinity),
  };
}

import { EncodedAudioPacketSource, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { TimeRange } from '../ffmpeg/time-range.ts';
import type { Film } from './film.ts';
import { OutputFile, writeOutput } from './output-file.ts';
import { describeTracks } from './output-tracks.ts';
import { PacketQueue } from './packet-queue.ts';
import { pictureOf, soundOf } from './read-packets.ts';

/** Copies a film's packets, or those of a range of it, into one MP4 file. */
export async function writeMp4(film: Film, file: string, range?: TimeRange): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const { video, audio } = await describeTracks(film);
  const media = new OutputFile(file);
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: media.target });
  await writeOutput(output, [media], async () => {
    const videoSource = video && new EncodedVideoPacketSource(video.codec);
    const audioSource = audio && new EncodedAudioPacketSource(audio.codec);
    if (video && videoSource) output.addVideoTrack(videoSource, video.metadata);
    if (audio && audioSource) output.addAudioTrack(audioSource, audio.metadata);
    await output.start();
    const heard = new PacketQueue(soundOf(film, range));
    const copySound = async (before: number) => {
      for (let next = await heard.peek(); next && next.timestamp < before; next = await heard.peek()) {
        // A second at a time: all that is left may be hours.
        for (const packet of await heard.take(Math.min(before, next.timestamp + 1)))
          await audioSource?.add(packet, audio?.metadata);
      }
    };
    for await (const packet of pictureOf(film, range)) {
      await copySound(packet.timestamp);
      await videoSource?.add(packet, video?.metadata);
    }
    await copySound(Infinity);
  });
}

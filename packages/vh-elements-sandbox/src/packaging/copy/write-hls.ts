import {
  CmafOutputFormat,
  EncodedAudioPacketSource,
  EncodedVideoPacketSource,
  NullTarget,
  Output,
} from 'mediabunny';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Variant } from '../../store/media/encodings.ts';
import { cutSegments, type Segment } from './cut-segments.ts';
import { fillSilence } from './fill-silence.ts';
import type { Film } from './film.ts';
import { firstPicture, keyFramePlaylist, type KeyFrame } from './key-frames.ts';
import { mediaPlaylist, type WrittenSegment } from './media-playlist.ts';
import { pictureOf, soundOf } from './read-packets.ts';
import { OutputFile, writeOutput } from './output-file.ts';
import { describeTracks, type OutputTracks } from './output-tracks.ts';

const MUCH_GARBAGE_BYTES = 64 * 1024 * 1024;

/** Cuts a film into HLS segments in `folder` by copying its packets: sound and picture stay in one file each. */
export async function writeHls(film: Film, folder: string): Promise<Variant> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const tracks = await describeTracks(film);
  const written: WrittenSegment[] = [];
  const frames: KeyFrame[] = [];
  let end = 0;
  const picture = film.picture ? pictureOf(film) : undefined;
  const sound = tracks.audio
    ? fillSilence(soundOf(film), tracks.audio, film.picture?.end ?? 0)
    : soundOf(film);
  for await (const segment of cutSegments(picture, sound)) {
    const name = `${String(written.length + 1)}.m4s`;
    const init = written.length === 0 ? path.join(folder, 'init.mp4') : undefined;
    await writeSegment(segment, tracks, path.join(folder, name), init, (moof, offset, start) => {
      const length = firstPicture(moof);
      if (length !== undefined) frames.push({ name, start, offset, length });
    });
    end = segment.end;
    const { size } = await stat(path.join(folder, name));
    written.push({ name, seconds: segment.end - segment.start, size });
    collectGarbage();
  }
  if (written.length === 0) throw new Error('it holds nothing to play');
  await writeFile(path.join(folder, 'playlist.m3u8'), mediaPlaylist(written));
  const keyFrames = tracks.video && (await writeKeyFrames(frames, end, tracks.video.metadata, folder));
  return { ...bandwidthOf(written), keyFrames, codecs: tracks.codecs, ...tracks.size, frameRate: undefined };
}

/**
 * Writes one segment. Every track is in its header, with packets or without. Nothing is closed but the whole: mediabunny
 * does not wait for the closing of a track, and its errors would be uncaught.
 */
async function writeSegment(
  { picture, sound }: Segment,
  { video, audio }: OutputTracks,
  file: string,
  init: string | undefined,
  onFragment: (moof: Uint8Array, offset: number, start: number) => void,
): Promise<void> {
  const media = new OutputFile(file);
  const header = init === undefined ? undefined : new OutputFile(init);
  const output = new Output({
    format: new CmafOutputFormat({ minimumFragmentDuration: 1, onMoof: onFragment }),
    target: media.target,
    initTarget: header?.target ?? new NullTarget(),
  });
  await writeOutput(output, header ? [media, header] : [media], async () => {
    const videoSource = video && new EncodedVideoPacketSource(video.codec);
    const audioSource = audio && new EncodedAudioPacketSource(audio.codec);
    if (video && videoSource) output.addVideoTrack(videoSource, video.metadata);
    if (audio && audioSource) output.addAudioTrack(audioSource, audio.metadata);
    await output.start();
    for (const packet of picture) await videoSource?.add(packet, video?.metadata);
    for (const packet of sound) await audioSource?.add(packet, audio?.metadata);
  });
}

/** Lists the key frames for players that show them over the seek bar. */
async function writeKeyFrames(
  frames: readonly KeyFrame[],
  end: number,
  { decoderConfig: { codec } }: NonNullable<OutputTracks['video']>['metadata'],
  folder: string,
): Promise<Variant['keyFrames']> {
  await writeFile(path.join(folder, 'iframes.m3u8'), keyFramePlaylist(frames, end));
  const size = frames.reduce((sum, { length }) => sum + length, 0);
  return { bandwidth: Math.ceil((size * 8) / Math.max(end, 0.001)), codecs: codec };
}

function bandwidthOf(segments: readonly WrittenSegment[]): Pick<Variant, 'bandwidth' | 'averageBandwidth'> {
  const rates = segments
    .filter(({ seconds }) => seconds >= 0.5)
    .map(({ size, seconds }) => (size * 8) / seconds);
  const size = segments.reduce((sum, one) => sum + one.size, 0);
  const seconds = segments.reduce((sum, one) => sum + one.seconds, 0);
  const averageBandwidth = Math.ceil((size * 8) / Math.max(seconds, 0.001));
  return { bandwidth: Math.ceil(Math.max(averageBandwidth, ...rates)), averageBandwidth };
}

/** The bytes of segments lie outside the heap, where the collector hardly sees them pile up: report them to it. */
function collectGarbage(): void {
  if (process.memoryUsage().arrayBuffers > MUCH_GARBAGE_BYTES) globalThis.gc?.();
}

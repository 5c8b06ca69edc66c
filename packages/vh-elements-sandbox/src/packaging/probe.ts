import type { InputAudioTrack, InputVideoTrack } from 'mediabunny';
import type { Film } from './copy/film.ts';

/** The findings about a source. */
export interface Probe {
  /** Media type of the container, without parameters. */
  container: string;
  size: number;
  seconds: number;
  /** Seconds of picture before the film begins, which a copy has to show: its container makes players leave them out. */
  preRollSeconds?: number;
  video: { codec: string; width: number; height: number; frameRate: number } | undefined;
  audio: { codec: string; sampleRate: number } | undefined;
}

/** Containers that can make players skip their beginning. */
const EDITED: readonly string[] = ['video/mp4', 'video/quicktime'];

/** Reads what a film of `size` bytes holds. */
export async function probe(
  { mimeType, seconds, origin, picture, sound }: Film,
  size: number,
): Promise<Probe> {
  return {
    container: mimeType,
    size,
    seconds,
    // The clock of other containers may begin anywhere.
    preRollSeconds: EDITED.includes(mimeType) ? Math.max(0, -origin) : 0,
    video: picture && (await describeVideo(picture.track)),
    audio: sound && (await describeAudio(sound.track)),
  };
}

async function describeVideo(track: InputVideoTrack): Promise<Probe['video']> {
  const { averagePacketRate } = await track.computePacketStats(120);
  return {
    codec: (await track.getCodec()) ?? 'unknown',
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    frameRate: averagePacketRate,
  };
}

async function describeAudio(track: InputAudioTrack): Promise<Probe['audio']> {
  return { codec: (await track.getCodec()) ?? 'unknown', sampleRate: await track.getSampleRate() };
}

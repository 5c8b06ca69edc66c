import { ALL_FORMATS, Input, type InputAudioTrack, type InputVideoTrack } from 'mediabunny';
import { extentsSource, type StoredFile } from './extents-source.ts';

/** What a source turns out to be. */
export interface Probe {
  /** Media type of the container, without parameters. */
  container: string;
  size: number;
  seconds: number;
  video: { codec: string; width: number; height: number; frameRate: number } | undefined;
  audio: { codec: string; sampleRate: number } | undefined;
}

/** Reads what a source holds; throws when it is no video or audio that we can read. */
export async function probe(files: readonly StoredFile[]): Promise<Probe> {
  const input = new Input({ formats: ALL_FORMATS, source: extentsSource(files) });
  try {
    const format = await input.getFormat();
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    const tracks = [video, audio].filter((track) => track !== null);
    return {
      container: format.mimeType,
      size: files.reduce((sum, file) => sum + file.size, 0),
      seconds: tracks.length === 0 ? 0 : await input.computeDuration(tracks),
      video: video ? await describeVideo(video) : undefined,
      audio: audio ? await describeAudio(audio) : undefined,
    };
  } finally {
    input.dispose();
  }
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

import type { Tracks } from './media-frame.ts';

/** The tracks as a playlist's CODECS names them. */
export function codecsOf({ video, audio }: Tracks): string {
  const hex = (byte: number | undefined) => (byte ?? 0).toString(16).padStart(2, '0');
  return [
    ...(video ? [`avc1.${hex(video.config[1])}${hex(video.config[2])}${hex(video.config[3])}`] : []),
    ...(audio ? [`mp4a.40.${String(audioObjectType(audio.config))}`] : []),
  ].join(',');
}

/** The first number of an AudioSpecificConfig: 2 is AAC-LC. */
function audioObjectType(config: Buffer): number {
  const first = (config[0] ?? 0) >> 3;
  return first === 31 ? 32 + ((((config[0] ?? 0) & 7) << 3) | ((config[1] ?? 0) >> 5)) : first;
}

import type { Probe } from './probe.ts';

/** The qualities that the service offers, by the lines of a picture of 16:9. */
const LADDER = [240, 360, 480, 720, 1080, 2160] as const;

const COPYABLE_VIDEO: readonly string[] = ['avc', 'hevc', 'vp9', 'av1'];
const COPYABLE_AUDIO: readonly string[] = ['aac', 'opus', 'mp3', 'flac'];

/** A rendition to encode: its quality, and the box that the picture must fit in. */
export interface Rung {
  quality: string;
  lines: number;
}

/** The quality of the source itself. Tall, wide and square pictures count as the 16:9 picture that would hold them. */
export function sourceQuality({ video }: Pick<Probe, 'video'>): Rung {
  return rung(LADDER.findLast((lines) => lines <= linesOf(video) * 1.04) ?? LADDER[0]);
}

/** The qualities below the source's own, lowest first. */
export function lowerQualities(probe: Pick<Probe, 'video'>): Rung[] {
  const { lines } = sourceQuality(probe);
  return probe.video ? LADDER.filter((lower) => lower < lines).map(rung) : [];
}

/** Why a source cannot be cut without re-encoding; undefined when it can. */
export function copyObstacle({ video, audio }: Probe): string | undefined {
  if (video && !COPYABLE_VIDEO.includes(video.codec)) return `its picture is ${video.codec.toUpperCase()}`;
  if (audio && !COPYABLE_AUDIO.includes(audio.codec)) return `its sound is ${audio.codec.toUpperCase()}`;
  return undefined;
}

function linesOf(video: Probe['video']): number {
  if (!video) return LADDER[0];
  const short = Math.min(video.width, video.height);
  const long = Math.max(video.width, video.height);
  return Math.max(short, (long * 9) / 16);
}

function rung(lines: number): Rung {
  return { quality: `${String(lines)}p`, lines };
}

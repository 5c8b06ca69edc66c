import type { FileInfo } from '../inspect/bytes/file-info.ts';

/** How small a film should become. */
export interface OptimizeGoal {
  /** Pixels of the shorter side, as in `720p`; a film held upright counts by its width. */
  maxHeight: number;
  /** Bits a second of the picture. */
  maxBitrate: number;
}

/** A film that shrinks by less is sent as it is. */
const MIN_SHRINK_FACTOR = 1.3;
const DEFAULT_HEIGHT = '1080p';
/** Bits per pixel and frame: with these, H.264 looks as good as a phone's recording. */
const BITS_PER_PIXEL = 0.09;
const ASSUMED_FRAME_RATE = 30;

/** Reads an `optimize` attribute: empty, `720p`, `720p 2M`, `2500k`. Ignores invalid words. */
export function parseGoal(text: string): OptimizeGoal {
  const words = text.toLowerCase().split(/[\s,]+/);
  const height =
    /^(\d{3,4})p$/.exec(words.find((word) => word.endsWith('p')) ?? DEFAULT_HEIGHT)?.[1] ?? '1080';
  const [, amount, unit] = words.map((word) => /^(\d+(?:\.\d+)?)([km])$/.exec(word)).find(Boolean) ?? [];
  const maxHeight = Number(height);
  const usual = maxHeight * maxHeight * (16 / 9) * ASSUMED_FRAME_RATE * BITS_PER_PIXEL;
  return {
    maxHeight,
    maxBitrate: amount === undefined ? Math.round(usual) : Number(amount) * (unit === 'm' ? 1e6 : 1e3),
  };
}

/** The size and bit rates of the smaller film. */
export interface OptimizePlan {
  /** The picture's new size, both even; nothing where it keeps its own. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly bitrate: number;
  /** Pictures a second, where that is known. */
  readonly frameRate: number | undefined;
}

/** Codecs with more than eight bits per colour, or more colours: encoded again, such a film would lose them. */
const DEEP_COLOR_CODEC =
  /^(hvc1|hev1)\.[A-C]?[2-9]|^vp09\.0?[1-3]|^av01\.([12]|.*\.1[02])|^avc[13]\.(6e|7a|f4)|^dv/;

/** True for a film that would lose colour. */
export function hasDeepColor(codec: string): boolean {
  return DEEP_COLOR_CODEC.test(codec);
}

/** Plans a smaller film; undefined where it would save little, or too little is known of the file. */
export function planOptimization(
  info: FileInfo,
  bytes: number,
  goal: OptimizeGoal,
): OptimizePlan | undefined {
  const { width, height, duration, videoCodec } = info;
  if (!width || !height || !duration || videoCodec === undefined || hasDeepColor(videoCodec))
    return undefined;
  const scale = Math.min(1, goal.maxHeight / Math.min(width, height));
  const present = (bytes * 8) / duration;
  // A smaller picture needs fewer bits than the goal allows for a large one.
  const bitrate = Math.min(goal.maxBitrate, Math.round(present * Math.max(scale * scale, 0.25)));
  if (present < bitrate * MIN_SHRINK_FACTOR) return undefined;
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  const size = scale < 1 ? { width: even(width), height: even(height) } : undefined;
  return { size, bitrate, frameRate: info.frameRate };
}

/** Bytes a second of a slow line. */
const SLOW_LINE_BYTES_PER_SECOND = 250_000;
/** Milliseconds before the speed can be estimated. */
const MIN_MEASURE_MS = 10_000;

/** True when a smaller film takes longer to make than a slow line would for the bytes that it saves. */
export function isTooSlow(share: number, ms: number, saved: number): boolean {
  return (
    ms > MIN_MEASURE_MS &&
    ms / share > Math.max((saved / SLOW_LINE_BYTES_PER_SECOND) * 1000, 3 * MIN_MEASURE_MS)
  );
}

/** True when the result is small enough to be sent instead of the file. */
export function isSmaller(bytes: number, before: number): boolean {
  return bytes > 0 && bytes * 1.1 < before;
}

/** True for a film that is as long as it was, with its sound: of a truncated file, only the beginning can be re-encoded. */
export function isComplete(made: FileInfo, before: FileInfo): boolean {
  const { duration = 0, audioCodec } = before;
  const missing = duration - (made.duration ?? 0);
  return made.videoCodec !== undefined && !made.audioCodec === !audioCodec && missing < 0.5 + duration / 100;
}

/** The containers that can be read. */
export type Container = 'mp4' | 'mov' | 'webm' | 'mkv';

/** A file's own description of itself. Undefined where the file does not say, or says something impossible. */
export interface FileInfo {
  /** Undefined for any other file, and for one that cannot be read. */
  readonly container: Container | undefined;
  /** Seconds. */
  readonly duration: number | undefined;
  /** Pixels across, as the picture is shown: turned and stretched. */
  readonly width: number | undefined;
  /** Pixels down, as the picture is shown. */
  readonly height: number | undefined;
  /** Degrees, clockwise, by which the stored picture is turned to be shown. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Pictures a second, on average. */
  readonly frameRate: number | undefined;
  /** Of the first video track, as in a `codecs` parameter: `avc1.64001f`. */
  readonly videoCodec: string | undefined;
  /** Of the first audio track. */
  readonly audioCodec: string | undefined;
}

/** A file about which nothing is known. */
export const UNKNOWN_FILE: FileInfo = {
  container: undefined,
  duration: undefined,
  width: undefined,
  height: undefined,
  rotation: 0,
  frameRate: undefined,
  videoCodec: undefined,
  audioCodec: undefined,
};

/** Seconds: longer than any recording, and short enough to be added up. */
export const MAX_SECONDS = 1e7;
/** Pixels. */
export const MAX_PIXELS = 65_535;

/** A stated number, unless it is impossible: hostile files say anything. */
export function plausible(value: number | undefined, most: number): number | undefined {
  return value !== undefined && value > 0 && value <= most ? value : undefined;
}

/** A rotation by quarter turns, from -3 to 3. */
export function toRotation(quarters: number): FileInfo['rotation'] {
  return ([0, 90, 180, 270] as const)[(quarters + 4) % 4] ?? 0;
}

/** The picture as it is shown, from its size before rotation. */
export function describePicture(picture: {
  width: number;
  height: number;
  rotation: FileInfo['rotation'];
  frameRate: number;
}): Pick<FileInfo, 'width' | 'height' | 'rotation' | 'frameRate'> {
  const { width, height, rotation, frameRate } = picture;
  const isTurned = rotation === 90 || rotation === 270;
  return {
    rotation,
    width: plausible(Math.round(isTurned ? height : width), MAX_PIXELS),
    height: plausible(Math.round(isTurned ? width : height), MAX_PIXELS),
    frameRate: plausible(frameRate, 1000),
  };
}

import type { ByteReader } from './byte-reader.ts';

/** The containers that are known by sight. */
export type Container = 'mp4' | 'mov' | 'webm' | 'mkv';

/** What a file says about itself in its first or last bytes. Whatever it does not say, or lies about, is nothing. */
export interface FileInfo {
  /** Nothing for a file that is none of the containers, and for one that cannot be read. */
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

/** A length that a file states, if it can be one: hostile files say anything. */
export function plausible(value: number | undefined, most: number): number | undefined {
  return value !== undefined && value > 0 && value <= most ? value : undefined;
}

/** Seconds: longer than any recording, and short enough to be added up. */
export const MAX_SECONDS = 1e7;
/** Pixels. */
export const MAX_PIXELS = 65_535;

/** Reads what a file says: all that there is to know, or who can read on; nothing when it cannot be read. */
export type InfoReader = (peek: ByteReader) => Promise<FileInfo | LoadInfoReader | undefined>;

/** Fetches a reader. */
export type LoadInfoReader = () => Promise<InfoReader>;

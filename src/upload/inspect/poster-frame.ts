import type { FileInfo } from './bytes/file-info.ts';
import { FilmFrames } from './film-frames.ts';

/** A poster that takes longer is not worth its trouble. */
const DEFAULT_TIMEOUT_MS = 5_000;
const DEFAULT_SIDE_PX = 480;
/** Films like to begin in black. */
const POSTER_SECONDS = 1;

/** Settings of `posterFrame`. */
export interface PosterOptions {
  signal?: AbortSignal | undefined;
  /** Pixels of the longer side, at most. */
  side?: number;
  /** After this many milliseconds there is no poster. */
  timeoutMs?: number;
}

/**
 * A picture from near the file's beginning, as the film is shown. The caller closes it.
 *
 * It never rejects, and always ends: a film that this browser cannot play has no poster, nor has any film on a page
 * whose policy lacks `media-src blob:`.
 */
export async function posterFrame(
  file: Blob,
  info: FileInfo,
  options: PosterOptions = {},
): Promise<ImageBitmap | undefined> {
  const { side = DEFAULT_SIDE_PX, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const late = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(options.signal ? [options.signal] : [])]);
  const film = await FilmFrames.open(file, info, late);
  try {
    const picture = await film?.frame(Math.min(POSTER_SECONDS, (film.duration ?? Infinity) / 2), side);
    // Chromium decodes no picture inside open groups; the first one it does.
    return picture ?? (await film?.frame(0, side));
  } finally {
    film?.close();
  }
}

import type { FileInfo } from './bytes/file-info.ts';
import { FilmFrames } from './film-frames.ts';

/** A poster that takes longer is not worth its trouble. */
const DEFAULT_TIMEOUT_MS = 5_000;
const DEFAULT_SIDE_PX = 480;
/** Films like to begin in black. */
const POSTER_SECONDS = 1;
/** Shares of a film at which there may be a picture where there was none by then. */
const LATER_SHARES = [0.25, 0.5, 0.75];
/** The mean of a picture's colours, from 0 to 255, up to which a person sees nothing. */
const BLACK = 16;

/** Settings of `posterFrame`. */
export interface PosterOptions {
  signal?: AbortSignal | undefined;
  /** Pixels of the longer side, at most. */
  side?: number;
  /** After this many milliseconds there is no poster. */
  timeoutMs?: number;
}

/**
 * A picture from near the file's beginning, as the film is shown; a later one where it is black. The caller closes it.
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
    let best: ImageBitmap | undefined;
    for (const seconds of momentsOf(film?.duration)) {
      const picture = await film?.frame(seconds, side);
      if (!picture) break;
      if (!isBlack(picture)) {
        best?.close();
        return picture;
      }
      // Of a film that is all dark, the first one.
      if (best) picture.close();
      else best = picture;
    }
    // Chromium decodes no picture inside open groups; the first one it does.
    return best ?? (await film?.frame(0, side));
  } finally {
    film?.close();
  }
}

function momentsOf(duration: number | undefined): number[] {
  if (duration === undefined) return [POSTER_SECONDS];
  const first = Math.min(POSTER_SECONDS, duration / 2);
  return [first, ...LATER_SHARES.map((share) => duration * share).filter((moment) => moment > first)];
}

function isBlack(picture: ImageBitmap): boolean {
  const side = 8;
  const context = new OffscreenCanvas(side, side).getContext('2d');
  context?.drawImage(picture, 0, 0, side, side);
  const { data } = context?.getImageData(0, 0, side, side) ?? { data: [255] };
  const light = [...data].reduce((sum, value, at) => (at % 4 === 3 ? sum : sum + value), 0);
  return light / (side * side * 3) <= BLACK;
}

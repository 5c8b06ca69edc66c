/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The size that a page allows. */
export interface SizeLimit {
  width?: number | undefined;
  height?: number | undefined;
}

const DEFAULT: Size = { width: 640, height: 360 };

/**
 * The size of an embedded player: as wide as a page's text, in the video's shape, and within what the page allows. Sizes
 * that are none count as absent.
 */
export function embedSize(video: Partial<Size> | undefined, most: SizeLimit = {}): Size {
  const shape = isSide(video?.width) && isSide(video.height) ? video.width / video.height : 16 / 9;
  // A narrower one has the area of a wide one: an upright film of that width would be taller than the screen.
  const width = shape >= 16 / 9 ? DEFAULT.width : Math.sqrt(DEFAULT.width * DEFAULT.height * shape);
  const height = width / shape;
  const scale = Math.min(
    1,
    isSide(most.width) ? most.width / width : 1,
    isSide(most.height) ? most.height / height : 1,
  );
  const round = (side: number) => Math.max(1, Math.floor(side * scale + 1e-6));
  return { width: round(width), height: round(height) };
}

function isSide(side: number | undefined): side is number {
  return side !== undefined && Number.isFinite(side) && side >= 1 && side <= 100_000;
}

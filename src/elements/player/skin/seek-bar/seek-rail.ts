/** The inside of the rail, where the video's time runs from left to right in every language, in pixels of the window. */
export interface SeekRail {
  left: number;
  width: number;
}

/**
 * The one mapping between the bar's pixels and the video's time: pointer, hint, preview, played part and thumb agree by it.
 * A browser moves a thumb between the ends of its input; `slider-styles.ts` lets the input stick out of the rail by half a
 * thumb at each end.
 */
export function railOf(bar: Element): SeekRail | undefined {
  const rail = bar.querySelector<HTMLElement>('.rail');
  if (!rail || rail.offsetWidth === 0) return undefined;
  const { left, width } = rail.getBoundingClientRect();
  // A page may show the player larger or smaller than it is.
  const border = (rail.clientLeft * width) / rail.offsetWidth;
  return { left: left + border, width: width - 2 * border };
}

/** The part of the whole, 0 to 1, that is under a pointer. */
export function fractionAt({ left, width }: SeekRail, clientX: number): number {
  return Math.min(Math.max((clientX - left) / width, 0), 1);
}

/** Where a part of the whole is. */
export function placeOfPart({ left, width }: SeekRail, part: number): number {
  return left + width * part;
}

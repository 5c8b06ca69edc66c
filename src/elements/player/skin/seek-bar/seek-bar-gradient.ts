import type { Chapter } from '../../../../captions/index.ts';
import type { SeekRange } from '../context/timeline.ts';

/** CSS pixels: a gap of three and as much of the rail. Gaps nearer to each other would be one grey smear. */
const LEAST_PX = 6;

/** The part of the whole, 0 to 1, that a second is at. */
export function fractionOf({ start, end }: SeekRange, seconds: number): number {
  return Math.min(Math.max((seconds - start) / (end - start), 0), 1);
}

/** Every buffered range as the stops of a gradient. */
export function bufferedGradient(buffered: TimeRanges, range: SeekRange): string {
  const stops = Array.from({ length: buffered.length }, (_, at) => {
    const [from, to] = [buffered.start(at), buffered.end(at)].map(
      (seconds) => fractionOf(range, seconds) * 100,
    );
    return `#0000 ${from}%, var(--_buffered) ${from}% ${to}%, #0000 ${to}%`;
  });
  return ['#0000 0%', ...stops].join(', ');
}

/**
 * The gaps between chapters as the stops of a mask: black areas show. Chapters that are too narrow to be distinguished on
 * a rail of that width (CSS pixels) are one.
 */
export function chapterGaps(chapters: readonly Chapter[], range: SeekRange, width: number): string {
  const least = LEAST_PX / Math.max(width, LEAST_PX);
  const edges = new Set(chapters.flatMap(({ startTime, endTime }) => [startTime, endTime]));
  let last = 0;
  const stops = [...edges]
    .map((seconds) => fractionOf(range, seconds))
    .sort((one, other) => one - other)
    .filter((part) => {
      const isApart = part - last >= least && 1 - part >= least;
      if (isApart) last = part;
      return isApart;
    })
    .map((part) => {
      const [from, to] = ['- 1.5px', '+ 1.5px'].map((side) => `calc(${part * 100}% ${side})`);
      return `#000 ${from}, #0000 ${from} ${to}, #000 ${to}`;
    });
  return ['#000 0%', ...stops, '#000 100%'].join(', ');
}

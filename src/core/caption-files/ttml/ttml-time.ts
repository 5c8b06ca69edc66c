import type { XmlElement } from './read-xml.ts';

const CLOCK = /^(\d{1,4}):(\d{2}):(\d{2})(?:\.(\d{1,9})|:(\d{1,4})(?:\.\d{1,4})?)?$/;
const OFFSET = /^(\d{1,9}(?:\.\d{1,9})?)(h|ms|m|s|f|t)$/;

/** How a document counts frames and ticks. */
export interface TtmlClock {
  readonly frameRate: number;
  readonly tickRate: number;
}

/** The clock of a document: what its root says, else the standard's own. */
export function clockOf({ attributes }: XmlElement): TtmlClock {
  const number = (name: string) => {
    const value = Number(attributes.get(name) ?? NaN);
    return value > 0 && value <= 1e9 ? value : undefined;
  };
  const [numerator = 1, denominator = 1] = (attributes.get('frameRateMultiplier') ?? '')
    .split(' ', 2)
    .map(Number);
  const multiplier = numerator > 0 && denominator > 0 ? numerator / denominator : 1;
  const frameRate = (number('frameRate') ?? 30) * multiplier;
  // Ticks are frames where a document counts frames, and seconds where it counts neither.
  return { frameRate, tickRate: number('tickRate') ?? (number('frameRate') === undefined ? 1 : frameRate) };
}

/** Seconds; undefined for an invalid time. */
export function readTime(text: string | undefined, { frameRate, tickRate }: TtmlClock): number | undefined {
  if (text === undefined) return undefined;
  const [clock, hours, minutes, seconds, fraction = '', frames = '0'] = CLOCK.exec(text.trim()) ?? [];
  if (clock !== undefined)
    return (
      Number(hours) * 3600 +
      Number(minutes) * 60 +
      Number(`${String(seconds)}.${fraction || '0'}`) +
      Number(frames) / frameRate
    );
  const [offset, count, unit] = OFFSET.exec(text.trim()) ?? [];
  if (offset === undefined) return undefined;
  const units: Readonly<Record<string, number>> = {
    ...{ h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / frameRate, t: 1 / tickRate },
  };
  return Number(count) * (units[unit ?? ''] ?? NaN);
}

/** Times count from where the element around begins, and end with it. */
export function timesOf(
  { attributes }: XmlElement,
  { start, end }: { start: number; end: number },
  clock: TtmlClock,
): { start: number; end: number } {
  const begin = start + (readTime(attributes.get('begin'), clock) ?? 0);
  const until = readTime(attributes.get('end'), clock);
  const lasts = readTime(attributes.get('dur'), clock);
  return {
    start: begin,
    end: Math.min(
      end,
      until === undefined ? Infinity : start + until,
      lasts === undefined ? Infinity : begin + lasts,
    ),
  };
}

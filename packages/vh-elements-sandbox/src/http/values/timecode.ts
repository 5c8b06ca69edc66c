import { text } from './shape.ts';

/** Frames a second that a timecode with frames is read by where the real rate is not known. */
const FRAMES_PER_SECOND = 25;

const SECONDS = String.raw`^\d{1,7}$`;
const CLOCK = String.raw`^(\d{2,3}):([0-5]\d):([0-5]\d)(?:\.(\d{1,3})|:(\d{2,3}))?$`;

/** `HH:MM:SS.mmm`, `HH:MM:SS:frame`, or a whole number of seconds. */
export const TIMECODE = text('a timecode: hh:mm:ss.mmm, hh:mm:ss:frame, or a number of seconds', {
  pattern: `${SECONDS}|${CLOCK}`,
});

/** The seconds of a timecode; nothing where a text is none. */
export function parseTimecode(given: string, frameRate = FRAMES_PER_SECOND): number | undefined {
  if (new RegExp(SECONDS).test(given)) return Number(given);
  const found = new RegExp(CLOCK).exec(given);
  if (!found) return undefined;
  const [hours, minutes, seconds] = found.slice(1, 4).map(Number) as [number, number, number];
  const fraction = found[4] === undefined ? 0 : Number(`0.${found[4]}`);
  const frames = found[5] === undefined ? 0 : Number(found[5]) / (frameRate || FRAMES_PER_SECOND);
  return hours * 3600 + minutes * 60 + seconds + fraction + frames;
}

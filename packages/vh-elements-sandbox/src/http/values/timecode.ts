/** Frames a second that a timecode with frames is read by where the real rate is not known. */
const FRAMES_PER_SECOND = 25;

/** The seconds of `HH:MM:SS.mmm`, of `HH:MM:SS:frame`, or of a whole number; nothing where it is none of them. */
export function parseTimecode(text: string, frameRate = FRAMES_PER_SECOND): number | undefined {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  const found = /^(\d{2,3}):([0-5]\d):([0-5]\d)(?:\.(\d{1,3})|:(\d{2,3}))?$/.exec(text);
  if (!found) return undefined;
  const [hours, minutes, seconds] = found.slice(1, 4).map(Number) as [number, number, number];
  const fraction = found[4] === undefined ? 0 : Number(`0.${found[4]}`);
  const frames = found[5] === undefined ? 0 : Number(found[5]) / (frameRate || FRAMES_PER_SECOND);
  return hours * 3600 + minutes * 60 + seconds + fraction + frames;
}

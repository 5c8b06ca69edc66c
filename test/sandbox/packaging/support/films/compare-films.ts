import type { ReadFilm, ReadPacket, ReadTrack } from './read-film.ts';

/** Seconds by which a copy may be off, and an encoding. */
const COPY_TOLERANCE = 0.06;
const ENCODE_TOLERANCE = 0.12;
/** Seconds by which a single packet may be off: containers count in milliseconds, and Opus begins before zero. */
const PICTURE_TOLERANCE = 0.002;
const SOUND_TOLERANCE = 0.01;

const NAMES: Readonly<Record<string, string>> = {
  avc1: 'h264',
  avc3: 'h264',
  hvc1: 'hevc',
  hev1: 'hevc',
  vp09: 'vp9',
  av01: 'av1',
  Opus: 'opus',
  mp4a: 'aac',
};

/** The findings of a rendition: its packets, and the length that its playlist says. */
export interface Rendered extends ReadFilm {
  playlistSeconds: number;
  /** How many of its segments with a picture begin with no key frame. */
  blindSegments: number;
}

/** Compares a rendition with its source; returns every difference in words, and nothing where there is none. */
export function compareFilms(source: ReadFilm, made: Rendered, isCopy: boolean): string[] {
  const faults: string[] = [];
  const wrong = (what: string) => faults.push(what);
  if (!source.picture !== !made.picture)
    return [`a picture: ${String(!!source.picture)}, made ${String(!!made.picture)}`];
  if (!source.sound !== !made.sound)
    return [`a sound: ${String(!!source.sound)}, made ${String(!!made.sound)}`];
  if (isCopy && !(isSame(source.picture, made.picture) && isSame(source.sound, made.sound)))
    wrong('it was encoded where a copy would have done');
  const tolerance = isCopy ? COPY_TOLERANCE : ENCODE_TOLERANCE;
  const heard = source.sound ? Math.max(0, source.sound.start) : Infinity;
  // A copy shows the pictures from before the beginning, too.
  const seen = (source.picture?.packets ?? []).filter(({ isHidden }) => isCopy || !isHidden);
  const origin = Math.min(heard, ...seen.slice(0, 100).map(({ time }) => time));
  const end = Math.max(source.picture?.end ?? 0, source.sound?.end ?? 0) - origin;
  const near = (what: string, is: number, should: number, allowed = tolerance) => {
    if (!(Math.abs(is - should) <= allowed))
      wrong(`${what} ${is.toFixed(3)} s, should be ${should.toFixed(3)} s`);
  };
  const madeEnd = Math.max(made.picture?.end ?? 0, made.sound?.end ?? 0);
  near('its end at', madeEnd, end);
  near('its playlist says', made.playlistSeconds, end);
  // Players hold that what has no picture has not been loaded.
  if (isCopy && made.picture) near('its picture is shown until', made.picture.end, end);
  if (made.blindSegments > 0) wrong(`${String(made.blindSegments)} segments begin without a key frame`);
  if (source.picture && made.picture) comparePicture(source.picture, made.picture, { isCopy, origin }, wrong);
  if (source.sound && made.sound) {
    near('its sound begins at', made.sound.start, 0);
    near('its sound ends at', made.sound.end, Math.max(source.sound.end - origin, isCopy ? end : 0), 0.2);
    if (isCopy) compareTimes('sound', source.sound.packets, made.sound.packets, origin, wrong);
  }
  return faults;
}

/** Whether a track still has its encoding: ffprobe and MP4 have other names for it. */
function isSame(source: ReadTrack | undefined, made: ReadTrack | undefined): boolean {
  if (!source || !made) return true;
  // MP3 is the same box as AAC.
  return NAMES[made.codec] === source.codec || (made.codec === 'mp4a' && source.codec === 'mp3');
}

function comparePicture(
  source: ReadTrack,
  made: ReadTrack,
  { isCopy, origin }: { isCopy: boolean; origin: number },
  wrong: (what: string) => void,
): void {
  const shown = source.packets.filter(({ isHidden }) => isCopy || !isHidden).length;
  const lost = shown - made.packets.length;
  if (isCopy ? lost !== 0 : Math.abs(lost) > Math.max(2, shown * 0.01))
    wrong(`${String(made.packets.length)} frames of ${String(shown)}`);
  if (made.start > COPY_TOLERANCE) wrong(`its picture begins at ${made.start.toFixed(3)} s`);
  if (!isCopy) return;
  const times = (packets: readonly ReadPacket[], from: number) =>
    packets.map(({ time }) => time - from).sort((a, b) => a - b);
  const should = times(source.packets, origin);
  // The first picture is shown from the beginning.
  const worst = times(made.packets, 0).reduce(
    (most, time, n) => (n === 0 ? most : Math.max(most, Math.abs(time - (should[n] ?? NaN)))),
    0,
  );
  if (!(worst <= PICTURE_TOLERANCE)) wrong(`a frame is off by ${worst.toFixed(3)} s`);
  compareBytes(source.packets, made.packets, wrong);
}

/** A copy has the source's pictures, in the order in which they are decoded, byte for byte. */
function compareBytes(
  source: readonly ReadPacket[],
  made: readonly ReadPacket[],
  wrong: (what: string) => void,
): void {
  // TS has another way to part the units of a picture: then none of them has the same bytes.
  if (!source.some(({ hash }, n) => hash === made[n]?.hash)) return;
  const changed = source.filter(({ hash }, n) => hash !== made[n]?.hash).length;
  if (changed > 0) wrong(`${String(changed)} frames are not those of the source`);
}

/** Finds each packet of a source in its rendition, at its time. */
function compareTimes(
  what: string,
  source: readonly ReadPacket[],
  made: readonly ReadPacket[],
  origin: number,
  wrong: (what: string) => void,
): void {
  const timesOf = new Map<string, number[]>();
  for (const { hash, time } of made) timesOf.set(hash, [...(timesOf.get(hash) ?? []), time]);
  // A header that only some containers want makes other bytes of the same sound.
  const isRewrapped = !source.some(({ hash }) => timesOf.has(hash));
  const all = made.map(({ time }) => time);
  let lost = 0;
  let worst = 0;
  for (const { hash, time, seconds } of source) {
    const at = time - origin;
    if (at + seconds <= 0.001) continue;
    const off = nearest(isRewrapped ? all : (timesOf.get(hash) ?? []), Math.max(0, at));
    if (off > 1) lost++;
    else worst = Math.max(worst, off);
  }
  if (lost > 0) wrong(`${String(lost)} packets of its ${what} are lost`);
  if (worst > SOUND_TOLERANCE) wrong(`a packet of its ${what} is off by ${worst.toFixed(3)} s`);
}

/** How far the nearest of some moments, in their order, is from another one. */
function nearest(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return Math.min(Math.abs((times[low] ?? Infinity) - time), Math.abs((times[low - 1] ?? Infinity) - time));
}

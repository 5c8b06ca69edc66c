import { pageWide } from '../../core/page-wide.ts';
import { readList, readNumber, readRecord, readText } from '../../core/wire/read-json.ts';

/** A moment of a video that its page has named. */
export interface Marker {
  /** Seconds on the player's clock. */
  readonly time: number;
  readonly title: string;
  /** The page's own. */
  readonly [name: string]: unknown;
}

/** A marker as it is drawn and listed. */
export interface DrawnMarker extends Marker {
  /** The page's own object. */
  readonly written: Marker;
}

/** No viewer distinguishes more on a seek bar, and a hostile list must not fill the page. */
const MAX_MARKERS = 300;
const MAX_TITLE_LENGTH = 200;
/** Seconds: a seek to a marker may end a little before it. */
const TOLERANCE_S = 0.05;
/** Seconds behind a marker from which going back leads to it once more. */
const RESTART_S = 3;

const NONE: readonly DrawnMarker[] = Object.freeze([]);
const drawn = pageWide('drawn-markers/1', () => new WeakMap<object, readonly DrawnMarker[]>());

/** The markers of a page's list, in order; invalid ones are left out. The same list gives the same markers. */
export function toMarkers(written: readonly Marker[] | undefined): readonly DrawnMarker[] {
  if (!Array.isArray(written)) return NONE;
  const known = drawn.get(written);
  if (known) return known;
  const markers = readList(written)
    .flatMap(read)
    .sort((one, other) => one.time - other.time)
    .slice(0, MAX_MARKERS);
  drawn.set(written, markers);
  return markers;
}

/** A script's markers are no safer than a file's. */
function read(from: unknown): DrawnMarker[] {
  const record = readRecord(from);
  const time = readNumber(record?.['time']);
  const title = readText(record?.['title'])?.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH);
  return time !== undefined && time >= 0 && title ? [{ time, title, written: from as Marker }] : [];
}

/** The last marker that a second has come to; undefined before the first one. */
export function markerAt(markers: readonly DrawnMarker[], seconds: number): DrawnMarker | undefined {
  return markers.findLast(({ time }) => time <= seconds + TOLERANCE_S);
}

/** The marker that is nearest to a second, and no farther from it than that; undefined for none. */
export function markerNear(
  markers: readonly DrawnMarker[],
  seconds: number,
  distance: number,
): DrawnMarker | undefined {
  const far = ({ time }: Marker) => Math.abs(time - seconds);
  return markers
    .filter((marker) => far(marker) <= distance)
    .reduce<DrawnMarker | undefined>((best, one) => (best && far(best) <= far(one) ? best : one), undefined);
}

/** The marker to go to from a second: the next one, or the one before. Undefined where there is none. */
export function markerFrom(
  markers: readonly DrawnMarker[],
  seconds: number,
  direction: 1 | -1,
): DrawnMarker | undefined {
  return direction > 0
    ? markers.find(({ time }) => time > seconds + TOLERANCE_S)
    : markers.findLast(({ time }) => time < seconds - RESTART_S);
}

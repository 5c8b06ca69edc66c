import { resolutionOf, type Quality, closestQuality } from './stream.ts';

/** Viewers who save data get no more than this unless they choose it. */
const SAVING_RESOLUTION = 480;

/** The limits of the automatic choice of a rendition. */
export interface QualityLimits {
  /** Device pixels of the place in which the video is shown. */
  room?: { width: number; height: number } | undefined;
  /** Pixels of the shorter side. */
  maxResolution?: number | undefined;
  savesData?: boolean | undefined;
  /** Pixels of a frame that are too many for this device. */
  tooManyPixels?: number | undefined;
}

/** The index of the best rendition that the limits allow: at least the smallest one. */
export function cappedRendition(qualities: readonly Quality[], limits: QualityLimits): number {
  const { room, maxResolution = Infinity, savesData, tooManyPixels = Infinity } = limits;
  const most = Math.min(maxResolution, savesData ? SAVING_RESOLUTION : Infinity);
  let best = 0;
  let filling: Quality | undefined;
  for (const [index, quality] of qualities.entries()) {
    if (resolutionOf(quality) > most || quality.width * quality.height >= tooManyPixels) continue;
    // The first that fills the room is as sharp as the screen; larger ones only cost.
    if (filling && !sameSize(filling, quality)) break;
    best = index;
    if (room && fills(quality, room)) filling ??= quality;
  }
  return best;
}

function fills(quality: Quality, room: { width: number; height: number }): boolean {
  const isSeen = room.width > 0 && room.height > 0;
  // Two pixels in a hundred are not seen.
  return isSeen && (quality.width >= room.width * 0.98 || quality.height >= room.height * 0.98);
}

function sameSize(one: Quality, other: Quality): boolean {
  return one.width === other.width && one.height === other.height;
}

/** Device pixels of the place in which an element is shown. */
export function displaySizeOf(element: Element): { width: number; height: number } {
  const { devicePixelRatio } = globalThis;
  return { width: element.clientWidth * devicePixelRatio, height: element.clientHeight * devicePixelRatio };
}

/** True when the visitor asked the browser for less data. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

/** Seconds that a sharper beginning may take. */
const MAX_SEGMENT_LOAD_S = 0.15;
/** Seconds of a first segment, while its duration is unknown. */
const TYPICAL_SEGMENT_S = 4;

/** The index of the rendition to begin with: the best whose first segment arrives as good as at once. */
export function chooseVariant(
  qualities: readonly Quality[],
  wanted: Quality | 'auto',
  limits: QualityLimits,
  bitsPerSecond: number | undefined,
): number {
  const most = cappedRendition(qualities, { maxResolution: limits.maxResolution });
  if (wanted !== 'auto') return Math.min(closestQuality(qualities, wanted), most);
  // The bandwidth is unknown: begin small, since an early picture counts for more than a sharp one.
  const bits = bitsPerSecond ?? 0;
  const cap = cappedRendition(qualities, limits);
  let best = 0;
  qualities.forEach(({ bitrate }, index) => {
    if (index <= cap && (bitrate * TYPICAL_SEGMENT_S) / bits <= MAX_SEGMENT_LOAD_S) best = index;
  });
  return best;
}

import { resolutionOf, type Quality } from './stream.ts';

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

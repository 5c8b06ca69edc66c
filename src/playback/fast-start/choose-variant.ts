import { cappedRendition, type QualityLimits } from '../stream/rendition-cap.ts';
import { closestQuality, type Quality } from '../stream/stream.ts';

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

import fc from 'fast-check';
import { resolutionOf, type Quality } from '../../../../src/playback/stream/stream.ts';

export const quality = (height: number, bitrate: number): Quality => ({
  width: (height * 16) / 9,
  height,
  bitrate,
});
/** Smallest first, one size in two bitrates. */
export const LADDER = [
  quality(180, 3e5),
  quality(360, 8e5),
  quality(720, 2e6),
  quality(720, 3e6),
  quality(1080, 5e6),
];

/** Any rendition. */
export const rendition = fc.record({
  width: fc.integer({ min: 1, max: 8_000 }),
  height: fc.integer({ min: 1, max: 8_000 }),
  bitrate: fc.integer({ min: 1, max: 50_000_000 }),
});
/** Any renditions, as engines list them: smallest first. */
export const ladder = fc
  .array(rendition, { minLength: 1, maxLength: 12 })
  .map((all): Quality[] => all.sort((one, other) => resolutionOf(one) - resolutionOf(other)));

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cappedRendition } from '../../src/playback/stream/rendition-cap.ts';
import { closestQuality, resolutionOf, type Quality } from '../../src/playback/stream/stream.ts';
import { announceSeed } from '../support/seeded.ts';

const seed = announceSeed();

const rendition = fc.record({
  width: fc.integer({ min: 1, max: 8_000 }),
  height: fc.integer({ min: 1, max: 8_000 }),
  bitrate: fc.integer({ min: 1, max: 50_000_000 }),
});
/** As engines list them: smallest first. */
const ladder = fc
  .array(rendition, { minLength: 1, maxLength: 12 })
  .map((all): Quality[] => all.sort((one, other) => resolutionOf(one) - resolutionOf(other)));

describe('the choice among any renditions', () => {
  it('stays within the limits, and takes the smallest where none fits', () => {
    fc.assert(
      fc.property(
        ladder,
        fc.integer({ min: 1, max: 8_000 }),
        fc.boolean(),
        (all, maxResolution, savesData) => {
          const chosen = all[cappedRendition(all, { maxResolution, savesData })];
          assert.ok(chosen);
          const most = Math.min(maxResolution, savesData ? 480 : Infinity);
          assert.ok(chosen === all[0] || resolutionOf(chosen) <= most);
        },
      ),
      { seed },
    );
  });

  it('is no smaller for a larger player', () => {
    fc.assert(
      fc.property(ladder, rendition, fc.integer({ min: 1, max: 4 }), (all, room, factor) => {
        const larger = { width: room.width * factor, height: room.height * factor };
        assert.ok(cappedRendition(all, { room }) <= cappedRendition(all, { room: larger }));
      }),
      { seed },
    );
  });

  it('never exceeds the resolution that the viewer wants, and finds that very rendition', () => {
    fc.assert(
      fc.property(ladder, rendition, (all, wanted) => {
        const chosen = all[closestQuality(all, wanted)];
        assert.ok(chosen === all[0] || (chosen && resolutionOf(chosen) <= resolutionOf(wanted)));
        for (const one of all) assert.equal(resolutionOf(all[closestQuality(all, one)]!), resolutionOf(one));
      }),
      { seed },
    );
  });
});

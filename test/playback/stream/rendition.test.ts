import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'node:test';
import { cappedRendition, chooseVariant } from '../../../src/playback/stream/rendition.ts';
import { resolutionOf } from '../../../src/playback/stream/stream.ts';
import { ladder, LADDER, rendition } from './support/renditions.ts';
import { announceSeed } from '../../support/seeded.ts';

const seed = announceSeed();
const heightOf = (index: number) => LADDER[index]?.height;

describe('cappedRendition', () => {
  it('takes the first rendition that fills the player, in its highest bitrate', () => {
    const at = (width: number, height: number) => cappedRendition(LADDER, { room: { width, height } });
    assert.equal(heightOf(at(320, 180)), 180);
    assert.equal(heightOf(at(321 * 2, 181 * 2)), 360);
    assert.equal(at(1000, 500), 3);
    assert.equal(heightOf(at(3840, 2160)), 1080);
  });

  it('sets no limit for a player of no size', () => {
    assert.equal(heightOf(cappedRendition(LADDER, { room: { width: 0, height: 0 } })), 1080);
  });

  it('keeps to the page’s limit and to saving data, but always has a rendition', () => {
    assert.equal(heightOf(cappedRendition(LADDER, { maxResolution: 719 })), 360);
    assert.equal(heightOf(cappedRendition(LADDER, { savesData: true })), 360);
    assert.equal(cappedRendition(LADDER, { maxResolution: 1 }), 0);
    assert.equal(cappedRendition([], {}), 0);
  });

  it('leaves out frames that are too large for the device, but always has a rendition', () => {
    assert.equal(heightOf(cappedRendition(LADDER, { tooManyPixels: 640 * 360 })), 180);
    assert.equal(cappedRendition(LADDER, { tooManyPixels: 1 }), 0);
  });

  it('measures a portrait picture by its width', () => {
    const portrait = LADDER.map(({ width, height, bitrate }) => ({ width: height, height: width, bitrate }));
    assert.equal(portrait[cappedRendition(portrait, { maxResolution: 720 })]?.width, 720);
  });

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
});

describe('chooseVariant', () => {
  const ladder = [240, 480, 720, 1080].map((height, index) => ({
    ...{ height, width: (height * 16) / 9, bitrate: [400_000, 1e6, 2.5e6, 5e6][index] ?? 0 },
  }));
  const height = (...[wanted, limits, line]: [Parameters<typeof chooseVariant>[1], object, number?]) =>
    ladder[chooseVariant(ladder, wanted, limits, line)]?.height;

  it('takes the smallest rendition while the bandwidth is unknown', () => {
    assert.equal(height('auto', {}), 240);
  });

  it('takes the best rendition whose first segment loads in 150 ms, within the size of the player', () => {
    assert.equal(height('auto', {}, 10e6), 240);
    assert.equal(height('auto', {}, 30e6), 480);
    assert.equal(height('auto', {}, 500e6), 1080);
    assert.equal(height('auto', { room: { width: 640, height: 360 } }, 500e6), 480);
  });

  it('takes the rendition that the viewer chose, within the page’s limit', () => {
    assert.equal(height({ width: 0, height: 1080, bitrate: 5e6 }, {}), 1080);
    assert.equal(height({ width: 0, height: 1080, bitrate: 5e6 }, { maxResolution: 720 }), 720);
  });
});

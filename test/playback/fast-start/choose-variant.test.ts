import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseVariant } from '../../../src/playback/fast-start/choose-variant.ts';

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

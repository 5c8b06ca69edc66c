import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'node:test';
import { closestQuality, resolutionOf, liveStatus } from '../../../src/playback/stream/stream.ts';
import { ladder, LADDER, quality, rendition } from './support/renditions.ts';
import { announceSeed } from '../../support/seeded.ts';

const seed = announceSeed();

describe('closestQuality', () => {
  it('takes the largest rendition that is no larger, in the closest bitrate', () => {
    assert.equal(closestQuality(LADDER, quality(720, 1.9e6)), 2);
    assert.equal(closestQuality(LADDER, quality(720, 9e6)), 3);
    assert.equal(closestQuality(LADDER, quality(1000, 2e6)), 2);
  });

  it('takes the smallest rendition where all are larger', () => {
    assert.equal(closestQuality(LADDER, quality(90, 1e5)), 0);
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

describe('liveStatus', () => {
  it('is behind from two to five seconds behind the edge, by the length of the segments', () => {
    const at = (currentTime: number, segmentSeconds?: number) =>
      liveStatus({ currentTime }, { edge: 100, latency: 0 }, segmentSeconds);
    assert.equal(at(98.5), 'at-edge');
    assert.equal(at(97.5), 'behind');
    assert.equal(at(96, 4), 'at-edge');
    assert.equal(at(94, 10), 'behind');
  });
});

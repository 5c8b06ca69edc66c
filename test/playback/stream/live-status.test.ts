import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { liveStatus } from '../../../src/playback/stream/live-status.ts';

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

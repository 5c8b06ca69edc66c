import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { liveSpeed } from '../../../../src/playback/adapters/hls/live-speed.ts';

describe('the speed of a live stream', () => {
  const table: [behind: number, target: number, buffered: number, speed: number][] = [
    [3, 3, 2, 1],
    [3.08, 3, 2, 1],
    [2.92, 3, 2, 1],
    [3.5, 3, 2, 1.05],
    [9, 3, 2, 1.1],
    [2.5, 3, 2, 0.98],
    [0.5, 3, 2, 0.95],
    // Nothing is left to go faster on.
    [9, 3, 0.4, 1],
    [1, 3, 0.1, 0.95],
  ];
  for (const [behind, target, buffered, speed] of table) {
    it(`is ${speed} at ${behind} s behind, where it should be ${target}, with ${buffered} s in the buffer`, () => {
      assert.equal(liveSpeed(behind, target, buffered), speed);
    });
  }

  it('comes to the target from both sides, and stays there', () => {
    for (const start of [0.6, 2, 4, 8]) {
      let behind = start;
      for (let tick = 0; tick < 4 * 180; tick++) behind -= 0.25 * (liveSpeed(behind, 3, 2) - 1);
      assert.ok(Math.abs(behind - 3) < 0.2, `from ${start} to ${behind}`);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FileInfo, UNKNOWN_FILE } from '../../../src/upload/inspect/bytes/file-info.ts';
import {
  isSmaller,
  isTooSlow,
  isComplete,
  parseGoal,
  planOptimization,
} from '../../../src/upload/optimize/optimize-plan.ts';

const info: FileInfo = {
  ...UNKNOWN_FILE,
  container: 'mp4',
  videoCodec: 'avc1.640028',
  duration: 60,
  frameRate: 60,
  width: 3840,
  height: 2160,
};
/** Bytes of a minute at so many megabits a second. */
const minute = (megabits: number) => (megabits * 1e6 * 60) / 8;
const goal = { maxHeight: 1080, maxBitrate: 5e6 };

describe('parseGoal', () => {
  it('reads a height, a rate, both or neither', () => {
    assert.equal(parseGoal('').maxHeight, 1080);
    assert.deepEqual(parseGoal('720p 2.5M'), { maxHeight: 720, maxBitrate: 2_500_000 });
    assert.deepEqual(parseGoal('800k'), { maxHeight: 1080, maxBitrate: 800_000 });
    assert.ok(parseGoal('480p').maxBitrate < parseGoal('720p').maxBitrate);
  });

  it('leaves out what makes no sense', () => {
    assert.deepEqual(parseGoal('true'), parseGoal(''));
    assert.deepEqual(parseGoal('0p -5M'), parseGoal(''));
  });
});

describe('planFor', () => {
  it('makes a large film as small as wanted, in its own shape', () => {
    assert.deepEqual(planOptimization(info, minute(40), goal), {
      size: { width: 1920, height: 1080 },
      bitrate: 5e6,
      frameRate: 60,
    });
  });

  it('goes by the shorter side: a film held upright is as sharp as one that lies', () => {
    const upright = { ...info, width: 2160, height: 3840 };
    assert.deepEqual(planOptimization(upright, minute(40), goal)?.size, { width: 1080, height: 1920 });
  });

  it('gives sides that an encoder takes', () => {
    const odd = { ...info, width: 1277, height: 721 };
    const size = planOptimization(odd, minute(40), { maxHeight: 361, maxBitrate: 1e6 })?.size;
    assert.ok(size && size.width % 2 === 0 && size.height % 2 === 0);
  });

  it('keeps the size of a film that is only wasteful', () => {
    const plan = planOptimization({ ...info, width: 1920, height: 1080 }, minute(40), goal);
    assert.deepEqual(plan, { size: undefined, bitrate: 5e6, frameRate: 60 });
  });

  it('leaves small and unknown films alone, and those it would spoil', () => {
    assert.equal(planOptimization({ ...info, width: 1280, height: 720 }, minute(4), goal), undefined);
    assert.equal(planOptimization(UNKNOWN_FILE, minute(40), goal), undefined);
    assert.equal(planOptimization({ ...info, duration: undefined }, minute(40), goal), undefined);
    for (const videoCodec of [
      ...['hvc1.2.4.L153.B0', 'vp09.02.51.10', 'av01.0.12M.10', 'av01.1.12M.08', 'dvh1.05.07'],
      ...['avc1.6e0028', 'avc1.7a0028', 'avc1.f40028', 'vp09.01.10.08'],
    ])
      assert.equal(planOptimization({ ...info, videoCodec }, minute(40), goal), undefined, videoCodec);
  });
});

describe('isTooSlow', () => {
  it('weighs the time against the time that the saved bytes need on a slow line', () => {
    // 250 MB are a thousand seconds.
    assert.equal(isTooSlow(0.02, 11_000, 250e6), false);
    assert.equal(isTooSlow(0.01, 11_000, 250e6), true);
  });

  it('does not judge too early, nor estimates below half a minute', () => {
    assert.equal(isTooSlow(0.000_1, 9_000, 250e6), false);
    assert.equal(isTooSlow(0.5, 14_000, 1e6), false);
    assert.equal(isTooSlow(0.25, 14_000, 1e6), true);
  });
});

describe('isSmaller', () => {
  it('wants a tenth less, and something at all', () => {
    assert.equal(isSmaller(80, 100), true);
    assert.equal(isSmaller(95, 100), false);
    assert.equal(isSmaller(0, 100), false);
  });
});

describe('isWhole', () => {
  const before = { ...info, duration: 100, audioCodec: 'mp4a.40.2' };

  it('takes what differs by a moment, or is longer', () => {
    for (const duration of [98.6, 100, 103]) assert.equal(isComplete({ ...before, duration }, before), true);
  });

  it('accepts no result that lacks its end, its picture or its sound', () => {
    for (const lack of [
      { duration: 98 },
      { duration: undefined },
      { videoCodec: undefined },
      { audioCodec: undefined },
    ])
      assert.equal(isComplete({ ...before, ...lack }, before), false, JSON.stringify(lack));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boxesIn } from '../../../packages/vh-elements-sandbox/src/live/fmp4/box.ts';
import {
  MAX_PART_MS,
  LONGEST_SEGMENT,
  TARGET_SECONDS,
} from '../../../packages/vh-elements-sandbox/src/live/hls/timing.ts';
import type {
  MediaFrame,
  Tracks,
} from '../../../packages/vh-elements-sandbox/src/live/frames/media-frame.ts';
import {
  PartCutter,
  type CutPart,
} from '../../../packages/vh-elements-sandbox/src/live/parts/part-cutter.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const VIDEO = { width: 640, height: 360, config: Buffer.of(1) };
const AUDIO = { sampleRate: 48_000, channels: 2, config: Buffer.of(2) };
const BOTH: Tracks = { video: VIDEO, audio: AUDIO };

const picture = (decodeAt: number, key: boolean, showAt = decodeAt): MediaFrame => ({
  kind: 'video',
  decodeAt,
  showAt,
  key,
  data: Buffer.alloc(10),
});
const sound = (decodeAt: number): MediaFrame => ({
  kind: 'audio',
  decodeAt,
  showAt: decodeAt,
  key: true,
  data: Buffer.alloc(4),
});

function cut(tracks: Tracks, frames: readonly MediaFrame[], startAt = 0): CutPart[] {
  const parts: CutPart[] = [];
  const cutter = new PartCutter(tracks, startAt, (part) => parts.push(part));
  for (const frame of frames) cutter.push(frame);
  cutter.flush();
  return parts;
}

/** Pictures at a steady rate, with times in whole milliseconds as RTMP has them. */
const steady = (rate: number, seconds: number, keyEvery: number) =>
  Array.from({ length: rate * seconds }, (_, n) =>
    picture(Math.round((n * 1000) / rate), n % keyEvery === 0),
  );

/** Lengths of the segments that parts make, in milliseconds. */
function segmentsOf(parts: readonly CutPart[]): number[] {
  const lengths: number[] = [];
  for (const { startsSegment, duration } of parts) {
    if (startsSegment) lengths.push(0);
    lengths[lengths.length - 1] = (lengths.at(-1) ?? 0) + duration;
  }
  return lengths;
}

describe('cutting parts', () => {
  for (const rate of [15, 24, 25, 30, 50, 60]) {
    it(`makes full parts and segments of the target at ${rate} pictures a second`, () => {
      const parts = cut({ video: VIDEO }, steady(rate, 20, rate * 2));
      for (const { duration } of parts) assert.ok(duration <= MAX_PART_MS);
      parts.forEach(({ duration }, index) => {
        const isLast = parts[index + 1]?.startsSegment ?? true;
        assert.ok(isLast || duration >= MAX_PART_MS * 0.85, `${duration} ms`);
      });
      assert.deepEqual(new Set(segmentsOf(parts).map((length) => Math.round(length / 100))), new Set([20]));
      for (const { startsSegment, independent } of parts) assert.ok(!startsSegment || independent);
    });
  }

  it('cuts segments without a key frame where the source sends none', () => {
    const parts = cut({ video: VIDEO }, steady(30, 20, 250));
    for (const length of segmentsOf(parts)) {
      assert.ok(length <= LONGEST_SEGMENT);
      assert.ok(Math.round(length / 1000) <= TARGET_SECONDS);
    }
  });

  it('begins with a key frame and lets go of what comes before it', () => {
    const frames = [sound(0), picture(0, false), sound(21), picture(33, false), sound(43), picture(66, true)];
    const [first, ...more] = cut(BOTH, [...frames, sound(66), picture(100, false), sound(88)]);
    assert.ok(first?.independent);
    assert.equal(first.sourceTime, 66);
    assert.equal(more.length, 0);
  });

  it('keeps every byte of what follows the first key frame', () => {
    const frames = steady(30, 10, 30).flatMap((frame, n) =>
      n % 2 === 0 ? [frame] : [frame, sound(n * 33.4)],
    );
    const parts = cut(BOTH, frames);
    const media = parts.flatMap(({ bytes }) => [...boxesIn(bytes)].filter(({ type }) => type === 'mdat'));
    const kept = media.reduce((sum, { size }) => sum + size - 8, 0);
    assert.equal(
      kept,
      frames.reduce((sum, { data }) => sum + data.length, 0),
    );
  });

  it('is not put out by times that stand still, run back or leave holes', () => {
    const random = seededRandom(11);
    let at = 0;
    const frames = Array.from({ length: 3_000 }, (_, n) => {
      at += Math.floor(random() * 120) - 30 + (random() < 0.02 ? 700 : 0);
      return picture(at, n % 20 === 0, at + Math.floor(random() * 80));
    });
    const parts = cut({ video: VIDEO }, frames);
    let end = 0;
    for (const { startAt, duration } of parts) {
      assert.ok(duration > 0 && duration <= MAX_PART_MS);
      assert.ok(startAt >= end - 0.001, 'parts never overlap');
      end = startAt + duration;
    }
    for (const length of segmentsOf(parts)) assert.ok(length <= LONGEST_SEGMENT + 0.001);
  });

  it('knows a jump of the clock from a delay', () => {
    const cutter = new PartCutter({ video: VIDEO }, 0, () => undefined);
    cutter.push(picture(1_000, true));
    assert.equal(cutter.isJump(picture(1_900, false)), false);
    assert.equal(cutter.isJump(picture(2_100, false)), true);
    assert.equal(cutter.isJump(picture(-100, false)), true);
    assert.equal(cutter.isJump(sound(90_000)), false);
  });

  it('does without a picture', () => {
    const parts = cut(
      { audio: AUDIO },
      Array.from({ length: 500 }, (_, n) => sound(Math.round((n * 1024) / 48))),
    );
    assert.ok(parts.length > 25);
    for (const { duration, independent } of parts) assert.ok(independent && duration <= MAX_PART_MS);
  });
});

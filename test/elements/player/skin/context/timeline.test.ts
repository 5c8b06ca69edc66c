import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Timeline } from '../../../../../src/elements/player/skin/context/timeline.ts';

function timelineOf(duration: number, window?: [number, number]) {
  const media = {
    duration,
    currentTime: 20,
    seekable: { length: window ? 1 : 0, start: () => window?.[0] ?? NaN, end: () => window?.[1] ?? NaN },
  };
  return { media, timeline: new Timeline(media) };
}

describe('Timeline', () => {
  it('is a video from its beginning to its end', () => {
    const { media, timeline } = timelineOf(100);
    assert.deepEqual(timeline.range, { start: 0, end: 100 });
    timeline.seekTo(200);
    assert.equal(media.currentTime, 100);
    timeline.seekToFraction(0.25);
    assert.equal(media.currentTime, 25);
  });

  it('is a live stream as far back as it is kept', () => {
    const { media, timeline } = timelineOf(Infinity, [400, 1000]);
    assert.deepEqual(timeline.range, { start: 400, end: 1000 });
    timeline.seekToFraction(0.5);
    assert.equal(media.currentTime, 700);
    timeline.seekTo(0);
    assert.equal(media.currentTime, 400);
  });

  it('does not ask what can be sought before the duration is known', () => {
    const media = {
      duration: NaN,
      currentTime: 0,
      get seekable(): TimeRanges {
        throw new Error('WebKitGTK would never find the duration.');
      },
    };
    assert.equal(new Timeline(media).range, undefined);
  });

  it('cannot seek where too little of a live stream is kept, or its range is unknown', () => {
    for (const { media, timeline } of [
      timelineOf(Infinity, [990, 1000]),
      timelineOf(Infinity),
      timelineOf(NaN),
      timelineOf(0),
    ]) {
      assert.equal(timeline.range, undefined);
      timeline.seekTo(5);
      assert.equal(media.currentTime, 20);
    }
  });

  it('adds up the steps of a viewer who does not wait', () => {
    const { media, timeline } = timelineOf(100);
    // The video has not come there yet.
    Object.defineProperty(media, 'currentTime', { get: () => 20, set: () => {} });
    timeline.seekBy(10);
    timeline.seekBy(10);
    assert.equal(timeline.time, 40);
    timeline.release();
    assert.equal(timeline.time, 20);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { liveStatus } from '../../src/playback/stream/live-status.ts';
import { cappedRendition } from '../../src/playback/stream/rendition-cap.ts';
import { closestQuality, type Quality } from '../../src/playback/stream/stream.ts';

const quality = (height: number, bitrate: number): Quality => ({
  width: (height * 16) / 9,
  height,
  bitrate,
});
const LADDER = [
  quality(180, 3e5),
  quality(360, 8e5),
  quality(720, 2e6),
  quality(720, 3e6),
  quality(1080, 5e6),
];
const heightOf = (index: number) => LADDER[index]?.height;

describe('the cap of qualities', () => {
  it('is the first rendition that fills the place, in every bitrate that it has', () => {
    const at = (width: number, height: number) => cappedRendition(LADDER, { room: { width, height } });
    assert.equal(heightOf(at(320, 180)), 180);
    assert.equal(heightOf(at(321 * 2, 181 * 2)), 360);
    assert.equal(at(1000, 500), 3);
    assert.equal(heightOf(at(3840, 2160)), 1080);
  });

  it('is none for a player that is not seen', () => {
    assert.equal(heightOf(cappedRendition(LADDER, { room: { width: 0, height: 0 } })), 1080);
  });

  it('keeps to what the page allows and to what a visitor saves, but always has one', () => {
    assert.equal(heightOf(cappedRendition(LADDER, { maxResolution: 719 })), 360);
    assert.equal(heightOf(cappedRendition(LADDER, { savesData: true })), 360);
    assert.equal(cappedRendition(LADDER, { maxResolution: 1 }), 0);
    assert.equal(cappedRendition([], {}), 0);
  });

  it('calls a portrait picture by its width', () => {
    const portrait = LADDER.map(({ width, height, bitrate }) => ({ width: height, height: width, bitrate }));
    assert.equal(portrait[cappedRendition(portrait, { maxResolution: 720 })]?.width, 720);
  });
});

describe('the closest quality', () => {
  it('is the largest that is no larger, of the bitrate that comes closest', () => {
    assert.equal(closestQuality(LADDER, quality(720, 1.9e6)), 2);
    assert.equal(closestQuality(LADDER, quality(720, 9e6)), 3);
    assert.equal(closestQuality(LADDER, quality(1000, 2e6)), 2);
  });

  it('is the smallest if all are larger', () => {
    assert.equal(closestQuality(LADDER, quality(90, 1e5)), 0);
  });
});

describe('the live status', () => {
  it('is behind from two to five seconds on, by the length of the segments', () => {
    const at = (currentTime: number, segmentSeconds?: number) =>
      liveStatus({ currentTime }, { edge: 100, latency: 0 }, segmentSeconds);
    assert.equal(at(98.5), 'at-edge');
    assert.equal(at(97.5), 'behind');
    assert.equal(at(96, 4), 'at-edge');
    assert.equal(at(94, 10), 'behind');
  });
});

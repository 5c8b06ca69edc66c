import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { returnToLiveEdge, liveSpeed } from '../../../../src/playback/adapters/hls/live-edge.ts';

/** A video without a picture, which stays at the given time. */
class StandInVideo extends EventTarget {
  currentTime = 0;
  readyState = 4;
  paused = false;
  seeking = false;
  ranges: [start: number, end: number][] = [];
  get buffered() {
    return {
      length: this.ranges.length,
      start: (index: number) => this.ranges[index]![0],
      end: (index: number) => this.ranges[index]![1],
    };
  }
}

function stage({ live = true }: { live?: boolean } = {}) {
  let onUpdate = () => {};
  const media = new StandInVideo();
  const details = { live, fragmentStart: 0, edge: 60 };
  const hls = {
    on: (_name: string, listener: () => void) => (onUpdate = listener),
    liveSyncPosition: 50 as number | null,
    latestLevelDetails: details,
  };
  const life = new AbortController();
  returnToLiveEdge(
    hls,
    { Events: { LEVEL_UPDATED: 'hlsLevelUpdated' } } as never,
    media as never,
    life.signal,
  );
  const moveTo = (start: number) => {
    Object.assign(details, { fragmentStart: start, edge: start + 60 });
    hls.liveSyncPosition = start + 50;
  };
  return {
    media,
    hls,
    life,
    moveTo,
    update: () => onUpdate(),
    play: () => media.dispatchEvent(new Event('play')),
  };
}

describe('A live stream whose playlist has left the viewer behind', () => {
  it('is joined at its edge when a playlist says so', () => {
    const { media, moveTo, update } = stage();
    media.currentTime = 30;
    update();
    assert.equal(media.currentTime, 30);
    moveTo(100);
    update();
    assert.equal(media.currentTime, 150);
  });

  it('is joined at its edge as soon as a viewer who has paused plays on', () => {
    const { media, moveTo, update, play } = stage();
    media.currentTime = 30;
    media.paused = true;
    moveTo(100);
    update();
    assert.equal(media.currentTime, 30, 'a paused picture stays');
    media.paused = false;
    play();
    assert.equal(media.currentTime, 150);
  });

  it('plays the buffer first', () => {
    const { media, moveTo, update, play } = stage();
    media.currentTime = 30;
    media.ranges = [[20, 40]];
    moveTo(100);
    play();
    update();
    assert.equal(media.currentTime, 30);
    media.ranges = [[20, 30.05]];
    update();
    assert.equal(media.currentTime, 150);
  });

  it('is left alone while the viewer seeks, and before there are media', () => {
    const { media, moveTo, update, play } = stage();
    moveTo(100);
    media.seeking = true;
    update();
    media.seeking = false;
    media.readyState = 0;
    play();
    assert.equal(media.currentTime, 0);
  });

  it('is no live stream after its end, and stops with its player', () => {
    const ended = stage({ live: false });
    ended.moveTo(100);
    ended.play();
    assert.equal(ended.media.currentTime, 0);
    const gone = stage();
    gone.moveTo(100);
    gone.life.abort();
    gone.play();
    assert.equal(gone.media.currentTime, 0);
  });
});

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

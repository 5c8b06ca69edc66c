import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { returnToLiveEdge } from '../../../../src/playback/adapters/hls/live-edge.ts';

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

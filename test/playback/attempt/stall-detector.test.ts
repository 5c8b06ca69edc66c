import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { VhError } from '../../../src/core/errors/vh-error.ts';
import { StallDetector } from '../../../src/playback/attempt/stall-detector.ts';

/** As much of a video as the watch looks at. */
class FakeVideo extends EventTarget {
  paused = false;
  ended = false;
  readyState = 4;
  currentTime = 0;

  report(type: string, change: Partial<FakeVideo> = {}): void {
    Object.assign(this, change);
    this.dispatchEvent(new Event(type));
  }
}

function watched(test: TestContext) {
  test.mock.timers.enable({ apis: ['setTimeout'] });
  const video = new FakeVideo();
  const life = new AbortController();
  const deaths: number[] = [];
  const watch = new StallDetector(video as never, () => deaths.push(video.currentTime), life.signal);
  return { video, life, deaths, watch, pass: (ms: number) => test.mock.timers.tick(ms) };
}

describe('StallDetector', () => {
  it('reports a video whose clock stands, again and again', (test) => {
    const { video, deaths, pass } = watched(test);
    video.report('waiting', { readyState: 2, currentTime: 5 });
    pass(11_999);
    assert.deepEqual(deaths, []);
    pass(2);
    assert.deepEqual(deaths, [5]);
    pass(12_000);
    assert.deepEqual(deaths, [5, 5]);
  });

  it('says so sooner of a live stream, whose viewer waits for nothing but words', (test) => {
    const { video, deaths, watch, pass } = watched(test);
    watch.isLive = true;
    video.report('waiting', { readyState: 2, currentTime: 5 });
    pass(4_999);
    assert.deepEqual(deaths, [5]);
  });

  it('does not take a nudge of the clock for playing, but a second of it', (test) => {
    const { video, deaths, pass } = watched(test);
    video.report('waiting', { readyState: 2, currentTime: 5 });
    pass(8_000);
    video.report('timeupdate', { currentTime: 5.1 });
    pass(5_000);
    assert.equal(deaths.length, 1);
    video.report('timeupdate', { readyState: 4, currentTime: 6.1 });
    pass(60_000);
    assert.equal(deaths.length, 1);
  });

  it('waits on while media arrive', (test) => {
    const { video, deaths, watch, pass } = watched(test);
    video.report('waiting', { readyState: 2 });
    for (let time = 0; time < 5; time++) {
      pass(10_000);
      watch.restart();
    }
    assert.deepEqual(deaths, []);
    pass(12_001);
    assert.equal(deaths.length, 1);
  });

  it('does not wait for media that arrive and cannot be decoded', (test) => {
    const { video, deaths, watch, pass } = watched(test);
    const stand = (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        pass(1_000);
        watch.restart();
      }
    };
    video.report('waiting', { readyState: 2, currentTime: 5 });
    stand(3);
    watch.trouble = new VhError('media-decode', 'Broken.');
    stand(12);
    assert.deepEqual(deaths, [5]);
    // After it has played, media count again.
    video.report('playing', { readyState: 4 });
    video.report('timeupdate', { currentTime: 7 });
    video.report('waiting', { readyState: 2 });
    stand(40);
    assert.deepEqual(deaths, [5]);
  });

  it('ignores a video that is paused, has ended, plays again, or was released', (test) => {
    for (const type of ['pause', 'ended', 'playing']) {
      const { video, deaths, pass } = watched(test);
      video.report('waiting', { readyState: 2 });
      video.report(type, { paused: type === 'pause', ended: type === 'ended', readyState: 4 });
      pass(60_000);
      assert.deepEqual(deaths, [], type);
      test.mock.timers.reset();
    }
    const { video, life, deaths, pass } = watched(test);
    video.report('waiting', { readyState: 2 });
    life.abort();
    video.report('waiting');
    pass(60_000);
    assert.deepEqual(deaths, []);
  });

  it('looks after a video that never had more than its metadata', (test) => {
    const { video, deaths, pass } = watched(test);
    video.report('loadedmetadata', { readyState: 1 });
    pass(12_001);
    assert.equal(deaths.length, 1);
  });
});

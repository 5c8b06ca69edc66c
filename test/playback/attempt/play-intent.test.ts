import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PlayIntent } from '../../../src/playback/attempt/play-intent.ts';

/** As much of a video as is looked at. */
class FakeVideo extends EventTarget {
  paused = true;
  error: MediaError | null = null;

  report(type: string, error: unknown = null): void {
    this.error = error as MediaError | null;
    this.dispatchEvent(new Event(type));
  }
}

const followed = (paused = true) => {
  const video = new FakeVideo();
  video.paused = paused;
  const life = new AbortController();
  return { video, life, intent: new PlayIntent(video, life.signal) };
};

describe('PlayIntent', () => {
  it('begins with what the video does', () => {
    assert.deepEqual(
      [true, false].map((paused) => followed(paused).intent.isToPlay),
      [false, true],
    );
  });

  it('follows play and pause', () => {
    const { video, intent } = followed();
    video.report('play');
    assert.equal(intent.isToPlay, true);
    video.report('pause');
    assert.equal(intent.isToPlay, false);
  });

  it('stays as it was when the browser pauses media that break', () => {
    const { video, intent } = followed(false);
    video.report('pause', { code: 3 });
    assert.equal(intent.isToPlay, true);
    video.report('pause');
    assert.equal(intent.isToPlay, false);
  });

  it('ends with its signal', () => {
    const { video, life, intent } = followed();
    life.abort();
    video.report('play');
    assert.equal(intent.isToPlay, false);
  });
});

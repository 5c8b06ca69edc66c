import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pauseOtherPlayers } from '../../../../../src/elements/player/skin/state/exclusive-audio.ts';

class FakeMedia extends EventTarget {
  paused = true;
  muted: boolean;
  volume = 1;

  constructor({ muted = false } = {}) {
    super();
    this.muted = muted;
  }

  play(): void {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  }

  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }

  unmute(): void {
    this.muted = false;
    this.dispatchEvent(new Event('volumechange'));
  }
}

describe('the players of a page', () => {
  let life: AbortController;
  beforeEach(() => (life = new AbortController()));
  afterEach(() => life.abort());

  const add = (options = {}, { signal } = life) => {
    const media = new FakeMedia(options);
    pauseOtherPlayers(Object(media) as HTMLMediaElement, signal);
    return media;
  };

  it('play sound one at a time', () => {
    const [one, other] = [add(), add()];
    one.play();
    other.play();
    assert.deepEqual([one.paused, other.paused], [true, false]);
    one.play();
    assert.deepEqual([one.paused, other.paused], [false, true]);
  });

  it('leave each other alone while one of them makes no sound', () => {
    const [one, background] = [add(), add({ muted: true })];
    one.play();
    background.play();
    assert.deepEqual([one.paused, background.paused], [false, false]);
    background.unmute();
    assert.deepEqual([one.paused, background.paused], [true, false]);
  });

  it('are forgotten when they go', () => {
    const gone = new AbortController();
    const [one, other] = [add({}, gone), add()];
    one.play();
    gone.abort();
    other.play();
    assert.deepEqual([one.paused, other.paused], [false, false]);
  });
});

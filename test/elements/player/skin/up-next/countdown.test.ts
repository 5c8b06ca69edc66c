import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Countdown } from '../../../../../src/elements/player/skin/up-next/countdown.ts';
import { HeldTimers } from '../../../../support/held-timers.ts';

describe('Countdown', () => {
  let timers: HeldTimers;
  let story: string[];
  let countdown: Countdown;

  beforeEach(() => {
    timers = new HeldTimers(1_000);
    story = [];
    countdown = new Countdown({
      seconds: 3,
      changed: () => story.push(String(countdown.left)),
      done: () => story.push('done'),
    });
  });
  afterEach(() => timers.restore());

  it('reports each second, and of the end once', () => {
    for (let second = 0; second < 5; second++) timers.elapse();
    assert.deepEqual(story, ['2', '1', 'done']);
    assert.equal(timers.size, 0);
  });

  it('stands while anything holds it', () => {
    timers.elapse();
    countdown.hold('pointer', true);
    countdown.hold('focus', true);
    countdown.hold('pointer', false);
    countdown.hold('pointer', false);
    assert.equal(timers.size, 0);
    countdown.hold('focus', false);
    assert.equal(timers.size, 1);
    assert.equal(countdown.left, 2);
  });

  it('does not restart the second for a release without a hold', () => {
    countdown.hold('hidden', false);
    assert.equal(timers.size, 1);
    timers.elapse();
    assert.equal(countdown.left, 2);
  });

  it('ends when it is stopped, even while it is held', () => {
    countdown.hold('focus', true);
    countdown.stop();
    countdown.hold('focus', false);
    assert.equal(timers.size, 0);
    assert.deepEqual(story, []);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DroppedFrames } from '../../../../src/playback/adapters/hls/hls-stream.ts';
import { announceSeed } from '../../../support/seeded.ts';

const seed = announceSeed();

/** Plays for that many seconds, four looks a second, 25 frames a second of which a share is dropped. */
class Player {
  readonly frames = new DroppedFrames();
  at = 0;
  #dropped = 0;
  #total = 0;

  play(seconds: number, share: number): boolean {
    let found = false;
    for (let step = 0; step < seconds * 4; step++) {
      this.at += 0.25;
      this.#total += 6.25;
      this.#dropped += 6.25 * share;
      if (this.frames.add({ dropped: this.#dropped, total: this.#total }, this.at)) found = true;
    }
    return found;
  }
}

describe('DroppedFrames', () => {
  it('finds a device that drops half of the frames for ten seconds', () => {
    const player = new Player();
    assert.equal(player.play(9.75, 0.5), false);
    assert.equal(player.play(0.5, 0.5), true);
  });

  it('allows ten bad seconds apart from each other', () => {
    const player = new Player();
    player.play(5.25, 0.5);
    player.play(5, 0);
    assert.equal(player.play(5, 0.5), false);
  });

  it('starts over after a reset', () => {
    const player = new Player();
    player.play(9.5, 1);
    player.frames.reset();
    assert.equal(player.play(9.5, 1), false);
    assert.equal(player.play(1, 1), true);
  });

  it('finds nothing where no more than a quarter is dropped, whatever the times of the looks', () => {
    const steps = fc.array(
      fc.record({ seconds: fc.double({ min: 0, max: 20, noNaN: true }), frames: fc.nat(500) }),
    );
    fc.assert(
      fc.property(steps, fc.double({ min: 0, max: 0.25, noNaN: true }), (all, share) => {
        const frames = new DroppedFrames();
        let [at, total, dropped] = [0, 0, 0];
        return all.every((step) => {
          at += step.seconds;
          total += step.frames;
          dropped += Math.floor(step.frames * share);
          return !frames.add({ dropped, total }, at);
        });
      }),
      { seed },
    );
  });
});

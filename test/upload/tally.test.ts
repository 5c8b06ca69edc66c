import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Tally } from '../../src/upload/tally.ts';

const file = new File(['x'.repeat(1000)], 'a.mp4');

describe('Tally', () => {
  it('goes forward only, however often a part is sent again', () => {
    const tally = new Tally(file);
    const seen = [100, 400, 250, 380, 500].map((bytes, at) => {
      tally.count(bytes, at * 100);
      return tally.progress.sent;
    });
    assert.deepEqual(seen, [100, 400, 400, 400, 500]);
  });

  it('measures bytes that are sent again, and says how long the rest takes', () => {
    const tally = new Tally(file);
    for (const [bytes, now] of [
      [0, 0],
      [200, 250],
      [0, 250],
      [200, 500],
    ] as const)
      tally.count(bytes, now);
    assert.deepEqual(tally.progress, { sent: 200, total: 1000, speed: 800, secondsLeft: 1 });
  });

  it('takes from another tab no more than the file has, and nothing back', () => {
    const tally = new Tally(file);
    for (const [said, sent] of [
      [300, 300],
      [200, 300],
      [5000, 1000],
    ] as const) {
      tally.follow(said);
      assert.equal(tally.progress.sent, sent);
    }
  });

  it('begins anew when all is lost', () => {
    const tally = new Tally(file);
    tally.count(700, 0);
    tally.lose();
    assert.equal(tally.progress.sent, 0);
  });
});

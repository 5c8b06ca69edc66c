import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readHeat } from '../../../../../../src/elements/player/skin/seek-bar/most-watched/heat.ts';
import { rollDice } from '../../../../../support/seeded.ts';

describe('how often the places of a video were watched', () => {
  const dice = rollDice();

  it('are shares of the most watched one', () => {
    assert.deepEqual(readHeat([0.5, 1, 2, 0]), [0.25, 0.5, 1, 0]);
  });

  it('say nothing where there is no list, one place, or no difference', () => {
    const nothing = [
      undefined,
      null,
      '0 1',
      7,
      {},
      new Set([1, 2]),
      [],
      [3],
      [0, 0],
      [2, 2, 2],
      [NaN, -1, 0],
    ];
    for (const list of nothing) assert.deepEqual(readHeat(list), []);
  });

  it('take what is no number above 0 for a place that nobody watched', () => {
    const list = [1, NaN, -5, '3', null, undefined, {}, [9], 0.5];
    assert.deepEqual(readHeat(list), [1, 0, 0, 0, 0, 0, 0, 0, 0.5]);
    assert.deepEqual(readHeat([Infinity, 1e9, 1e9, 0]), [1, 1, 1, 0]);
  });

  it('are at most 200, from any list, with the most watched one among them and in its place', () => {
    for (let time = 0; time < 200; time += 1) {
      const length = 2 + dice.below(time < 5 ? 100_000 : 2_000);
      const top = dice.below(length);
      const list = Array.from({ length }, () => dice.pick([0, 1, dice.below(100) / 100, NaN, -1]));
      list[top] = 1e6;
      const heat = readHeat(list);
      assert.equal(heat.length, Math.min(length, 200));
      assert.ok(heat.every((share) => share >= 0 && share <= 1));
      const place = heat.indexOf(1);
      const off = Math.abs((place + 0.5) / heat.length - (top + 0.5) / length);
      assert.ok(off <= 1 / heat.length, `${String(top)} of ${String(length)} is at ${String(place)}`);
    }
  });
});

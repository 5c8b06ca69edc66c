import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shrink } from './shrink.ts';

describe('shrink', () => {
  it('finds the two steps of a hundred that fail together, each as small as it can be', () => {
    const steps = Array.from({ length: 100 }, (_, index) => index);
    const fails = (list: readonly number[]) => list.some((n) => n >= 10) && list.some((n) => n === 7);
    const least = shrink(steps, fails, (n) =>
      [Math.floor(n / 2), n - 1].filter((one) => one >= 0 && one < n),
    );
    assert.deepEqual(
      [...least].sort((a, b) => a - b),
      [7, 10],
    );
  });
});

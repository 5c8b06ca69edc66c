import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { partitionPoint } from '../../src/core/partition-point.ts';

describe('partitionPoint', () => {
  it('counts what comes before, in lists of every length', () => {
    for (let length = 0; length < 40; length++) {
      const list = Array.from({ length }, (_, at) => at);
      for (let from = -1; from <= length; from++) {
        const expected = Math.min(Math.max(from, 0), length);
        assert.equal(
          partitionPoint(list, (one) => one < from),
          expected,
        );
      }
    }
  });

  it('looks at few of many', () => {
    let looks = 0;
    const list = { length: 1_000_000 } as ArrayLike<undefined>;
    partitionPoint(list, () => ++looks % 2 === 0);
    assert.ok(looks <= 20, String(looks));
  });
});

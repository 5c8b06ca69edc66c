import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatTime } from '../../../../src/elements/player/format/format-time.ts';

describe('formatTime', () => {
  it('reads like a clock', () => {
    assert.equal(formatTime(0), '0:00');
    assert.equal(formatTime(62.9), '1:02');
    assert.equal(formatTime(3_599.99), '59:59');
    assert.equal(formatTime(3_600), '1:00:00');
    assert.equal(formatTime(36_125), '10:02:05');
    assert.equal(formatTime(-1), '0:00');
  });

  it('is empty for what has no length', () => {
    assert.equal(formatTime(NaN), '');
    assert.equal(formatTime(Infinity), '');
  });
});

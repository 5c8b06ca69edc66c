import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasInvalidTimestamps } from '../../../../src/playback/adapters/hls/invalid-timestamps.ts';

describe('hasInvalidTimestamps', () => {
  const film = { targetduration: 6, live: false };

  it('is true for a segment that is hours long in a list of seconds', () => {
    assert.equal(hasInvalidTimestamps({ duration: 4_021 }, film), true);
  });

  it('is false for what encoders do', () => {
    for (const duration of [0, 5.9, 6, 11, 29])
      assert.equal(hasInvalidTimestamps({ duration }, film), false, String(duration));
    assert.equal(hasInvalidTimestamps({ duration: 3_500 }, { targetduration: 3_600, live: false }), false);
  });

  it('leaves live streams and unknown ones alone', () => {
    assert.equal(hasInvalidTimestamps({ duration: 4_021 }, { targetduration: 6, live: true }), false);
    assert.equal(hasInvalidTimestamps({ duration: 4_021 }, null), false);
  });
});

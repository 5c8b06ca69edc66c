import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Silence } from '../../../../../src/playback/adapters/hls/loaders/silence.ts';

const progress = (loaded: number, { first = 0, end = 0, retry = 0 } = {}) => ({
  loaded,
  retry,
  loading: { first, end },
});

describe('Silence', () => {
  it('lasts from the last byte that came', () => {
    const silence = new Silence(1_000);
    assert.equal(silence.look(progress(0), 1_250), 0);
    assert.equal(silence.look(progress(0), 1_500), 250);
    assert.equal(silence.look(progress(8), 1_750), 0);
    assert.equal(silence.look(progress(8), 2_500), 750);
  });

  it('ends with a retry and with the first byte', () => {
    const silence = new Silence(0);
    silence.look(progress(0), 250);
    assert.equal(silence.look(progress(0, { retry: 1 }), 1_000), 0);
    assert.equal(silence.look(progress(0, { retry: 1, first: 990 }), 1_250), 0);
  });

  it('is none while an answer that has ended is being read', () => {
    const silence = new Silence(0);
    silence.look(progress(8), 250);
    assert.equal(silence.look(progress(8, { end: 300 }), 5_000), 0);
  });

  it('does not count the time in which the page itself stood still', () => {
    const silence = new Silence(0);
    silence.look(progress(8), 250);
    assert.equal(silence.look(progress(8), 60_250), 1_000);
  });

  it('is long enough to hedge after a second and a half, and then again after as long', () => {
    const silence = new Silence(0);
    silence.look(progress(8), 250);
    silence.look(progress(8), 1_000);
    assert.ok(!silence.isHedgeDue(1_000));
    silence.look(progress(8), 1_750);
    assert.ok(silence.isHedgeDue(1_750));
    silence.hedged(1_750);
    silence.look(progress(8), 2_500);
    assert.ok(!silence.isHedgeDue(2_500));
    silence.look(progress(8), 3_250);
    assert.ok(silence.isHedgeDue(3_250));
  });
});

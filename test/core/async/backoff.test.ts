import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { backoffDelay, isTransientStatus, retryAfter } from '../../../src/core/async/backoff.ts';

const policy = { retries: 3, baseMs: 500, capMs: 8_000 };

describe('backoffDelay', () => {
  it('doubles its bound up to the cap, and never answers nonsense', () => {
    const most = (attempt: number) => backoffDelay(attempt, policy, () => 1);
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5, 100, 5_000].map(most),
      [500, 1000, 2000, 4000, 8000, 8000, 8000, 8000],
    );
    assert.equal(
      backoffDelay(7, policy, () => 0),
      0,
    );
  });

  it('spreads over the whole bound', () => {
    const delays = Array.from({ length: 1000 }, () => backoffDelay(2, policy));
    assert.ok(delays.every((delay) => delay >= 0 && delay < 2000));
    assert.ok(Math.min(...delays) < 200 && Math.max(...delays) > 1800);
  });
});

describe('retryAfter', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const read = (headers: Record<string, string>) => retryAfter(new Headers(headers), now);

  it('reads seconds and dates', () => {
    assert.equal(read({ 'retry-after': '7' }), 7_000);
    assert.equal(read({ 'retry-after': '0' }), 0);
    assert.equal(read({ 'retry-after': ' 1.5 ' }), 1_500);
    assert.equal(read({ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }), 60_000);
  });

  it("reads the service's header when the standard one is missing", () => {
    assert.equal(read({ 'x-ratelimit-retry-after': '3' }), 3_000);
    assert.equal(read({ 'retry-after': '5', 'x-ratelimit-retry-after': '3' }), 5_000);
    assert.equal(read({ 'retry-after': 'soon', 'x-ratelimit-retry-after': '3' }), 3_000);
  });

  it('never waits for less than nothing, nor for ever', () => {
    assert.equal(read({ 'retry-after': '-5' }), 0);
    assert.equal(read({ 'retry-after': 'Mon, 01 Jan 2001 00:00:00 GMT' }), 0);
    assert.equal(read({ 'retry-after': '99999999999' }), 300_000);
    assert.equal(read({ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }), 300_000);
  });

  it('is undefined for what says nothing', () => {
    assert.equal(read({}), undefined);
    // Browsers read a date in the year 2001 in most of these, and the client would retry at once.
    const loose = ['5 s', 'wait 5', 'try 12', '5, 10', '2026-01-01', '01 Jan 2026 00:01:00'];
    for (const odd of ['', ' ', 'soon', 'NaN', 'Infinity', ...loose])
      assert.equal(read({ 'retry-after': odd }), undefined, odd);
  });
});

describe('isTransientStatus', () => {
  it('knows what may be different a moment later', () => {
    for (const status of [408, 425, 429, 500, 502, 503, 504, 599])
      assert.equal(isTransientStatus(status), true);
    for (const status of [200, 301, 400, 401, 403, 404, 409, 410, 413, 415, 499]) {
      assert.equal(isTransientStatus(status), false);
    }
  });
});

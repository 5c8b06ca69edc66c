import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSampled, viewingIdOf } from '../../src/core/viewing-id.ts';

describe('The id of a viewing', () => {
  it('is one for all who ask by the same request, and another for each replacement', () => {
    const [first, next] = [{ videoId: 'vi1' }, { videoId: 'vi1' }];
    const id = viewingIdOf(first);
    assert.equal(viewingIdOf(first), id);
    assert.notEqual(viewingIdOf(next), id);
  });

  for (const [rate, share] of [
    [null, 1],
    ['', 1],
    [' ', 1],
    ['all', 1],
    ['1', 1],
    ['0', 0],
  ] as const)
    it(`reports ${share === 1 ? 'all' : 'no'} viewings at the rate ${JSON.stringify(rate)}`, () => {
      const ids = Array.from({ length: 50 }, () => viewingIdOf({}));
      assert.equal(ids.filter((id) => isSampled(id, rate)).length, share * ids.length);
    });

  it('is a UUIDv7 of its creation time', () => {
    const before = Date.now();
    const id = viewingIdOf({});
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const made = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    assert.ok(made >= before && made <= Date.now());
  });
});

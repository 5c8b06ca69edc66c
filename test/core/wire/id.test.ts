import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isId } from '../../../src/core/wire/id.ts';

describe('isId', () => {
  it('accepts ids that need no escaping in a path', () => {
    for (const id of ['a', 'vi4blUQJFrYWbaG44NChkH27', 'A-b_9', 'x'.repeat(64)])
      assert.equal(isId(id), true, id);
  });

  it('refuses everything else', () => {
    const odd = [
      '',
      'x'.repeat(65),
      'a/b',
      'a\\b',
      '..',
      'a.b',
      'a b',
      'a%2fb',
      'a\n',
      '\na',
      'a\0',
      'é',
      'a;b',
      '?',
    ];
    for (const id of [...odd, 7, null, undefined, {}, ['a'], { toString: () => 'a' }])
      assert.equal(isId(id), false);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readList, readNumber, readRecord, readText } from '../../../src/core/wire/read-json.ts';

const values: unknown[] = [undefined, null, 0, 1.5, NaN, Infinity, '', 'x', true, [], ['x'], {}, { a: 1 }];

describe('the readers of JSON', () => {
  it('accept only their own type', () => {
    assert.deepEqual(
      values.filter((value) => readRecord(value)),
      [{}, { a: 1 }],
    );
    assert.deepEqual(
      values.filter((value) => readText(value) !== undefined),
      ['', 'x'],
    );
    assert.deepEqual(
      values.filter((value) => readNumber(value) !== undefined),
      [0, 1.5],
    );
    assert.deepEqual(
      values.map(readList).filter((list) => list.length > 0),
      [['x']],
    );
  });
});

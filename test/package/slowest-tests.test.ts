import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadScript } from '../support/repository.ts';

interface Slowest {
  slowestLines: (seconds: Record<string, number>, shown?: number) => string[];
}

describe('the slowest test files of a layer', () => {
  it('are named slowest first, and no more than asked for', async () => {
    const { slowestLines } = await loadScript<Slowest>('scripts/suites/slowest.mjs');
    const lines = slowestLines({ quick: 0.25, slowest: 61, slow: 7.04, between: 1.5 }, 3);
    assert.deepEqual(
      lines.map((line) => line.trim()),
      ['61.0 s  slowest', '7.0 s  slow', '1.5 s  between'],
    );
  });
});
